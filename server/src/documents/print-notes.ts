import type { PrintNote } from '@courierdesk/contract/labels';
import type { ShipmentRow } from '../shipments/shipment-row.ts';
import { whyNotPrintable } from './printable.ts';

export const printNote = (shipment: ShipmentRow, printed: boolean, message: string): PrintNote => ({
  shipment_id: shipment.id,
  order_name: shipment.order_name,
  tracking_number: shipment.tracking_number ?? '',
  printed,
  message,
});

/** Why a parcel is not on the paper, or nothing when it is. */
export function noteOnUnprintable(shipment: ShipmentRow): PrintNote[] {
  const reason = whyNotPrintable(shipment);
  return reason ? [printNote(shipment, false, reason)] : [];
}
