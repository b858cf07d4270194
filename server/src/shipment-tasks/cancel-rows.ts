import type { Person } from '../actor.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { withShop } from '../db/tenancy.ts';
import { AppError } from '../errors.ts';
import { cancelShipmentById } from '../cancelling/cancel-shipment.ts';
import type { ShipmentRow } from '../shipments/shipment-row.ts';
import type { TaskRow } from './queries.ts';
import { beginRow, endRows, taskShipments, type RowEnd } from './task-rows.ts';

/** How many of a task are cancelled at the same time; the account's own limit holds beside it. */
const atOnce = 6;
const batch = 60;

type Begun = ShipmentRow & { readonly started_at: Date | null };

/** Cancels the parcels of a task, each as it is cancelled alone. Answers how many were worked on. */
export async function cancelRows(context: Context, task: TaskRow, isOver: () => boolean): Promise<number> {
  const left = await taskShipments(context, task, 'under-way', batch);
  let worked = 0;
  for (const shipment of left) {
    const settled = await settle(context, task, shipment);
    if (settled) worked += 1;
  }
  while (!isOver()) {
    const waiting = await taskShipments(context, task, 'waiting', batch);
    if (waiting.length === 0) return worked;
    const line = [...waiting];
    const work = async (): Promise<void> => {
      for (let next = line.shift(); next && !isOver(); next = line.shift()) {
        if (await beginRow(context, task, next.id)) await cancelRow(context, task, next.id);
        worked += 1;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }
  return worked;
}

async function cancelRow(context: Context, task: TaskRow, shipmentId: string): Promise<void> {
  await endRows(context, task, [await cancelled(context, task, shipmentId)]);
}

async function cancelled(context: Context, task: TaskRow, shipmentId: string): Promise<RowEnd> {
  try {
    const { shipment, message } = await cancelShipmentById(context, askerOf(task), shipmentId);
    return { shipmentId, state: shipment.status === 'CANCELLED' ? 'done' : 'under-way', message };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const now = await withShop(context.db, task.shop_id, (trx) => standing(trx, task.shop_id, shipmentId));
    // Somebody else cancels it: what comes of that is what comes of this.
    if (now?.booking_state === 'cancelling') return { shipmentId, state: 'under-way', message: error.message };
    if (now?.status === 'CANCELLED') return { shipmentId, state: 'done', message: 'It was cancelled already.' };
    return { shipmentId, state: 'failed', message: error.message };
  }
}

/** What became of a parcel whose cancel was begun: by a process that died, or without a clear answer. */
async function settle(context: Context, task: TaskRow, shipment: Begun): Promise<boolean> {
  const { id: shipmentId } = shipment;
  if (shipment.booking_state === 'cancelling') return false;
  if (shipment.status === 'CANCELLED') {
    await endRows(context, task, [{ shipmentId, state: 'done', message: 'Cancelled.' }]);
    return true;
  }
  const asked =
    shipment.cancel_asked_at !== null &&
    shipment.started_at !== null &&
    shipment.cancel_asked_at >= shipment.started_at;
  if (!asked) await cancelRow(context, task, shipmentId);
  else await endRows(context, task, [{ shipmentId, state: 'failed', message: await refusal(context, shipment) }]);
  return true;
}

/** The courier's words, as the shipment's history has them. */
async function refusal(context: Context, shipment: ShipmentRow): Promise<string> {
  const last = await withShop(context.db, shipment.shop_id, (trx) =>
    trx
      .selectFrom('shipment_history')
      .select(['who', 'what'])
      .where('shop_id', '=', shipment.shop_id)
      .where('shipment_id', '=', shipment.id)
      .where('what', 'like', 'Cancel refused%')
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
  return last ? `${last.who}: ${last.what}` : 'The courier refused. The booking stands as it was.';
}

const standing = (trx: Db, shopId: string, id: string) =>
  trx
    .selectFrom('shipment')
    .select(['booking_state', 'status'])
    .where('shop_id', '=', shopId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Who asked, as the audit trail of each cancel names them. */
const askerOf = (task: TaskRow): Person => ({
  kind: 'user',
  shopId: task.shop_id,
  userId: task.asked_by_user_id,
  name: task.asked_by,
  ip: task.ip,
  requestId: task.request_id,
});
