import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { acrossShops } from '../db/tenancy.ts';
import { runPool } from '../jobs/run-pool.ts';
import { trackAccount } from './track-account.ts';
import { releaseTrackingLease, takeTrackingLease, type TrackingLease } from './tracking-leases.ts';
import { createWriteQueue } from './tracking-writer.ts';

/** Accounts that one worker serves at the same time. */
const accountsAtOnce = 8;

/**
 * Asks about parcels that are due, account by account. Each account has a turn of limited length, so that a shop with ten
 * thousand due parcels takes one place of eight and then waits for its next turn.
 */
export async function trackDueShipments(context: Context, signal: AbortSignal): Promise<number> {
  const queue = createWriteQueue();
  let checked = 0;
  const serve = async (turn: TrackingLease): Promise<void> => {
    try {
      const served = await trackAccount(context, turn.account, signal, queue);
      checked += served.checked;
      await releaseTrackingLease(context, turn, served.end);
    } catch (error) {
      context.log.error({ err: error, account: turn.account.id }, 'tracking failed');
      await releaseTrackingLease(context, turn, { kind: 'failed', refused: false }).catch((again: unknown) =>
        context.log.warn({ err: again }, 'the account is tracked again when its lease ends'),
      );
    }
  };
  await runPool({ size: accountsAtOnce, next: () => takeTrackingLease(context), work: serve, signal });
  return checked;
}

/** How many parcels wait for their turn, for `/metrics`. */
export async function countDueParcels(context: Context): Promise<number> {
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
  return 0;
}
