import { countText } from '@courierdesk/contract/count-text';
import {
  ShipmentTaskKind,
  TaskRowState,
  type ShipmentTask,
  type ShipmentTaskRow,
} from '@courierdesk/contract/shipment-tasks';
import type { Paging } from '@courierdesk/contract/paging';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import type { ShipmentTask as ShipmentTaskTable } from '../../base/db/schema.ts';

export type TaskRow = Selectable<ShipmentTaskTable>;

const shownMs = 86_400_000;
const maxShown = 10;

/** How the activity log names a task: `the cancelling of 40 parcels`. */
export const taskLabel = ({ kind, total }: Pick<TaskRow, 'kind' | 'total'>): string =>
  `the ${kind === 'cancel' ? 'cancelling' : 'tracking'} of ${countText(total, 'parcel')}`;

export function taskById(trx: Db, shopId: string, id: string): Promise<TaskRow | undefined> {
  return trx
    .selectFrom('shipment_task')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Unfinished tasks, and those that finished within a day and were not dismissed; newest first. */
export async function visibleTasks(trx: Db, shopId: string, now: Date): Promise<ShipmentTask[]> {
  const since = new Date(now.getTime() - shownMs);
  const rows = await trx
    .selectFrom('shipment_task')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('dismissed_at', 'is', null)
    .where((eb) => eb.or([eb('finished_at', 'is', null), eb('finished_at', '>', since)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxShown)
    .execute();
  return withCounts(trx, shopId, rows);
}

export async function withCounts(trx: Db, shopId: string, tasks: readonly TaskRow[]): Promise<ShipmentTask[]> {
  const rows = await trx
    .selectFrom('shipment_task_row')
    .select(['task_id', 'state', sql<number>`count(*)`.as('n')])
    .where('shop_id', '=', shopId)
    .where('task_id', '=', anyOf(tasks.map(({ id }) => id)))
    .groupBy(['task_id', 'state'])
    .execute();
  return tasks.map((task) => {
    const counts = { waiting: 0, 'under-way': 0, done: 0, failed: 0, stopped: 0 };
    for (const row of rows) if (row.task_id === task.id) counts[TaskRowState.parse(row.state)] = row.n;
    return {
      id: task.id,
      kind: ShipmentTaskKind.parse(task.kind),
      asked_by: task.asked_by,
      created_at: task.created_at.toISOString(),
      finished_at: task.finished_at?.toISOString() ?? null,
      total: task.total,
      counts,
    };
  });
}

/** A page of a task's parcels: failed, in progress, waiting, stopped, done; each group in the order of the list. */
export async function taskRowsPage(trx: Db, task: TaskRow, paging: Paging): Promise<ShipmentTaskRow[]> {
  const rows = await trx
    .selectFrom('shipment_task_row as r')
    .innerJoin('shipment as s', (join) => join.onRef('s.shop_id', '=', 'r.shop_id').onRef('s.id', '=', 'r.shipment_id'))
    .select(['r.shipment_id', 's.order_name', 's.tracking_number', 's.deleted_number', 'r.state', 'r.message'])
    .where('r.shop_id', '=', task.shop_id)
    .where('r.task_id', '=', task.id)
    .orderBy(sql`array_position(array['failed', 'under-way', 'waiting', 'stopped', 'done'], r.state)`)
    .orderBy('r.position')
    .limit(paging.limit)
    .offset((paging.page - 1) * paging.limit)
    .execute();
  return rows.map((row) => ({
    shipment_id: row.shipment_id,
    order_name: row.order_name,
    tracking_number: row.tracking_number ?? row.deleted_number ?? '',
    state: TaskRowState.parse(row.state),
    message: row.message,
  }));
}
