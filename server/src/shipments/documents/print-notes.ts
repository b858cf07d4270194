import type { PrintKind, PrintNote } from '@courierdesk/contract/labels';
import type { ShipmentRow } from '../record/shipment-row.ts';
import { howItEnded, whyNotPrintable } from './printable.ts';

export const printNote = (shipment: ShipmentRow, printed: boolean, message: string): PrintNote => ({
  shipment_id: shipment.id,
  order_name: shipment.order_name,
  tracking_number: shipment.tracking_number ?? '',
  printed,
  ended: false,
  message,
});

/** A note with the reason if the parcel cannot be printed, or is not printed unasked. Otherwise nothing. */
export function unprintableNotes(
  shipment: ShipmentRow,
  { kind, withEnded }: { readonly kind: PrintKind; readonly withEnded: boolean },
): PrintNote[] {
  const reason = whyNotPrintable(shipment);
  if (reason) return [printNote(shipment, false, reason)];
  const end = kind === 'airway-bill' && !withEnded ? howItEnded(shipment) : undefined;
  return end ? [{ ...printNote(shipment, false, end), ended: true }] : [];
}
