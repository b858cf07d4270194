import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import type { PlatformAccess } from '../../adapters/platforms/platform.ts';
import { mirrorOrders } from './mirror-orders.ts';
import { saveWithProgress, type ReadLease } from './read-lease.ts';

/** Each round re-reads this overlap, because the store's search index lags behind its orders. */
const overlapMs = 5 * 60_000;
const pageSize = 100;
/** Limits one round, so that a shop with many changes does not delay others. The next round starts at once. */
const pagesPerRound = 40;
/** The store ends one search after 25,000 orders. */
const pagesPerSearch = 200;

/**
 * Mirrors what changed in the store since the high-water mark, oldest change first. The mark is a time of the store's
 * clock, never ours, and is saved after every page.
 */
export async function readChanges(
  context: Context,
  lease: ReadLease,
  access: PlatformAccess,
): Promise<{ changed: number; complete: boolean }> {
  const { shopId } = lease;
  const mark = await withShop(context.db, shopId, (trx) =>
    trx.selectFrom('store_sync').select('changes_read_until').where('shop_id', '=', shopId).executeTakeFirst(),
  );
  let highWater = mark?.changes_read_until ?? new Date(context.clock().getTime() - 3_600_000);
  const startedFrom = highWater;
  let since = new Date(highWater.getTime() - overlapMs);
  let cursor: string | undefined;
  let changed = 0;
  for (let page = 1; ; page += 1) {
    const answer = await context.platform.ordersChangedSince(access, { since, cursor, limit: pageSize });
    const last = answer.orders.at(-1);
    if (last && last.updatedAt > highWater) highWater = last.updatedAt;
    const readUntil = highWater;
    const read = sql<number>`backfill_read + case when backfill_phase = 'pages' then ${answer.orders.length} else 0 end`;
    changed += await saveWithProgress(
      context,
      lease,
      { changes_read_until: readUntil, backfill_read: read },
      async (trx) => {
        return (await mirrorOrders(trx, context, shopId, answer.orders)).changed;
      },
    );
    if (!answer.cursor) return { changed, complete: true };
    cursor = answer.cursor;
    // Stops only after more progress than the overlap; otherwise the next round would read the same orders again.
    if (page >= pagesPerRound && highWater.getTime() - startedFrom.getTime() > overlapMs)
      return { changed, complete: false };
    if (page % pagesPerSearch === 0) {
      since = highWater;
      cursor = undefined;
    }
  }
}
