import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { newId } from '../db/ids.ts';
import { acrossShops, withShop } from '../db/tenancy.ts';
import { claimDueRows } from '../jobs/claim-due-rows.ts';
import { runPool } from '../jobs/run-pool.ts';
import { cancelRows } from './cancel-rows.ts';
import type { TaskRow } from './queries.ts';
import { countUnfinishedRows } from './task-rows.ts';
import { trackRows } from './track-rows.ts';

/**
 * Longer than one round of work plus the longest call. Each finished parcel is saved at once, so a killed process loses
 * no results.
 */
const leaseMs = 3 * 60_000;
const maxWorkMs = 15_000;
const tasksAtOnce = 6;
/** An unclear answer is checked again after this time. */
const checkAgainMs = 3_000;

/** Works on tasks in short rounds, so that a task with ten thousand parcels does not delay another shop's. */
export async function workOnTasks(context: Context, signal: AbortSignal): Promise<number> {
  let worked = 0;
  const work = async (task: TaskRow): Promise<void> => {
    try {
      worked += await workOnTask(context, task, signal);
      await releaseTask(context, task);
    } catch (error) {
      context.log.error({ err: error, task: task.id }, 'could not work on a task, it continues when its lease ends');
    }
  };
  await runPool({ size: tasksAtOnce, next: () => claimTask(context), work, signal });
  return worked;
}

async function workOnTask(context: Context, task: TaskRow, signal: AbortSignal): Promise<number> {
  const until = performance.now() + maxWorkMs;
  const isOver = (): boolean => signal.aborted || performance.now() > until;
  const rows = task.kind === 'cancel' ? cancelRows : trackRows;
  return rows(context, task, isOver);
}

/** Claims the task that has waited longest. */
async function claimTask(context: Context): Promise<TaskRow | undefined> {
  const now = context.clock();
  const until = new Date(now.getTime() + leaseMs);
  const [task] = await acrossShops(context.db, (trx) =>
    claimDueRows(trx, 'shipment_task', {
      due: sql`next_at <= ${now}`,
      orderBy: sql`next_at`,
      limit: 1,
      set: sql`lease_id = ${newId(now)}, lease_until = ${until}, next_at = ${until}`,
    }),
  );
  return task;
}

/** Schedules the next round or finishes the task, if the lease is still ours. */
async function releaseTask(context: Context, task: TaskRow): Promise<void> {
  const now = context.clock();
  await withShop(context.db, task.shop_id, async (trx) => {
    const isOurs = await trx
      .selectFrom('shipment_task')
      .select('id')
      .where('shop_id', '=', task.shop_id)
      .where('id', '=', task.id)
      .where('lease_id', '=', task.lease_id)
      .forUpdate()
      .executeTakeFirst();
    if (!isOurs) return;
    const left = await countUnfinishedRows(trx, task);
    const ended = left.waiting + left['under-way'] === 0;
    const next = left.waiting > 0 ? now : new Date(now.getTime() + checkAgainMs);
    await trx
      .updateTable('shipment_task')
      .set({
        lease_id: null,
        lease_until: null,
        next_at: ended ? null : next,
        finished_at: ended ? now : null,
      })
      .where('shop_id', '=', task.shop_id)
      .where('id', '=', task.id)
      .execute();
  });
}
