import type { Batch, BatchRow, BatchRowState } from '@courierdesk/contract/batch';
import type { AuditAction } from '@courierdesk/contract/audit-actions';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { notFound } from '../../base/errors.ts';
import { presentBatchRow } from './present.ts';
import { lockBatch, lockRows, rowsWithShipments, type BatchRecord } from './queries.ts';
import { isBookable, type Row } from './row.ts';
import { summariseBatch } from './show-batch.ts';

export type ChangedRows = { readonly taken: number; readonly data: Batch; readonly rows: BatchRow[] };

/** Queues the ready rows for the worker. */
export const bookRows = (
  context: Context,
  actor: UserActor,
  batchId: string,
  rowIds: readonly string[] | undefined,
): Promise<ChangedRows> =>
  changeRows(context, actor, batchId, rowIds, 'batch.booked', async (trx, batch, rows, now) => {
    const ready = rows.filter((row) => row.state === 'draft' && row.ready);
    await queueRows(trx, context, actor, batch, ready, now);
    return ready;
  });

/** Queues failed rows again, each as a new attempt. */
export const retryRows = (
  context: Context,
  actor: UserActor,
  batchId: string,
  rowIds: readonly string[] | undefined,
): Promise<ChangedRows> =>
  changeRows(context, actor, batchId, rowIds, 'batch.retried', async (trx, batch, rows, now) => {
    const failed = rows.filter((row) => row.state === 'failed' && isBookable(row.issues));
    await queueRows(trx, context, actor, batch, failed, now);
    return failed;
  });

/**
 * Makes queued rows drafts again. A row in state `booking` loses who asked for it: if its courier was not asked yet, it
 * becomes a draft when the worker notices.
 */
export const stopRows = (context: Context, actor: UserActor, batchId: string): Promise<ChangedRows> =>
  changeRows(context, actor, batchId, undefined, 'batch.stopped', async (trx, batch, rows) => {
    const queued = rows.filter((row) => row.state === 'queued');
    await trx
      .updateTable('batch_row')
      .set({ state: 'draft', ready: true, message: '', due_at: null })
      .where('shop_id', '=', batch.shop_id)
      .where('id', '=', anyOf(queued.map((row) => row.id)))
      .execute();
    await trx
      .updateTable('batch_row')
      .set({ asked_by_user_id: null })
      .where('shop_id', '=', batch.shop_id)
      .where('batch_id', '=', batch.id)
      .where('state', '=', 'booking')
      .execute();
    return queued;
  });

/** Each call makes a new attempt, because an idempotency key must not be used twice. */
export async function queueRows(
  trx: Db,
  { jobs }: Pick<Context, 'jobs'>,
  actor: UserActor,
  batch: BatchRecord,
  rows: readonly Row[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const queued = await trx
    .updateTable('batch_row')
    .set((eb) => ({
      state: 'queued' satisfies BatchRowState,
      ready: false,
      attempt: eb('attempt', '+', 1),
      code: null,
      message: '',
      changes: '[]',
      shipment_id: null,
      ended_at: null,
      due_at: now,
      asked_by_user_id: actor.userId,
      asked_ip: actor.ip,
      asked_request_id: actor.requestId,
    }))
    .where('shop_id', '=', batch.shop_id)
    .where('id', '=', anyOf(rows.map((row) => row.id)))
    .returning('account_id')
    .execute();
  for (const accountId of new Set(queued.map((row) => row.account_id)))
    if (accountId) await jobs.request(trx, 'batch-rows', { shopId: batch.shop_id, key: accountId, at: now });
  await trx
    .updateTable('batch')
    .set((eb) => ({ started_at: eb.fn.coalesce('started_at', eb.val(now)) }))
    .where('shop_id', '=', batch.shop_id)
    .where('id', '=', batch.id)
    .execute();
}

/** Changes rows under the batch's lock, and writes the audit event. */
export async function changeRows(
  context: Context,
  actor: UserActor,
  batchId: string,
  rowIds: readonly string[] | undefined,
  action: AuditAction,
  change: (trx: Db, batch: BatchRecord, rows: readonly Row[], now: Date) => Promise<readonly Row[]>,
): Promise<ChangedRows> {
  const { shopId } = actor;
  const now = context.clock();
  return withShop(context.db, shopId, async (trx) => {
    const batch = await lockBatch(trx, shopId, batchId);
    const all = await lockRows(trx, shopId, batchId);
    const selected = rowIds && new Set(rowIds);
    const rows = selected ? all.filter((row) => selected.has(row.id)) : all;
    if (selected && rows.length < selected.size) throw notFound('An order of this batch');
    const changed = await change(trx, batch, rows, now);
    const ids = changed.map((row) => row.id);
    if (ids.length > 0)
      await recordAuditEvent(trx, actor, {
        at: now,
        action,
        subjectKind: 'batch',
        subjectId: batchId,
        label: `batch ${batch.number}`,
        detail: {
          number: batch.number,
          orders: changed.length,
          names: changed.map((row) => row.facts.order_name),
        },
      });
    // Selected rows are returned even if they did not change, so that the page can show why.
    const shown = await rowsWithShipments(trx, shopId, batchId, { ids: selected ? [...selected] : ids });
    const after = await lockBatch(trx, shopId, batchId);
    return { taken: ids.length, data: await summariseBatch(trx, after), rows: shown.map(presentBatchRow) };
  });
}
