import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import { acrossShops } from '../../base/db/tenancy.ts';
import { runPool } from '../../base/jobs/run-pool.ts';
import { trackAccount } from './track-account.ts';
import { releaseTrackingLease, takeTrackingLease, type TrackingLease } from './tracking-leases.ts';
import { createWriteQueue } from './tracking-writer.ts';

/** Accounts that one worker tracks at the same time. */
const accountsAtOnce = 8;

/**
 * Tracks due parcels, account by account. The time per account is limited, so that a shop with thousands of due parcels does
 * not delay the others.
 */
export async function trackDueShipments(context: Context, signal: AbortSignal): Promise<number> {
  const queue = createWriteQueue();
  let checked = 0;
  const track = async (lease: TrackingLease): Promise<void> => {
    try {
      const { checked: count, result } = await trackAccount(context, lease.account, signal, queue);
      checked += count;
      await releaseTrackingLease(context, lease, result);
    } catch (error) {
      context.log.error({ err: error, account: lease.account.id }, 'tracking failed');
      await releaseTrackingLease(context, lease, { kind: 'failed', refused: false }).catch((again: unknown) =>
        context.log.warn({ err: again }, 'tracking lease not released: it expires'),
      );
    }
  };
  await runPool({ size: accountsAtOnce, next: () => takeTrackingLease(context), work: track, signal });
  return checked;
}

/** Sets the number of due parcels in `/metrics`. */
export async function countDueParcels(context: Context): Promise<void> {
  const now = context.clock();
  const due = await acrossShops(context.db, async (trx) => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n
      from courier_account a
      join subscription s on s.shop_id = a.shop_id and s.plan <> 'FREE' and (s.expires_at is null or s.expires_at > ${now})
      cross join lateral (
        select 1 from shipment p
        where p.shop_id = a.shop_id and p.account_id = a.id and p.next_track_at <= ${now} limit 10000) as parcel`.execute(
      trx,
    );
    return rows[0]?.n ?? 0;
  });
  context.metrics.due.set({ work: 'tracking' }, due);
}
