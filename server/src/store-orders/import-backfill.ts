import type { Context } from '../context.ts';
import { withShop } from '../db/tenancy.ts';
import { PlatformError, type PlatformAccess, type PlatformOrder } from '../platforms/platform.ts';
import { mirrorOrders } from './mirror-orders.ts';
import { extendSync, type SyncLease } from './sync-lease.ts';

const ordersAtOnce = 200;

/** Mirrors the orders of an export while it downloads, so that files of any size fit in memory. */
export async function importBackfill(
  context: Context,
  lease: SyncLease,
  access: PlatformAccess,
  url: string,
): Promise<void> {
  let batch: PlatformOrder[] = [];
  const mirror = async (): Promise<void> => {
    await withShop(context.db, lease.shopId, (trx) => mirrorOrders(trx, context, lease.shopId, batch));
    batch = [];
    if (!(await extendSync(context, lease, {})))
      throw new PlatformError('unavailable', 'Another process is reading the store.');
  };
  for await (const order of context.platform.readBackfill(access, url)) {
    if (batch.push(order) >= ordersAtOnce) await mirror();
  }
  if (batch.length > 0) await mirror();
}
