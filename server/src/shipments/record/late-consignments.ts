import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';
import { openCase } from './cases.ts';
import { recordShipmentChange } from './record-shipment-change.ts';
import type { ShipmentRow } from './shipment-row.ts';

/**
 * The courier has a consignment for a booking that we closed. Opens a case: a person keeps the consignment as the booking of
 * its order, or cancels it at the courier.
 */
export async function addLateConsignment(
  trx: Db,
  shipment: ShipmentRow,
  trackingNumber: string,
  source: 'answer' | 'look-up',
  now: Date,
): Promise<void> {
  if (shipment.tracking_number === trackingNumber) return;
  const added = await trx
    .insertInto('late_consignment')
    .values({
      shop_id: shipment.shop_id,
      id: newId(now),
      shipment_id: shipment.id,
      tracking_number: trackingNumber,
      source,
      state: 'open',
      found_at: now,
    })
    .onConflict((conflict) => conflict.columns(['shop_id', 'shipment_id', 'tracking_number']).doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows !== 1n) return;
  await openCase(trx, shipment, 'late-consignment', now, { tracking_numbers: await openLateNumbers(trx, shipment) });
  await recordShipmentChange(trx, shipment, {
    at: now,
    action: 'shipment.found-late',
    who: 'Courierdesk',
    what: `Found late at the courier: ${trackingNumber}`,
  });
}

/** The numbers of this shipment's late consignments that are still undecided. */
export async function openLateNumbers(trx: Db, shipment: Pick<ShipmentRow, 'shop_id' | 'id'>): Promise<string[]> {
  const rows = await trx
    .selectFrom('late_consignment')
    .select('tracking_number')
    .where('shop_id', '=', shipment.shop_id)
    .where('shipment_id', '=', shipment.id)
    .where('state', '=', 'open')
    .orderBy('found_at')
    .execute();
  return rows.map((row) => row.tracking_number);
}
