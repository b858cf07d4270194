import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import type { Job } from '../../base/db/job-requests.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { cancelRows } from './cancel-rows.ts';
import type { TaskRow } from './queries.ts';
import { countUnfinishedRows, nextStart } from './task-rows.ts';
import { trackRows } from './track-rows.ts';

/** After this time, others have their turn. Each finished parcel is saved at once, so a killed process loses no results. */
const maxWorkMs = 15_000;
/** An unclear answer is checked again after this time. */
const checkAgainMs = 3_000;

/** Continues a task, the key of the job. Returns when it is due again. */
export async function continueTask(
  context: Context,
  { shopId, key: id }: Required<Job>,
  signal: AbortSignal,
): Promise<Date | undefined> {
  const task = await withShop(context.db, shopId, (trx) =>
    trx
      .selectFrom('shipment_task')
      .selectAll()
      .where('shop_id', '=', shopId)
      .where('id', '=', id)
      .where('next_at', 'is not', null)
      .executeTakeFirst(),
  );
  if (!task) return undefined;
  const until = performance.now() + maxWorkMs;
  const isOver = (): boolean => signal.aborted || performance.now() > until;
  const rows = task.kind === 'cancel' ? cancelRows : trackRows;
  await rows(context, task, isOver);
  return planNextRound(context, task);
}

export async function tasksUnderWay(trx: Db): Promise<{ shopId: string; key: string; at: Date }[]> {
  const rows = await trx
    .selectFrom('shipment_task')
    .select(['shop_id as shopId', 'id as key', 'next_at as at'])
    .where('next_at', 'is not', null)
    .execute();
  return rows.flatMap(({ at, ...job }) => (at ? [{ ...job, at }] : []));
}

/** Undefined when the task is finished. */
async function planNextRound(context: Context, task: TaskRow): Promise<Date | undefined> {
  const now = context.clock();
  return withShop(context.db, task.shop_id, async (trx) => {
    // Someone may retry its rows now.
    await trx
      .selectFrom('shipment_task')
      .select('id')
      .where('shop_id', '=', task.shop_id)
      .where('id', '=', task.id)
      .forUpdate()
      .execute();
    const left = await countUnfinishedRows(trx, task);
    const isEnded = left.waiting + left['under-way'] === 0;
    const checkAt = new Date(now.getTime() + checkAgainMs);
    const startAt = left.waiting === 0 ? undefined : task.kind === 'cancel' ? await nextStart(trx, context, task) : now;
    const next = startAt && (left['under-way'] === 0 || startAt < checkAt) ? startAt : checkAt;
    await trx
      .updateTable('shipment_task')
      .set(isEnded ? { next_at: null, finished_at: now } : { next_at: next, finished_at: null })
      .where('shop_id', '=', task.shop_id)
      .where('id', '=', task.id)
      .execute();
    return isEnded ? undefined : next;
  });
}
