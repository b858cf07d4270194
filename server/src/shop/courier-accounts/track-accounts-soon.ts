import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';

/** Tracks accounts soon, except those whose courier fails or refuses the credentials: they keep their pause. */
export async function trackAccountsSoon(
  trx: Db,
  context: Pick<Context, 'jobs'>,
  shopId: string,
  accounts: readonly string[],
  now: Date,
): Promise<void> {
  if (accounts.length === 0) return;
  const due = await trx
    .updateTable('courier_account')
    .set({ track_next_at: sql<Date>`least(track_next_at, ${now}::timestamptz)` })
    .where('shop_id', '=', shopId)
    .where('id', 'in', [...accounts])
    .where('track_failures', '=', 0)
    .returning(['id', 'track_next_at'])
    .execute();
  for (const { id, track_next_at: at } of due) await context.jobs.request(trx, 'tracking', { shopId, key: id, at });
}
