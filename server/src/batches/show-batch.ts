import type { Batch, BatchRow } from '@courierdesk/contract/batches';
import type { Paging } from '@courierdesk/contract/paging';
import type { UserActor } from '../actor.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { withShop } from '../db/tenancy.ts';
import { presentBatch, presentBatchRow } from './present.ts';
import { batchById, batchesPage, countBatches, presentCursor, shownRows, sumsOf, type BatchRecord } from './queries.ts';

/** A draft that nobody looked at for this long may be out of date. */
const staleMs = 2 * 60_000;

export async function showBatch(
  context: Context,
  actor: UserActor,
  id: string,
  since: string | undefined,
): Promise<{ data: Batch; rows: BatchRow[]; cursor: string }> {
  const { batch, ...shown } = await withShop(context.db, actor.shopId, async (trx) => {
    const cursor = await presentCursor(trx);
    const batch = await batchById(trx, actor.shopId, id);
    // Rows may be newer than the sums, never older: who reads "50 booked" has all fifty.
    const data = await summaryOf(trx, batch);
    const rows = await shownRows(trx, actor.shopId, id, since === undefined ? {} : { since });
    return { batch, cursor, data, rows: rows.map(presentBatchRow) };
  });
  if (since === undefined && isStale(batch, shown.data, context.clock())) await readAgain(context, batch);
  return shown;
}

/** Opened again after a while, a batch with drafts is compared with the store. */
const isStale = (batch: BatchRecord, { counts }: Batch, now: Date): boolean =>
  batch.read_due_at === null &&
  counts.ready + counts.look + counts.failed > 0 &&
  now.getTime() - (batch.read_at ?? batch.created_at).getTime() > staleMs;

async function readAgain(context: Context, batch: BatchRecord): Promise<void> {
  await withShop(context.db, batch.shop_id, (trx) => wantReading(trx, batch, context.clock()), { durable: false });
  context.wake('batch-reading');
}

/** The rows of the batch that wait are to be compared with the store. */
export async function wantReading(trx: Db, batch: Pick<BatchRecord, 'shop_id' | 'id'>, at: Date): Promise<void> {
  await trx
    .updateTable('batch')
    .set({ read_due_at: at })
    .where('shop_id', '=', batch.shop_id)
    .where('id', '=', batch.id)
    .execute();
}

export async function summaryOf(trx: Db, batch: BatchRecord): Promise<Batch> {
  const sums = await sumsOf(trx, batch.shop_id, [batch.id]);
  const own = sums.get(batch.id);
  if (!own) throw new Error('a batch without sums');
  return presentBatch(batch, own);
}

export async function listBatches(
  context: Context,
  actor: UserActor,
  paging: Paging,
): Promise<{ rows: Batch[]; total: number }> {
  return withShop(context.db, actor.shopId, async (trx) => {
    const batches = await batchesPage(trx, actor.shopId, paging);
    const sums = await sumsOf(
      trx,
      actor.shopId,
      batches.map((batch) => batch.id),
    );
    const rows = batches.flatMap((batch) => {
      const own = sums.get(batch.id);
      return own ? [presentBatch(batch, own)] : [];
    });
    return { rows, total: await countBatches(trx, actor.shopId) };
  });
}
