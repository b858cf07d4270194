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

/** A note with the reason if the parcel cannot be printed, otherwise nothing. */
export function unprintableNotes(shipment: ShipmentRow): PrintNote[] {
  const reason = whyNotPrintable(shipment);
  return reason ? [printNote(shipment, false, reason)] : [];
}
