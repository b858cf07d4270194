import * as z from 'zod';

/** Where a shipment is. */
export const ShipmentStatus = z.enum(['FULFILLED', 'INPROCESS', 'DELIVERED', 'CANCELLED', 'RTS']);
export type ShipmentStatus = z.infer<typeof ShipmentStatus>;

/** Where the booking of a shipment is; only `booked` and `cancelling` have a tracking number for certain. */
export const BookingState = z.enum(['claimed', 'asking', 'uncertain', 'booked', 'rejected', 'released', 'cancelling']);
export type BookingState = z.infer<typeof BookingState>;

/**
 * What keeps a parcel from being delivered: the courier tried and could not; it waits for a decision; it goes back
 * next, unless the courier says otherwise.
 */
export const ParcelTrouble = z.enum(['attempted', 'held', 'return-next']);
export type ParcelTrouble = z.infer<typeof ParcelTrouble>;

export const PaymentStatus = z.enum(['UNPAID', 'PAID']);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

/** Status words as people read them, in the order they are displayed. */
export const statusName: Record<ShipmentStatus, string> = {
  FULFILLED: 'Fulfilled',
  INPROCESS: 'Inprocess',
  DELIVERED: 'Delivered',
  CANCELLED: 'Cancelled',
  RTS: 'Rts',
};

/** Step 1 to 4 of the progress display. RTS is on step 2: the parcel is on its way back. */
export const statusStep: Record<ShipmentStatus, 1 | 2 | 3 | 4> = {
  FULFILLED: 1,
  INPROCESS: 2,
  DELIVERED: 3,
  CANCELLED: 4,
  RTS: 2,
};

/**
 * Cancelling is offered while the parcel is neither cancelled nor delivered, and its number is certain. The specification
 * allows it for RTS; no courier cancels a parcel that is back at the shipper (final), and sending it again is a decision
 * about money and stock.
 */
export function isCancellable(shipment: {
  booking_state: BookingState;
  status: ShipmentStatus;
  final: boolean;
}): boolean {
  return (
    shipment.booking_state === 'booked' &&
    shipment.status !== 'CANCELLED' &&
    shipment.status !== 'DELIVERED' &&
    !shipment.final
  );
}

/**
 * A parcel on its way for more than three days is critical. We never learn that an untracked parcel arrived,
 * so its age says nothing.
 */
const criticalAgeDays = 3;

export function isCritical(
  shipment: { status: ShipmentStatus; final: boolean; followed: boolean; booked_at: Date },
  now: Date,
): boolean {
  const underWay =
    shipment.status === 'FULFILLED' ||
    shipment.status === 'INPROCESS' ||
    (shipment.status === 'RTS' && !shipment.final);
  return shipment.followed && underWay && now.getTime() - shipment.booked_at.getTime() > criticalAgeDays * 86_400_000;
}
