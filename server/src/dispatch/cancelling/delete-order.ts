import { courierName } from '@courierdesk/contract/companies';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { recordShipmentChange } from '../../shipments/record/record-shipment-change.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { closeCases, settledByEnd } from '../../shipments/record/cases.ts';
import { openLateNumbers } from '../../shipments/record/late-consignments.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';

/** Removes a shipment from all lists and reports. The row stays, without its number, so that its reference is not reused. */
export async function deleteOrder(context: Context, actor: UserActor, id: string): Promise<{ message: string }> {
  const now = context.clock();
  return withShop(context.db, actor.shopId, async (trx) => {
    const shipment = await trx
      .selectFrom('shipment')
      .selectAll()
      .where('shop_id', '=', actor.shopId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!shipment) throw notFound('The order');
    const why = whyNotDeleted(shipment, await openLateNumbers(trx, shipment), now);
    if (why) throw new AppError('cannot-delete', why);
    await trx
      .updateTable('shipment')
      .set({
        tracking_number: null,
        deleted_number: shipment.tracking_number,
        deleted_at: now,
        deleted_by: actor.name,
        next_track_at: null,
        next_look_up_at: null,
      })
      .where('shop_id', '=', actor.shopId)
      .where('id', '=', id)
      .execute();
    await closeCases(trx, shipment, settledByEnd, now, actor.name);
    await recordShipmentChange(trx, shipment, {
      at: now,
      actor,
      action: 'shipment.delete',
      detail: {
        order_name: shipment.order_name,
        tracking_number: shipment.tracking_number,
        company: shipment.company,
        booking_state: shipment.booking_state,
        status: shipment.status,
      },
    });
    return { message: `${shipment.order_name} has been deleted` };
  });
}

/** A parcel that the courier may still have cannot be deleted. */
function whyNotDeleted(shipment: ShipmentRow, lateNumbers: readonly string[], now: Date): string | undefined {
  const courier = courierName(shipment.company);
  if (lateNumbers.length > 0)
    return `${courier} has also booked ${lateNumbers.join(', ')} for this order. Keep or cancel it under “Needs attention” first.`;
  if (shipment.booking_state === 'rejected') return undefined;
  if (shipment.booking_state === 'released')
    return shipment.look_up_until && shipment.look_up_until > now
      ? `${courier} may still report this booking. We keep checking for 48 hours; delete the order after that.`
      : undefined;
  if (shipment.booking_state !== 'booked') return 'The booking is still in progress. Delete the order after it ends.';
  if (shipment.status === 'DELIVERED')
    return 'Delivered orders cannot be deleted. They stay in your records and reports.';
  if (shipment.status === 'RTS' && shipment.final)
    return 'Returned orders cannot be deleted. They stay in your records and reports.';
  if (shipment.status === 'RTS') return 'This order is on its way back to you, so it cannot be deleted.';
  if (shipment.status !== 'CANCELLED') return 'Only a cancelled order can be deleted. Cancel its booking first.';
  return shipment.courier_live
    ? `${courier} still holds ${shipment.tracking_number ?? 'its number'}. Void it in the ${courier} portal first.`
    : undefined;
}
