import { ShipmentTaskKind, type ShipmentTask } from '@courierdesk/contract/shipment-tasks';
import type { AuditAction } from '@courierdesk/contract/audit-actions';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { requireTaskScope } from './create-task.ts';
import { taskById, taskLabel, withCounts, type TaskRow } from './queries.ts';

/** Queues the failed rows again, in the name of the person who retries: the earlier one may have lost access. */
export async function retryTask(context: Context, actor: UserActor, id: string): Promise<ShipmentTask> {
  return updateTask(context, actor, id, 'shipment-task.retry', async (trx, known) => {
    requireTaskScope(actor, ShipmentTaskKind.parse(known.kind));
    const queued = await rowsOf(trx, known, 'failed')
      .set({ state: 'waiting', message: '', started_at: null })
      .executeTakeFirst();
    if (queued.numUpdatedRows === 0n) throw new AppError('conflict', 'No parcel of this task failed.');
    await setTask(trx, known, {
      finished_at: null,
      dismissed_at: null,
      asked_by: actor.name,
      asked_by_user_id: actor.userId,
      ip: actor.ip,
      request_id: actor.requestId,
    });
    await goOn(trx, context, known);
  });
}

/** Stops the waiting rows. Rows that were started still get their result. */
export async function stopTask(context: Context, actor: UserActor, id: string): Promise<ShipmentTask> {
  return updateTask(context, actor, id, 'shipment-task.stop', async (trx, known) => {
    await rowsOf(trx, known, 'waiting').set({ state: 'stopped' }).execute();
    if (!known.finished_at) await goOn(trx, context, known);
  });
}

/** Hides a finished task. */
export async function dismissTask(context: Context, actor: UserActor, id: string): Promise<void> {
  await updateTask(context, actor, id, 'shipment-task.put-away', async (trx, known) => {
    if (!known.finished_at) throw new AppError('conflict', 'This task is still running. Stop it first.');
    await setTask(trx, known, { dismissed_at: context.clock() });
  });
}

function updateTask(
  context: Context,
  actor: UserActor,
  id: string,
  action: AuditAction,
  change: (trx: Db, task: TaskRow) => Promise<void>,
): Promise<ShipmentTask> {
  return withShop(context.db, actor.shopId, async (trx) => {
    const known = await trx
      .selectFrom('shipment_task')
      .selectAll()
      .where('shop_id', '=', actor.shopId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!known) throw notFound('The task');
    await change(trx, known);
    await recordAuditEvent(trx, actor, {
      at: context.clock(),
      action,
      subjectKind: 'shipment_task',
      subjectId: id,
      label: taskLabel(known),
    });
    const after = (await taskById(trx, actor.shopId, id)) ?? known;
    const [counted] = await withCounts(trx, actor.shopId, [after]);
    if (!counted) throw notFound('The task');
    return counted;
  });
}

const rowsOf = (trx: Db, task: TaskRow, state: string) =>
  trx
    .updateTable('shipment_task_row')
    .where('shop_id', '=', task.shop_id)
    .where('task_id', '=', task.id)
    .where('state', '=', state);

async function goOn(trx: Db, context: Context, task: TaskRow): Promise<void> {
  const at = context.clock();
  await setTask(trx, task, { next_at: at });
  await context.jobs.request(trx, 'shipment-tasks', { shopId: task.shop_id, key: task.id, at });
}

const setTask = (trx: Db, task: TaskRow, change: Partial<TaskRow>): Promise<unknown> =>
  trx.updateTable('shipment_task').set(change).where('shop_id', '=', task.shop_id).where('id', '=', task.id).execute();
