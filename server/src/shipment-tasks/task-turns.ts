import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Selectable } from 'kysely';
import type { Context } from '../context.ts';
import { newId } from '../db/ids.ts';
import type { ShipmentTask } from '../db/schema.ts';
import { acrossShops, withShop } from '../db/tenancy.ts';
import { cancelRows } from './cancel-rows.ts';
import type { TaskRow } from './queries.ts';
import { rowsLeft } from './task-rows.ts';
import { trackRows } from './track-rows.ts';

/** Longer than a turn and the longest call begun in it. Who dies has written down each parcel that was done. */
const leaseMs = 3 * 60_000;
const turnMs = 15_000;
const turnsAtOnce = 6;
const lookAgainMs = 1_000;
/** How soon an unclear answer is looked at again. */
const settleMs = 3_000;

/** Every task has its turn, so that one of ten thousand parcels does not keep another shop's waiting. */
export async function workOnTasks(context: Context, signal: AbortSignal): Promise<number> {
  const running = new Set<Promise<void>>();
  let worked = 0;
  const work = async (task: TaskRow): Promise<void> => {
    try {
      worked += await turn(context, task, signal);
      await endTurn(context, task);
    } catch (error) {
      context.log.error({ err: error, task: task.id }, 'work on many parcels failed, it goes on when its lease ends');
    }
  };
  for (;;) {
    while (running.size < turnsAtOnce && !signal.aborted) {
      const task = await takeTask(context);
      if (!task) break;
      const one: Promise<void> = work(task).finally(() => running.delete(one));
      running.add(one);
    }
    if (running.size === 0) return worked;
    await Promise.race([...running, pause(lookAgainMs, undefined, { ref: false })]);
  }
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
  return acrossShops(context.db, async (trx) => {
    const { rows } = await sql<Selectable<ShipmentTask>>`
      update shipment_task set lease_id = ${newId(now)}, lease_until = ${until}, next_at = ${until}
      where (shop_id, id) = (
        select shop_id, id from shipment_task where next_at <= ${now}
        order by next_at limit 1 for update skip locked)
      returning *`.execute(trx);
    return rows[0];
  });
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
