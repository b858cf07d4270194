import { sql } from 'kysely';
import type { Actor } from '../../base/actor.ts';
import type { Db } from '../../base/db/client.ts';
import { closeCases, settledByEnd } from '../../shipments/record/cases.ts';
import { recordShipmentChange } from '../../shipments/record/record-shipment-change.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';

type NumberOfOrder = { readonly company: string; readonly trackingNumber: string; readonly orderId: string };

/**
 * Deletes cancelled parcels that have one of these numbers for another order: no courier was asked to cancel them, so the
 * parcel may be for the order that is named now.
 */
export async function freeCancelledNumbers(
  trx: Db,
  actor: Actor,
  numbers: readonly NumberOfOrder[],
  now: Date,
): Promise<void> {
  if (numbers.length === 0) return;
  const { rows: deleted } = await sql<Pick<ShipmentRow, 'shop_id' | 'id' | 'order_name' | 'tracking_number'>>`
    update shipment as s set
      tracking_number = null, deleted_number = s.tracking_number, deleted_at = ${now}, deleted_by = ${actor.name}
    from unnest(
      ${numbers.map(({ company }) => company)}::text[], ${numbers.map((one) => one.trackingNumber)}::text[],
      ${numbers.map(({ orderId }) => orderId)}::text[]) as given (company, number, store_order_id)
    where s.shop_id = ${actor.shopId} and s.tracking_number = given.number and lower(s.company) = lower(given.company)
      and s.status = 'CANCELLED' and s.account_id is null and not exists (
        select from shipment_order as o
        where o.shop_id = s.shop_id and o.shipment_id = s.id and o.store_order_id = given.store_order_id)
    returning s.shop_id, s.id, s.order_name, s.deleted_number as tracking_number`.execute(trx);
  for (const shipment of deleted) {
    await closeCases(trx, shipment, settledByEnd, now, actor.name);
    await recordShipmentChange(trx, shipment, {
      at: now,
      actor,
      action: 'shipment.delete',
      what: `Deleted: ${shipment.tracking_number ?? ''} was given to another order`,
    });
  }
}
