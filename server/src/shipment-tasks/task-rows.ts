import type { TaskRowState } from '@courierdesk/contract/shipment-tasks';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { withShop } from '../db/tenancy.ts';
import type { ShipmentRow } from '../shipments/shipment-row.ts';
import type { TaskRow } from './queries.ts';

/** Parcels of a task in a state, in the order of the list, as their shipments are now. */
export async function taskShipments(
  context: Context,
  task: TaskRow,
  state: TaskRowState,
  limit: number,
): Promise<(ShipmentRow & { started_at: Date | null })[]> {
  return withShop(context.db, task.shop_id, (trx) =>
    trx
      .selectFrom('shipment_task_row as r')
      .innerJoin('shipment as s', (join) =>
        join.onRef('s.shop_id', '=', 'r.shop_id').onRef('s.id', '=', 'r.shipment_id'),
      )
      .selectAll('s')
      .select('r.started_at')
      .where('r.shop_id', '=', task.shop_id)
      .where('r.task_id', '=', task.id)
      .where('r.state', '=', state)
      .orderBy('r.position')
      .limit(limit)
      .execute(),
  );
}

/** Marks a waiting parcel as begun; false when somebody stopped it meanwhile. */
export async function beginRow(context: Context, task: TaskRow, shipmentId: string): Promise<boolean> {
  const begun = await withShop(context.db, task.shop_id, (trx) =>
    trx
      .updateTable('shipment_task_row')
      .set({ state: 'under-way', started_at: context.clock() })
      .where('shop_id', '=', task.shop_id)
      .where('task_id', '=', task.id)
      .where('shipment_id', '=', shipmentId)
      .where('state', '=', 'waiting')
      .executeTakeFirst(),
  );
  return begun.numUpdatedRows > 0n;
}

export type RowEnd = { readonly shipmentId: string; readonly state: TaskRowState; readonly message: string };

/** Writes down what came of parcels; those stopped meanwhile stay stopped. */
export async function endRows(context: Context, task: TaskRow, ends: readonly RowEnd[]): Promise<void> {
  if (ends.length === 0) return;
  await withShop(context.db, task.shop_id, (trx) =>
    sql`
      update shipment_task_row as r set state = e.state, message = e.message
      from unnest(
        ${ends.map((end) => end.shipmentId)}::text[], ${ends.map((end) => end.state)}::text[],
        ${ends.map((end) => end.message)}::text[]
      ) as e (shipment_id, state, message)
      where r.shop_id = ${task.shop_id} and r.task_id = ${task.id} and r.shipment_id = e.shipment_id
        and r.state in ('waiting', 'under-way')`.execute(trx),
  );
}

export async function rowsLeft(trx: Db, task: TaskRow): Promise<{ waiting: number; 'under-way': number }> {
  const rows = await trx
    .selectFrom('shipment_task_row')
    .select(['state', sql<number>`count(*)`.as('n')])
    .where('shop_id', '=', task.shop_id)
    .where('task_id', '=', task.id)
    .where('state', 'in', ['waiting', 'under-way'])
    .groupBy('state')
    .execute();
  const count = (state: string): number => rows.find((row) => row.state === state)?.n ?? 0;
  return { waiting: count('waiting'), 'under-way': count('under-way') };
}
