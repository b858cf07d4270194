import type { Batch, BatchRow, BatchRowState } from '@courierdesk/contract/batches';
import type { UserActor } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { withShop } from '../db/tenancy.ts';
import { notFound } from '../errors.ts';
import { presentBatchRow } from './present.ts';
import { lockBatch, lockRows, shownRows, type BatchRecord } from './queries.ts';
import { isSound, type Row } from './row.ts';
import { summaryOf } from './show-batch.ts';

export type Taken = { readonly taken: number; readonly data: Batch; readonly rows: BatchRow[] };

/** "Book 46 orders": the ready rows wait for the worker from now on. */
export const bookRows = (
  context: Context,
  actor: UserActor,
  batchId: string,
  rowIds: readonly string[] | undefined,
): Promise<Taken> =>
  changeRows(context, actor, batchId, rowIds, 'batch.booked', async (trx, batch, rows, now) => {
    const ready = rows.filter((row) => row.state === 'draft' && row.ready);
    await queueRows(trx, actor, batch, ready, now);
    return ready;
  });

/** "Retry 3": failed rows wait again, each as a new attempt. */
export const retryRows = (
  context: Context,
  actor: UserActor,
  batchId: string,
  rowIds: readonly string[] | undefined,
): Promise<Taken> =>
  changeRows(context, actor, batchId, rowIds, 'batch.retried', async (trx, batch, rows, now) => {
    const failed = rows.filter((row) => row.state === 'failed' && isSound(row.doubts));
    await queueRows(trx, actor, batch, failed, now);
    return failed;
  });

/** What waits is taken back; who has a row in hand finds that it is no longer theirs before the courier is asked. */
export const stopRows = (context: Context, actor: UserActor, batchId: string): Promise<Taken> =>
  changeRows(context, actor, batchId, undefined, 'batch.stopped', async (trx, batch, rows) => {
    const queued = rows.filter((row) => row.state === 'queued');
    await trx
      .updateTable('batch_row')
      .set({ state: 'draft', ready: true, message: '', due_at: null, lease_id: null })
      .where('shop_id', '=', batch.shop_id)
      .where('id', '=', (where) => where.fn.any(where.val(queued.map((row) => row.id))))
      .execute();
    return queued;
  });

/** A new attempt each time: its key has never been used. */
export async function queueRows(
  trx: Db,
  actor: UserActor,
  batch: BatchRecord,
  rows: readonly Row[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .updateTable('batch_row')
    .set((eb) => ({
      state: 'queued' satisfies BatchRowState,
      ready: false,
      attempt: eb('attempt', '+', 1),
      code: null,
      message: '',
      changes: '[]',
      shipment_id: null,
      lease_id: null,
      ended_at: null,
      due_at: now,
      asked_by_user_id: actor.userId,
      asked_ip: actor.ip,
      asked_request_id: actor.requestId,
    }))
    .where('shop_id', '=', batch.shop_id)
    .where('id', '=', (where) => where.fn.any(where.val(rows.map((row) => row.id))))
    .execute();
  await trx
    .updateTable('batch')
    .set((eb) => ({ started_at: eb.fn.coalesce('started_at', eb.val(now)) }))
    .where('shop_id', '=', batch.shop_id)
    .where('id', '=', batch.id)
    .execute();
}

/** One change of rows at a time; audited, and the worker is woken. */
export async function changeRows(
  context: Context,
  actor: UserActor,
  batchId: string,
  rowIds: readonly string[] | undefined,
  action: string,
  change: (trx: Db, batch: BatchRecord, rows: readonly Row[], now: Date) => Promise<readonly Row[]>,
): Promise<Taken> {
  const { shopId } = actor;
  const now = context.clock();
  const taken = await withShop(context.db, shopId, async (trx) => {
    const batch = await lockBatch(trx, shopId, batchId);
    const all = await lockRows(trx, shopId, batchId);
    const wanted = rowIds && new Set(rowIds);
    const rows = wanted ? all.filter((row) => wanted.has(row.id)) : all;
    if (wanted && rows.length < wanted.size) throw notFound('An order of this batch');
    const changed = await change(trx, batch, rows, now);
    const ids = changed.map((row) => row.id);
    if (ids.length > 0)
      await recordAuditEvent(trx, actor, {
        at: now,
        action,
        subjectKind: 'batch',
        subjectId: batchId,
        detail: { number: batch.number, orders: changed.map((row) => row.facts.order_name) },
      });
    // The rows that were asked for come back even when they were not taken, with what stands in their way.
    const shown = await shownRows(trx, shopId, batchId, { ids: wanted ? [...wanted] : ids });
    const after = await lockBatch(trx, shopId, batchId);
    return { taken: ids.length, data: await summaryOf(trx, after), rows: shown.map(presentBatchRow) };
  });
  if (taken.taken > 0) context.wake('batch-rows');
  return taken;
}
