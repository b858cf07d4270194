import { eventsMissing } from './tracking-change.ts';
import type { ShipmentRow } from '../shipments/shipment-row.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Every booked parcel has a time for its next look; whether it is looked at by itself is the plan's matter
 * (`track-due-shipments.ts`), so that parcels booked on FREE are followed from the day a paid plan begins.
 */
export const firstTrackAt = (now: Date): Date => jittered(now, hour);

type Followed = Pick<
  ShipmentRow,
  | 'id'
  | 'status'
  | 'final'
  | 'booked_at'
  | 'status_at'
  | 'last_courier_update_at'
  | 'cancelled_at'
  | 'courier_live'
  | 'tracking_fingerprint'
>;

const maxSilence = 30 * day;

/** The courier has said nothing new about a parcel on its way for 30 days. It is not asked again automatically. */
export function hasNoNews(
  {
    status,
    final,
    last_courier_update_at,
    status_at,
    booked_at,
  }: Omit<Followed, 'id' | 'cancelled_at' | 'courier_live' | 'tracking_fingerprint'>,
  now: Date,
): boolean {
  return !final && status !== 'CANCELLED' && since(last_courier_update_at ?? status_at ?? booked_at, now) >= maxSilence;
}

/** When to ask again: often while it moves, seldom when it is stuck, never after its way has ended and is known. */
export function nextTrackAt(shipment: Followed, now: Date): Date | null {
  if (shipment.status === 'CANCELLED') {
    const watched = shipment.courier_live ? 30 * day : 7 * day;
    return since(shipment.cancelled_at, now) < watched ? jittered(now, 12 * hour) : null;
  }
  if (shipment.final && shipment.tracking_fingerprint !== eventsMissing) return null;
  const age = since(shipment.booked_at, now);
  if (hasNoNews(shipment, now)) return null;
  return jittered(now, Math.max(pauseForAge(age), pauseForStanding(since(shipment.status_at, now))));
}

function pauseForAge(age: number): number {
  if (age < 2 * day) return hour;
  if (age < 7 * day) return 2 * hour;
  return age < 30 * day ? 6 * hour : 24 * hour;
}

/** A parcel whose status has not changed for long is stuck. */
function pauseForStanding(standing: number): number {
  if (standing < 3 * day) return 0;
  return standing < 10 * day ? 6 * hour : 24 * hour;
}

const since = (from: Date | null, now: Date): number => now.getTime() - (from ?? now).getTime();

/** Up to a fifth earlier or later: what was booked together need not be asked for together for ever. */
const jittered = (now: Date, pause: number): Date =>
  new Date(now.getTime() + Math.round(pause * (0.8 + 0.4 * Math.random())));
