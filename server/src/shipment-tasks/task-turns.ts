import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { newId } from '../db/ids.ts';
import { acrossShops, withShop } from '../db/tenancy.ts';
import { claimDueRows } from '../jobs/claim-due-rows.ts';
import { runPool } from '../jobs/run-pool.ts';
import { cancelRows } from './cancel-rows.ts';
import type { TaskRow } from './queries.ts';
import { rowsLeft } from './task-rows.ts';
import { trackRows } from './track-rows.ts';

/** Longer than a turn and the longest call begun in it. Who dies has written down each parcel that was done. */
const leaseMs = 3 * 60_000;
const turnMs = 15_000;
const tasksAtOnce = 6;
/** How soon an unclear answer is looked at again. */
const settleMs = 3_000;

/** Each task has turns of limited length, so that one of ten thousand parcels does not delay another shop's. */
export async function workOnTasks(context: Context, signal: AbortSignal): Promise<number> {
  let worked = 0;
  const work = async (task: TaskRow): Promise<void> => {
    try {
      worked += await turn(context, task, signal);
      await endTurn(context, task);
    } catch (error) {
      context.log.error({ err: error, task: task.id }, 'work on many parcels failed, it continues when its lease ends');
    }
  };
  await runPool({ size: tasksAtOnce, next: () => takeTask(context), work, signal });
  return worked;
}

async function turn(context: Context, task: TaskRow, signal: AbortSignal): Promise<number> {
  const until = performance.now() + turnMs;
  const isOver = (): boolean => signal.aborted || performance.now() > until;
  const rows = task.kind === 'cancel' ? cancelRows : trackRows;
  return rows(context, task, isOver);
}

/** The task that has waited longest. */
async function takeTask(context: Context): Promise<TaskRow | undefined> {
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

/** Back into the line, or finished. Written only while the lease is still one's own. */
async function endTurn(context: Context, task: TaskRow): Promise<void> {
  const now = context.clock();
  await withShop(context.db, task.shop_id, async (trx) => {
    const held = await trx
      .selectFrom('shipment_task')
      .select('id')
      .where('shop_id', '=', task.shop_id)
      .where('id', '=', task.id)
      .where('lease_id', '=', task.lease_id)
      .forUpdate()
      .executeTakeFirst();
    if (!held) return;
    const left = await rowsLeft(trx, task);
    const ended = left.waiting + left['under-way'] === 0;
    const next = left.waiting > 0 ? now : new Date(now.getTime() + settleMs);
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
