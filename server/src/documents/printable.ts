import { courierName } from '@courierdesk/contract/companies';
import type { ShipmentRow } from '../shipments/shipment-row.ts';

type Standing = Pick<ShipmentRow, 'tracking_number' | 'status' | 'booking_state' | 'account_id' | 'company'>;

/** Why a parcel has no paper; undefined: it has. */
export function whyNotPrintable(shipment: Standing): string | undefined {
  if (shipment.tracking_number === null) return 'It is not booked, so it has no label.';
  if (shipment.account_id === null)
    return `It was booked elsewhere, with ${courierName(shipment.company)}: print its papers there.`;
  if (shipment.status === 'CANCELLED') return 'Its booking is cancelled.';
  if (shipment.booking_state === 'cancelling') return 'Its booking is being cancelled.';
  return undefined;
}

/** Why a parcel goes on no load sheet; undefined: it does. */
export function whyNotHandedOver(shipment: Standing): string | undefined {
  const reason = whyNotPrintable(shipment);
  if (reason) return reason;
  return shipment.status === 'FULFILLED' ? undefined : 'The courier has it already.';
}
