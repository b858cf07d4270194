import type { Db } from '../../base/db/client.ts';
import { hasOpenCase } from './cases.ts';
import type { ShipmentRow } from './shipment-row.ts';
import { wholeCod } from './shipment-state.ts';

/**
 * Whole rupees that the customer still has to pay at the door. 0 for a parcel that arrived, comes back or is cancelled, and while
 * its courier is to collect another amount than ours: then we do not know which one is right.
 */
export async function codDue(trx: Db, shipment: ShipmentRow): Promise<number> {
  const { status, payment_status: payment } = shipment;
  if (payment === 'PAID' || (status !== 'FULFILLED' && status !== 'INPROCESS')) return 0;
  const isDisputed = shipment.needs_attention && (await hasOpenCase(trx, shipment, ['other-cod-at-courier']));
  return isDisputed ? 0 : wholeCod(shipment);
}
