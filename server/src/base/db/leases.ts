import { sql, type RawBuilder } from 'kysely';
import { newId } from './ids.ts';

/**
 * The right to work on a row, which one process has at a time. It ends by itself, so the work of a killed process goes to another
 * one. Written to the row as it is.
 */
export type Lease = LeaseTime & { readonly lease_id: string };

type LeaseTime = { readonly lease_until: Date };

export const newLease = (now: Date, ms: number): Lease => ({ lease_id: newId(now), ...leaseTime(now, ms) });

/** For a lease that is extended, and for a row with a state that says who works on it. */
export const leaseTime = (now: Date, ms: number): LeaseTime => ({ lease_until: new Date(now.getTime() + ms) });

/** A row on which no process works. */
export const noLease = { lease_id: null, lease_until: null };

export const isFree = (now: Date): RawBuilder<boolean> =>
  sql`(lease_until is null or lease_until < ${now}::timestamptz)`;

/** The process that had the lease has not given it back in time. */
export const leaseIsPast = (now: Date): RawBuilder<boolean> => sql`lease_until < ${now}::timestamptz`;

/** The same of a row that was read. */
export const hasPastLease = (row: { readonly lease_until: Date | null }, now: Date): boolean =>
  row.lease_until !== null && row.lease_until < now;

export const hasLease = (lease: Pick<Lease, 'lease_id'>): RawBuilder<boolean> => sql`lease_id = ${lease.lease_id}`;
