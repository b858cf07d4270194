import { AppError } from '../../base/errors.ts';
import { PlatformError } from '../../adapters/platforms/platform.ts';
import { storeError } from '../../shop/shops/store-error.ts';

/** Runs a billing call to the store and turns its errors into messages that the owner understands. */
export async function callBilling<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.kind !== 'rejected' || !error.platformWords) throw storeError(error);
    throw new AppError('conflict', `Shopify refused: ${error.platformWords}`, { cause: error });
  }
}
