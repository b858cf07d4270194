import type { Batch, BatchRow } from '@courierdesk/contract/batch';
import type { BatchesQuery } from '@courierdesk/contract/batches';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { trackingLinkEmailIsOn } from '../../shipments/customer-mails/tracking-link-email.ts';
import { presentBatch, presentBatchRow } from './present.ts';
import { batchById, batchesPage, countBatches, rowsWithShipments, batchTotals, type BatchRecord } from './queries.ts';

/** A draft that was not compared with the store for this long may be out of date. */
const staleMs = 2 * 60_000;

export async function showBatch(
  context: Context,
  actor: UserActor,
  id: string,
  since: string | undefined,
): Promise<{ data: Batch; rows: BatchRow[]; cursor: string }> {
  const { batch, ...shown } = await withShop(context.db, actor.shopId, async (trx) => {
    // Read before the rows: a change in between comes again with the next poll.
    const record = await batchById(trx, actor.shopId, id);
    // The totals are read first: if they say "50 booked", the rows contain all fifty.
    const data = await summariseBatch(trx, record);
    const rows = await rowsWithShipments(
      trx,
      actor.shopId,
      id,
      since === undefined ? {} : { since: seen(since, record) },
    );
    return { batch: record, cursor: String(record.changes), data, rows: rows.map(presentBatchRow) };
  });
  if (since === undefined && isStale(batch, shown.data, context.clock())) await compareAgain(context, batch);
  return shown;
}

/** A cursor that the batch has not given yet is of version 0.2.0, which counted otherwise: nothing is known to be seen. */
const seen = (since: string, { changes }: BatchRecord): number => (Number(since) > changes ? -1 : Number(since));

/** A batch with unbooked rows that is opened again after a while is compared with the store. */
const isStale = (batch: BatchRecord, { counts }: Batch, now: Date): boolean =>
  batch.read_due_at === null &&
  counts.ready + counts.look + counts.failed > 0 &&
  now.getTime() - (batch.read_at ?? batch.created_at).getTime() > staleMs;

const compareAgain = (context: Context, batch: BatchRecord): Promise<void> =>
  withShop(context.db, batch.shop_id, (trx) => requestStoreComparison(trx, context, batch));

/** Requests a comparison of the batch's unbooked rows with the store, and with the cities of their couriers. */
export async function requestStoreComparison(
  trx: Db,
  { clock, jobs }: Pick<Context, 'clock' | 'jobs'>,
  { shop_id: shopId, id }: Pick<BatchRecord, 'shop_id' | 'id'>,
  inMs = 0,
): Promise<void> {
  const at = new Date(clock().getTime() + inMs);
  await trx.updateTable('batch').set({ read_due_at: at }).where('shop_id', '=', shopId).where('id', '=', id).execute();
  await jobs.request(trx, 'batch-comparisons', { shopId, key: id, at });
}

export async function summariseBatch(trx: Db, batch: BatchRecord): Promise<Batch> {
  const totals = (await batchTotals(trx, batch.shop_id, [batch.id])).get(batch.id);
  if (!totals) throw new Error('a batch without totals');
  return presentBatch(batch, totals, await trackingLinkEmailIsOn(trx, batch.shop_id));
}

export async function listBatches(
  context: Context,
  actor: UserActor,
  query: BatchesQuery,
): Promise<{ rows: Batch[]; total: number }> {
  return withShop(context.db, actor.shopId, async (trx) => {
    const batches = await batchesPage(trx, actor.shopId, query);
    const totals = await batchTotals(
      trx,
      actor.shopId,
      batches.map((batch) => batch.id),
    );
    const emailsTrackingLink = await trackingLinkEmailIsOn(trx, actor.shopId);
    const rows = batches.flatMap((batch) => {
      const own = totals.get(batch.id);
      return own ? [presentBatch(batch, own, emailsTrackingLink)] : [];
    });
    return { rows, total: await countBatches(trx, actor.shopId, query) };
  });
}
