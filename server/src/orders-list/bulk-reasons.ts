import { courierName, isCompany } from '@courierdesk/contract/companies';
import type { ShipmentRow } from '../shipments/shipment-row.ts';

type Standing = Pick<ShipmentRow, 'booking_state' | 'status' | 'final'>;

/** Why a bulk cancel passes a parcel over; undefined: it can be cancelled. */
export function whyNotCancelled({ booking_state, status, final }: Standing): string | undefined {
  if (status === 'CANCELLED') return 'Cancelled already';
  if (booking_state === 'cancelling') return 'Being cancelled already';
  if (status === 'DELIVERED') return 'Delivered';
  if (final) return 'Came back to you';
  return booking_state === 'booked' ? undefined : 'Not booked';
}

/** Why a bulk look at the courier passes a parcel over: nothing moves any more. */
export function whyNotTracked({ status, final, company }: Standing & Pick<ShipmentRow, 'company'>): string | undefined {
  if (!isCompany(company)) return `${courierName(company)} cannot be asked`;
  if (!final) return undefined;
  if (status === 'CANCELLED') return 'Cancelled';
  return status === 'DELIVERED' ? 'Delivered' : 'Came back to you';
}
