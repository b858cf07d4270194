import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import { isDatabaseAway } from '../../base/db/client.ts';
import type { Job } from '../../base/db/job-requests.ts';
import { acrossShops, withShop } from '../../base/db/tenancy.ts';
import { loadAccount } from '../../shop/courier-accounts/load-account.ts';
import { trackAccount } from './track-account.ts';
import { recordTrackingRun, type TrackingRunResult } from './tracking-runs.ts';

/**
 * Tracks the due parcels of a courier account, the key of the job, for a limited time. Returns when the account is due
 * again.
 */
export async function trackDueShipments(
  context: Context,
  { shopId, key }: Required<Job>,
  signal: AbortSignal,
): Promise<Date | undefined> {
  const account = await withShop(context.db, shopId, (trx) => loadAccount(trx, shopId, key));
  if (!account) return undefined;
  // An account that a courier refuses has a pause, however often its jobs are requested.
  if (account.track_next_at > context.clock()) return account.track_next_at;
  const result = await trackAccount(context, account, signal).catch((error: unknown): TrackingRunResult => {
    if (isDatabaseAway(error)) throw error;
    context.log.error({ err: error, account: account.id }, 'tracking failed');
    return { kind: 'failed', refused: false };
  });
  return recordTrackingRun(context, account, result);
}

/** Sets the number of due parcels in `/metrics`, without those of accounts that pause, such as after refused credentials. */
export async function countDueShipments(context: Context): Promise<void> {
  const now = context.clock();
  const due = await acrossShops(context.db, async (trx) => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n
      from courier_account a
      join subscription s on s.shop_id = a.shop_id and s.plan <> 'FREE' and (s.expires_at is null or s.expires_at > ${now})
      cross join lateral (
        select 1 from shipment p
        where p.shop_id = a.shop_id and p.account_id = a.id and p.next_track_at <= ${now} limit 10000) as parcel
      where a.track_next_at <= ${now}`.execute(trx);
    return rows[0]?.n ?? 0;
  });
  context.metrics.due.set({ work: 'tracking' }, due);
}
