import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { ordersWithPendingCancel } from './find-store-updates.ts';
import { syncStoreNow } from './sync-store-now.ts';

/**
 * Sends cancellations that the store does not have yet, for at most 3 s. Returns the orders with a cancellation that is
 * still pending: the store did not take it in time, or another process is sending it. The store may still show their old
 * fulfilment.
 */
export async function sendPendingCancels(
  context: Context,
  shopId: string,
  storeOrderIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (storeOrderIds.length === 0 || (await syncStoreNow(context, shopId, storeOrderIds))) return new Set();
  const pending = await withShop(context.db, shopId, (trx) => ordersWithPendingCancel(trx, shopId, storeOrderIds));
  return new Set(pending);
}
