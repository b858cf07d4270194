import { sql } from 'kysely';
import type { Actor } from '../../base/actor.ts';
import { recordAuditEvents } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { lockBatchesOf } from '../batches/lock-batches.ts';
import { recordUncertain } from '../booking/record-uncertain.ts';

const message =
  'We restored our data from a backup while this order waited, so it may be booked already. Check with the courier, then retry.';

/**
 * After a restore, what was not finished at that moment may have been booked since. We look for the bookings that had begun, and
 * rows that waited become failed ones, because a person must decide.
 */
export async function stopUnfinishedBookings(context: Context, actor: Actor): Promise<void> {
  const { shopId } = actor;
  const now = context.clock();
  await withShop(context.db, shopId, async (trx) => {
    const begun = await trx
      .selectFrom('shipment')
      .selectAll()
      .where('shop_id', '=', shopId)
      .where('booking_state', 'in', ['claimed', 'asking'])
      .forUpdate()
      .execute();
    // Their batch rows get the outcome by trigger settle_batch_row.
    for (const shipment of begun)
      await recordUncertain(trx, shipment, { words: 'our data was restored from a backup' }, now, context);
    const isWaiting = sql<boolean>`batch_row.state in ('queued', 'booking')`;
    await lockBatchesOf(trx, shopId, sql`select batch_id from batch_row where shop_id = ${shopId} and ${isWaiting}`);
    const batches = await trx
      .selectFrom('batch_row')
      .innerJoin('batch', (join) =>
        join.onRef('batch.shop_id', '=', 'batch_row.shop_id').onRef('batch.id', '=', 'batch_row.batch_id'),
      )
      .select(({ fn }) => ['batch.id', 'batch.number', fn.countAll<number>().as('orders')])
      .where('batch_row.shop_id', '=', shopId)
      .where(isWaiting)
      .groupBy(['batch.id', 'batch.number'])
      .execute();
    await trx
      .updateTable('batch_row')
      .set({ state: 'failed', code: 'courier-uncertain', message, due_at: null, ended_at: now })
      .where('shop_id', '=', shopId)
      .where(isWaiting)
      .execute();
    await recordAuditEvents(
      trx,
      actor,
      batches.map(({ id, number, orders }) => ({
        at: now,
        action: 'batch.stopped',
        subjectKind: 'batch',
        subjectId: id,
        label: `batch ${number}`,
        detail: { number, orders },
      })),
    );
  });
}
