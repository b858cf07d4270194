import { cancelBooking } from '@courierdesk/contract/shipments';
import type { Person } from '../../base/actor.ts';
import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { mayStill } from '../../people/users/may-still.ts';
import { cancelShipmentById } from '../cancelling/cancel-shipment.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import type { TaskRow } from './queries.ts';
import { cancelsPausedUntil, startRow, saveResults, taskShipments, type RowResult } from './task-rows.ts';

/** How many parcels of a task are cancelled at once. The account's own limit also applies. */
const atOnce = 6;
const batch = 60;

type StartedShipment = ShipmentRow & { readonly started_at: Date | null };

const notAllowed = 'The person who asked for this may no longer cancel bookings. The booking is unchanged.';

/**
 * Cancels the parcels of a task, each like a single cancel, as long as the person who asked for it may. While calls to a courier are
 * paused, its parcels wait.
 */
export async function cancelRows(context: Context, task: TaskRow, isOver: () => boolean): Promise<void> {
  const started = await taskShipments(context, task, 'under-way', batch);
  for (const shipment of started) await resumeRow(context, task, shipment);
  while (!isOver()) {
    const canStart = sql<boolean>`${cancelsPausedUntil(context)} is null`;
    const waiting = await taskShipments(context, task, 'waiting', batch, canStart);
    if (waiting.length === 0) return;
    const queue = [...waiting];
    const work = async (): Promise<void> => {
      for (let next = queue.shift(); next && !isOver(); next = queue.shift()) {
        if (await startRow(context, task, next.id)) await cancelRow(context, task, next.id);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }
}

async function cancelRow(context: Context, task: TaskRow, shipmentId: string): Promise<void> {
  await saveResults(context, task, [await cancelled(context, task, shipmentId)]);
}

async function cancelled(context: Context, task: TaskRow, shipmentId: string): Promise<RowResult> {
  const { shop_id: shopId, asked_by_user_id: userId } = task;
  if (!(await mayStill(context, shopId, userId, cancelBooking.access)))
    return { shipmentId, state: 'failed', message: notAllowed };
  try {
    const { shipment, message } = await cancelShipmentById(context, personOf(task), shipmentId);
    return { shipmentId, state: shipment.status === 'CANCELLED' ? 'done' : 'under-way', message };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const now = await withShop(context.db, task.shop_id, (trx) => bookingState(trx, task.shop_id, shipmentId));
    // Someone else is cancelling it: this row gets the same result.
    if (now?.booking_state === 'cancelling') return { shipmentId, state: 'under-way', message: error.message };
    if (now?.status === 'CANCELLED') return { shipmentId, state: 'done', message: 'It was already cancelled.' };
    return { shipmentId, state: 'failed', message: error.message };
  }
}

/** Resumes a row whose cancel was started by a process that died, or got no clear answer. */
async function resumeRow(context: Context, task: TaskRow, shipment: StartedShipment): Promise<void> {
  const { id: shipmentId } = shipment;
  if (shipment.booking_state === 'cancelling') return;
  if (shipment.status === 'CANCELLED') {
    await saveResults(context, task, [{ shipmentId, state: 'done', message: 'Cancelled.' }]);
    return;
  }
  const wasAsked =
    shipment.cancel_asked_at !== null &&
    shipment.started_at !== null &&
    shipment.cancel_asked_at >= shipment.started_at;
  if (!wasAsked) await cancelRow(context, task, shipmentId);
  else
    await saveResults(context, task, [
      { shipmentId, state: 'failed', message: await whyNotCancelled(context, shipment) },
    ]);
}

/** The reason from the shipment's history: the words of `recordNotCancelled`. */
async function whyNotCancelled(context: Context, shipment: ShipmentRow): Promise<string> {
  const last = await withShop(context.db, shipment.shop_id, (trx) =>
    trx
      .selectFrom('shipment_history')
      .select(['who', 'what'])
      .where('shop_id', '=', shipment.shop_id)
      .where('shipment_id', '=', shipment.id)
      .where(({ eb, or }) => or([eb('what', 'like', 'Cancel refused%'), eb('what', 'like', 'Not cancelled%')]))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
  return last ? `${last.who}: ${last.what}` : 'It was not cancelled. The booking is unchanged.';
}

const bookingState = (trx: Db, shopId: string, id: string) =>
  trx
    .selectFrom('shipment')
    .select(['booking_state', 'status'])
    .where('shop_id', '=', shopId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The user who created the task. The audit trail of each cancel names them. */
const personOf = (task: TaskRow): Person => ({
  kind: 'user',
  shopId: task.shop_id,
  userId: task.asked_by_user_id,
  name: task.asked_by,
  ip: task.ip,
  userAgent: '',
  requestId: task.request_id,
});
