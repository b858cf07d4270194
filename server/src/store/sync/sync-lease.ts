import { sql, type RawBuilder } from 'kysely';
import { newId } from '../../base/db/ids.ts';

/**
 * A try starts no call that could end after its lease (`longestCallMs`), so it has 40 seconds to start its calls. With a lease of
 * 60 seconds, another process could remove a fulfilment that a slow try then sent again.
 */
const leaseMs = 120_000;
/** A call to the store ends within this time: three attempts of 15 s, and 30 s of waiting. */
export const longestCallMs = 80_000;

/** Held during one try to update the store: no one else works on the order until it ends. */
export type SyncLease = { readonly id: string; readonly until: Date };

export const newSyncLease = (now: Date): SyncLease => ({
  id: newId(now),
  until: new Date(now.getTime() + leaseMs),
});

/** Whether a try works on the order of a row of the shop: on this parcel or another one of the order. */
export const orderIsLeased = (
  shopId: string,
  now: Date,
  row: 'desired' | 'held' = 'desired',
): RawBuilder<boolean> => sql`exists (
  select from desired_store_state as leased
  where leased.shop_id = ${shopId} and leased.store_order_id = ${sql.ref(`${row}.store_order_id`)}
    and leased.lease_until >= ${now}::timestamptz)`;
