import { BookingState, ShipmentStatus } from '@courierdesk/contract/statuses';
import type { ShipmentRow } from './shipment-row.ts';

/** COD in whole rupees: the amount on the form, on the label and at the courier. */
export const wholeCod = (shipment: Pick<ShipmentRow, 'cod'>): number => Math.round(Number(shipment.cod));

export const stateOf = (
  shipment: Pick<ShipmentRow, 'booking_state' | 'status' | 'final'>,
): { booking_state: BookingState; status: ShipmentStatus; final: boolean } => ({
  booking_state: BookingState.parse(shipment.booking_state),
  status: ShipmentStatus.parse(shipment.status),
  final: shipment.final,
});

/**
 * A person may mark the parcel as returned: couriers do not always scan a return at the shop. It is on its way back, or in
 * process without news for 30 days.
 */
export const canReceiveReturn = (row: ShipmentRow): boolean =>
  row.booking_state === 'booked' &&
  !row.final &&
  (row.status === 'RTS' || (row.status === 'INPROCESS' && row.next_track_at === null && row.account_id !== null));
