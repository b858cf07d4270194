import { courierName } from '@courierdesk/contract/companies';
import type { ShipmentRow } from '../shipments/shipment-row.ts';

type PrintableState = Pick<
  ShipmentRow,
  'tracking_number' | 'status' | 'booking_state' | 'account_id' | 'company' | 'customer_erased_at'
>;

/** Why a parcel has no label; undefined if it has one. */
export function whyNotPrintable(shipment: PrintableState): string | undefined {
  if (shipment.tracking_number === null) return 'It is not booked, so it has no label.';
  if (shipment.account_id === null)
    return `It was booked elsewhere, with ${courierName(shipment.company)}. Print its label there.`;
  if (shipment.customer_erased_at) return 'The customer’s data was erased at their request.';
  if (shipment.status === 'CANCELLED') return 'Its booking is cancelled.';
  if (shipment.booking_state === 'cancelling') return 'Its booking is being cancelled.';
  return undefined;
}

/** Why a parcel cannot be on a load sheet; undefined if it can. */
export function whyNotOnLoadSheet(shipment: PrintableState): string | undefined {
  const reason = whyNotPrintable(shipment);
  if (reason) return reason;
  return shipment.status === 'FULFILLED' ? undefined : 'The courier already has it.';
}
