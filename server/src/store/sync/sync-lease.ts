import { sql, type RawBuilder } from 'kysely';
import { newLease, type Lease } from '../../base/db/leases.ts';
import type { DesiredStateRow } from './find-store-updates.ts';

/**
 * A try starts no call that could end after its lease (`longestCallMs`), so it has 40 seconds to start its calls. With a lease of
 * 60 seconds, another process could remove a fulfilment that a slow try then sent again.
 */
const leaseMs = 120_000;
/** A call to the store ends within this time: three attempts of 15 s, and 30 s of waiting. */
const longestCallMs = 80_000;

/** A row that this process has leased: no one else works on the order until its try ends. */
export type LeasedStateRow = DesiredStateRow & Lease;

export const newSyncLease = (now: Date): Lease => newLease(now, leaseMs);

/** A call that starts later could end after the lease. */
export const lastCallAt = (lease: Lease): number => lease.lease_until.getTime() - longestCallMs;

export const isLeasedAs = (row: DesiredStateRow, lease: Lease | undefined): row is LeasedStateRow =>
  lease !== undefined && row.lease_id === lease.lease_id;

/** A job tries again after the lease, in case the process that has it is killed. */
export const jobAfter = (lease: Lease) => ({ now: lease.lease_until, by: 'job' as const });

/** Whether a try works on the order of a row of the shop: on this parcel or another one of the order. */
export const orderIsLeased = (
  shopId: string,
  now: Date,
  row: 'desired' | 'held' = 'desired',
): RawBuilder<boolean> => sql`exists (
  select from desired_store_state as leased
  where leased.shop_id = ${shopId} and leased.store_order_id = ${sql.ref(`${row}.store_order_id`)}
    and leased.lease_until >= ${now}::timestamptz)`;

/** The columns of a lease for the rows (`desired`) of parcels (`parcel`). An order that is leased keeps its lease. */
export const leaseIfFree = (lease: Lease) => ({
  lease_id: sql<string | null>`case when parcel.is_leased then desired.lease_id else ${lease.lease_id} end`,
  lease_until: sql<Date | null>`case when parcel.is_leased then desired.lease_until else ${lease.lease_until}::timestamptz end`,
});

/** Until when a try works on the order of a row. */
export const orderLeasedUntil = sql<Date | null>`max(lease_until) over (partition by store_order_id)`;
