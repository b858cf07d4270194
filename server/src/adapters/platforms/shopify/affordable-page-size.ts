import { ShopifyMaxCostError } from './classify-answer.ts';

/**
 * Reads with a page size that Shopify accepts: halved when a query costs too much, and remembered for the next reads.
 */
export type AffordableRead = <T>(read: (size: number) => Promise<T>) => Promise<T>;

export function affordablePageSize(largest: number): AffordableRead {
  let affordable = largest;
  return async (read) => {
    for (;;) {
      const size = affordable;
      try {
        return await read(size);
      } catch (error) {
        if (!(error instanceof ShopifyMaxCostError) || size === 1) throw error;
        affordable = Math.min(affordable, Math.floor(size / 2));
      }
    }
  };
}
