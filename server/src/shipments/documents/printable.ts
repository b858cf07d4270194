import { courierName } from '@courierdesk/contract/companies';
import type { ShipmentRow } from '../record/shipment-row.ts';

type PrintableState = Pick<
  ShipmentRow,
  'tracking_number' | 'status' | 'booking_state' | 'account_id' | 'company' | 'customer_erased_at'
>;

/** Why a parcel has no label; undefined if it has one. */
export function whyNotPrintable(shipment: PrintableState): string | undefined {
  if (shipment.tracking_number === null) return 'It is not booked, so it has no label.';
  if (shipment.account_id === null)
    return `It was booked elsewhere, with ${courierName(shipment.company)}. Print its label there.`;
  if (shipment.customer_erased_at) return 'The customer’s data was erased.';
  if (shipment.status === 'CANCELLED') return 'Its booking is cancelled.';
  if (shipment.booking_state === 'cancelling') return 'Its booking is being cancelled.';
  return undefined;
}

/** Of a parcel that no one should send out under its number again; undefined of others. */
export function howItEnded({ status }: Pick<ShipmentRow, 'status'>): string | undefined {
  if (status === 'DELIVERED') return 'It is delivered. A label is only for a parcel that is still to be sent.';
  if (status === 'RTS') return 'It was returned or is on its way back. To send it again, book its order again.';
  return undefined;
}

/** Why a parcel cannot be on a load sheet; undefined if it can. */
export function whyNotOnLoadSheet(shipment: PrintableState): string | undefined {
  const reason = whyNotPrintable(shipment);
  if (reason) return reason;
  return shipment.status === 'FULFILLED' ? undefined : 'The courier already has it.';
}
