import { sql, type RawBuilder, type Selectable, type Updateable, type UpdateObject } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { hasLease, isFree, leaseTime, newLease, noLease, type Lease } from '../../base/db/leases.ts';
import type { DB, StoreSync } from '../../base/db/schema.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { PlatformError } from '../../adapters/platforms/platform.ts';
import { storeIsOpen } from '../../shop/shops/closed-stores.ts';

const leaseMs = 120_000;

/** The right to read one shop's store. One process at a time has it. */
export type ReadLease = Lease & {
  readonly shopId: string;
  /** As it was when the lease began. */
  readonly sync: Selectable<StoreSync>;
};

/** Leases one shop, due or not. Returns undefined while another process has the lease. */
export const claimRead = (context: Context, shopId: string): Promise<ReadLease | undefined> =>
  claim(context, shopId, sql<boolean>`true`);

/** The same if the shop is due to be read and its store is open. */
export const claimDueRead = (context: Context, shopId: string): Promise<ReadLease | undefined> =>
  claim(context, shopId, sql<boolean>`next_at <= ${context.clock()} and ${storeIsOpen('store_sync')}`);

async function claim(context: Context, shopId: string, condition: RawBuilder<boolean>): Promise<ReadLease | undefined> {
  const now = context.clock();
  const lease = newLease(now, leaseMs);
  const sync = await withShop(context.db, shopId, (trx) =>
    trx
      .updateTable('store_sync')
      .set(lease)
      .where('shop_id', '=', shopId)
      .where(condition)
      .where(isFree(now))
      .returningAll()
      .executeTakeFirst(),
  );
  return sync && { ...lease, shopId, sync };
}

/**
 * Does `work` and saves progress, in one transaction: after a kill, both are there or neither. Also
 * extends the lease. Throws if the lease is lost. A crash of the database can lose the last of it: it is read again.
 */
export async function saveWithProgress<T>(
  context: Context,
  lease: ReadLease,
  progress: UpdateObject<DB, 'store_sync'>,
  work: (trx: Db) => Promise<T>,
): Promise<T> {
  return withShop(context.db, lease.shopId, async (trx) => {
    const extended = { ...progress, ...leaseTime(context.clock(), leaseMs) };
    const ours = await updateLeased(trx, lease, extended).executeTakeFirst();
    if (ours.numUpdatedRows === 0n) throw new PlatformError('unavailable', 'Another process is reading the store.');
    return work(trx);
  });
}

/** Saves progress and extends the lease. Throws if the lease is lost. */
export const extendRead = (context: Context, lease: ReadLease, progress: Updateable<StoreSync>): Promise<void> =>
  saveWithProgress(context, lease, progress, async () => undefined);

/** Saves progress and releases the lease. Does nothing if the lease is lost. */
export async function releaseRead(context: Context, lease: ReadLease, progress: Updateable<StoreSync>): Promise<void> {
  const released = { ...progress, ...noLease };
  await withShop(context.db, lease.shopId, (trx) => updateLeased(trx, lease, released).execute());
}

const updateLeased = (trx: Db, lease: ReadLease, values: UpdateObject<DB, 'store_sync'>) =>
  trx.updateTable('store_sync').set(values).where('shop_id', '=', lease.shopId).where(hasLease(lease));
