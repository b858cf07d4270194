import type { ShipmentSelection } from '@courierdesk/contract/shipment-selection';
import type { ShipmentTask, ShipmentTaskKind } from '@courierdesk/contract/shipment-tasks';
import { sql } from 'kysely';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { requireScope } from '../../base/require-scope.ts';
import { AppError } from '../../base/errors.ts';
import { whyNotCancelled, whyNotTracked } from '../../shipments/list/bulk-reasons.ts';
import { readBulkStates } from '../../shipments/list/describe-selection.ts';
import { selectShipments } from '../../shipments/list/select-shipments.ts';
import { taskLabel, withCounts } from './queries.ts';

const whyNot = { cancel: whyNotCancelled, track: whyNotTracked };
const nothingToDo = {
  cancel: 'None of these bookings can be cancelled.',
  track: 'These parcels can no longer be tracked.',
};

/** Creates a task with a row per parcel, for the worker. Parcels that the action does not apply to are skipped. */
export async function createTask(
  context: Context,
  actor: UserActor,
  kind: ShipmentTaskKind,
  selection: ShipmentSelection,
): Promise<ShipmentTask> {
  requireTaskScope(actor, kind);
  const now = context.clock();
  const task = await withShop(context.db, actor.shopId, async (trx) => {
    const selected = await selectShipments(trx, actor, selection, now);
    const states = new Map((await readBulkStates(trx, actor.shopId, selected)).map((one) => [one.id, one]));
    const ids = selected.filter((id) => {
      const shipment = states.get(id);
      return shipment && !whyNot[kind](shipment);
    });
    if (ids.length === 0) throw new AppError(kind === 'cancel' ? 'cannot-cancel' : 'conflict', nothingToDo[kind]);
    const row = await trx
      .insertInto('shipment_task')
      .values({
        shop_id: actor.shopId,
        id: newId(now),
        kind,
        total: ids.length,
        asked_by: actor.name,
        asked_by_user_id: actor.userId,
        ip: actor.ip,
        request_id: actor.requestId,
        created_at: now,
        next_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await context.jobs.request(trx, 'shipment-tasks', { shopId: actor.shopId, key: row.id, at: now });
    await sql`
      insert into shipment_task_row (shop_id, task_id, shipment_id, position, state)
      select ${actor.shopId}, ${row.id}, id, place, 'waiting'
      from unnest(${ids}::text[]) with ordinality as wanted (id, place)
      on conflict do nothing`.execute(trx);
    await recordAuditEvent(trx, actor, {
      at: now,
      action: `shipment-task.${kind}`,
      subjectKind: 'shipment_task',
      subjectId: row.id,
      label: taskLabel(row),
      detail: { parcels: ids.length, left_out: selected.length - ids.length },
    });
    const [counted] = await withCounts(trx, actor.shopId, [row]);
    return counted;
  });
  if (!task) throw new Error('a task without counts');
  return task;
}

/** Tracking needs WRITE_ORDERS; the endpoint also accepts users who can only cancel. */
export function requireTaskScope(actor: UserActor, kind: ShipmentTaskKind): void {
  if (kind === 'track') requireScope(actor, ['WRITE_ORDERS']);
}
