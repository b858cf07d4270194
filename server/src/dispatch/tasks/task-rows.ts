import { companies } from '@courierdesk/contract/companies';
import type { TaskRowState } from '@courierdesk/contract/shipment-tasks';
import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import type { TaskRow } from './queries.ts';

/** Until when the courier of a parcel (`s`) takes no cancels, because calls to it are paused; null if it takes them now. */
export function cancelsPausedUntil({ couriers, clock }: Pick<Context, 'couriers' | 'clock'>): RawBuilder<Date | null> {
  const asked = companies.filter((company) => couriers[company].abilities.cancel);
  return sql<Date | null>`(
    select a.paused_until from courier_account as a
    where a.shop_id = s.shop_id and a.id = s.account_id and s.company = any(${asked}::text[])
      and a.paused_until > ${clock()})`;
}

/** Current shipments of a task's rows in one state, in the order of the list: all, or only some of them. */
export async function taskShipments(
  context: Context,
  task: TaskRow,
  state: TaskRowState,
  limit: number,
  only?: RawBuilder<boolean>,
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
      .where(only ?? sql<boolean>`true`)
      .orderBy('r.position')
      .limit(limit)
      .execute(),
  );
}

/** Marks a waiting row of a cancel as started. Returns false if someone has stopped it, or its courier takes no cancels now. */
export async function startRow(context: Context, task: TaskRow, shipmentId: string): Promise<boolean> {
  const started = await withShop(context.db, task.shop_id, (trx) =>
    trx
      .updateTable('shipment_task_row')
      .set({ state: 'under-way', started_at: context.clock() })
      .where('shop_id', '=', task.shop_id)
      .where('task_id', '=', task.id)
      .where('shipment_id', '=', shipmentId)
      .where('state', '=', 'waiting')
      .where(
        sql<boolean>`exists (
          select from shipment as s
          where s.shop_id = ${task.shop_id} and s.id = ${shipmentId} and ${cancelsPausedUntil(context)} is null)`,
      )
      .executeTakeFirst(),
  );
  return started.numUpdatedRows > 0n;
}

export type RowResult = { readonly shipmentId: string; readonly state: TaskRowState; readonly message: string };

/** Saves the results of rows. Stopped rows stay stopped. */
export async function saveResults(context: Context, task: TaskRow, ends: readonly RowResult[]): Promise<void> {
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

export async function countUnfinishedRows(trx: Db, task: TaskRow): Promise<{ waiting: number; 'under-way': number }> {
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

/** When the next waiting row of a cancel can start. */
export async function nextStart(trx: Db, context: Context, task: TaskRow): Promise<Date> {
  const now = context.clock();
  const { rows } = await sql<{ at: Date | null }>`
    select min(coalesce(${cancelsPausedUntil(context)}, ${now}::timestamptz)) as at
    from shipment_task_row as r
    join shipment as s on s.shop_id = r.shop_id and s.id = r.shipment_id
    where r.shop_id = ${task.shop_id} and r.task_id = ${task.id} and r.state = 'waiting'`.execute(trx);
  return rows[0]?.at ?? now;
}
