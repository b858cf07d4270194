import { courierName, isCompany } from '@courierdesk/contract/companies';
import type { ShipmentRow } from '../record/shipment-row.ts';

type BulkState = Pick<ShipmentRow, 'booking_state' | 'status' | 'final'>;

/** Why a bulk cancel skips a parcel; undefined if it can be cancelled. */
export function whyNotCancelled({ booking_state, status, final }: BulkState): string | undefined {
  if (status === 'CANCELLED') return 'Already cancelled';
  if (booking_state === 'cancelling') return 'Already being cancelled';
  if (status === 'DELIVERED') return 'Delivered';
  if (final) return 'Came back to you';
  return booking_state === 'booked' ? undefined : 'Not booked';
}

/** Why bulk tracking skips a parcel; undefined if it can be tracked. */
export function whyNotTracked({
  status,
  final,
  company,
}: BulkState & Pick<ShipmentRow, 'company'>): string | undefined {
  if (!isCompany(company)) return `${courierName(company)} can’t be tracked`;
  if (!final) return undefined;
  if (status === 'CANCELLED') return 'Cancelled';
  return status === 'DELIVERED' ? 'Delivered' : 'Came back to you';
}
