import { systemActor } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { describeChanges, type OrderChange, type OrderCopy } from './order-version.ts';
import { closeCases, openCase } from '../shipments/cases.ts';
import { addHistory } from '../shipments/history.ts';
import { shipmentLabel } from '../shipments/shipment-label.ts';

export type ChangedOrder = {
  readonly storeOrderId: string;
  readonly before: OrderCopy;
  readonly after: OrderCopy;
  readonly cancelled: boolean;
};

/**
 * Opens a case for each shipment that holds a changed order. Compares with the booked copy, not with the last mirrored
 * one, so that undoing a change in the store closes the case.
 */
export async function flagOrderChanges(
  trx: Db,
  context: Context,
  shopId: string,
  changes: readonly ChangedOrder[],
): Promise<void> {
  const now = context.clock();
  for (const change of changes) {
    const held = await trx
      .selectFrom('shipment_order')
      .innerJoin('shipment', (join) =>
        join
          .onRef('shipment.shop_id', '=', 'shipment_order.shop_id')
          .onRef('shipment.id', '=', 'shipment_order.shipment_id'),
      )
      .select([
        ...(['shipment.id', 'shipment.final', 'shipment.order_name', 'shipment.tracking_number'] as const),
        'shipment_order.store_copy',
      ])
      .where('shipment_order.shop_id', '=', shopId)
      .where('shipment_order.store_order_id', '=', change.storeOrderId)
      .where('shipment_order.holds', '=', true)
      .executeTakeFirst();
    if (!held || held.final) continue;
    const shipment = { shop_id: shopId, id: held.id };
    const booked = held.store_copy as unknown as OrderCopy;
    const differences = changesAfterBooking(booked, change.after, change.cancelled);
    if (differences.length === 0) {
      await closeCases(trx, shipment, ['changed-after-booking'], now, 'Store');
      continue;
    }
    await openCase(trx, shipment, 'changed-after-booking', now, { changes: differences });
    await addHistory(trx, shipment, {
      at: now,
      who: 'Store',
      what: `Changed after booking: ${differences.map(({ field, was, now: then }) => `${field} was ${was}, now ${then}`).join('; ')}`,
    });
    await recordAuditEvent(trx, systemActor(shopId, 'Store'), {
      at: now,
      action: 'store-order.changed-after-booking',
      subjectKind: 'shipment',
      subjectId: held.id,
      label: shipmentLabel(held),
      detail: { fields: differences.map(({ field }) => field) },
    });
  }
}

/** What a case "changed after booking" lists. */
export const changesAfterBooking = (booked: OrderCopy, now: OrderCopy, isCancelled: boolean): OrderChange[] => [
  ...(isCancelled ? [{ field: 'Order', was: 'open', now: 'cancelled in the store' }] : []),
  ...describeChanges(booked, now),
];
