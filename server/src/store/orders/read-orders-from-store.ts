import { inParts } from '@courierdesk/contract/in-parts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import type { AppError } from '../../base/errors.ts';
import { PlatformError, type PlatformAccess, type PlatformOrder } from '../../adapters/platforms/platform.ts';
import { platformAccess } from '../../shop/shops/platform-access.ts';
import { storeError } from '../../shop/shops/store-error.ts';
import { isMirrored, mirrorAnswer } from './mirror-orders.ts';
import { storeOrdersByPlatformIds } from './find-store-orders.ts';
import type { StoreOrderRow } from './store-order-row.ts';

/** How long we wait for each answer of the store before we use our copy. */
export const storeTimeoutMs = 5_000;
/** As many as Shopify answers in one call. */
export const ordersAtOnce = 25;

export type OrdersFromStore = {
  /** By the platform's id; from the mirror if the store did not respond, or hides the order from us. */
  readonly orders: Map<string, StoreOrderRow>;
  /** Orders that were deleted in the store, or that we never saw. */
  readonly gone: Set<string>;
  readonly reachable: boolean;
  /** Set when the store is not reachable because it is frozen or locked. */
  readonly closed?: AppError | undefined;
};

/**
 * Reads the orders from the store and updates the mirror. If the store does not respond in time, or is frozen or locked,
 * returns the mirrored orders. Throws if the store withdrew our access.
 */
export async function readOrdersFromStore(
  context: Context,
  shopId: string,
  platformOrderIds: readonly string[],
  { timeoutMs = storeTimeoutMs }: { readonly timeoutMs?: number } = {},
): Promise<OrdersFromStore> {
  const ids = [...new Set(platformOrderIds)];
  const [read, mirrored] = await Promise.all([
    fromStore(context, shopId, ids, timeoutMs),
    withShop(context.db, shopId, (trx) => storeOrdersByPlatformIds(trx, shopId, ids)),
  ]);
  if (!Array.isArray(read)) return { orders: mirrored, gone: new Set(), reachable: false, ...read };
  const found = read.filter((order) => order !== undefined);
  const missing = ids.filter((_, index) => read[index] === undefined);
  if (missing.length === 0 && isMirrored(found, mirrored))
    return { orders: mirrored, gone: new Set(), reachable: true };
  const { orders, hidden } = await withShop(context.db, shopId, (trx) =>
    mirrorAnswer(trx, context, shopId, { orders: found, missing }),
  );
  const gone = new Set(missing.filter((id) => !hidden.has(id)));
  return { orders: new Map([...orders, ...hidden]), gone, reachable: true };
}

/** Returns undefined if the store did not respond in time, and an error if it is frozen or locked. */
async function fromStore(
  context: Context,
  shopId: string,
  ids: readonly string[],
  timeoutMs: number,
): Promise<(PlatformOrder | undefined)[] | { closed: AppError } | undefined> {
  let access: PlatformAccess | undefined;
  const readPart = async (part: readonly string[]): Promise<(PlatformOrder | undefined)[]> => {
    access ??= await platformAccess(context, shopId);
    return context.platform.ordersByIds(access, part);
  };
  const all: (PlatformOrder | undefined)[] = [];
  try {
    for (const part of inParts(ids, ordersAtOnce)) {
      const read = await inTime(readPart(part), timeoutMs);
      if (!read) return undefined;
      all.push(...read);
    }
    return all;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.kind === 'unauthorised') throw storeError(error);
    return error.closedAs && { closed: storeError(error) };
  }
}

async function inTime<Result>(reading: Promise<Result>, timeoutMs: number): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, undefined);
  });
  // Errors after the time-out are ignored.
  reading.catch(() => undefined);
  try {
    return await Promise.race([reading, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
