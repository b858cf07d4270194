import { lacksEvents } from './tracking-change.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Every booked parcel gets a time for its next check, on FREE too: then tracking starts as soon as the shop has a paid plan.
 * `track-account.ts` skips FREE shops.
 */
export const firstTrackAt = (now: Date): Date => jittered(now, hour);

type TrackedColumns = Pick<
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

/** No news about a parcel on its way for 30 days: automatic tracking stops. */
export function hasNoNews(
  {
    status,
    final,
    last_courier_update_at,
    status_at,
    booked_at,
  }: Omit<TrackedColumns, 'id' | 'cancelled_at' | 'courier_live' | 'tracking_fingerprint'>,
  now: Date,
): boolean {
  return !final && status !== 'CANCELLED' && since(last_courier_update_at ?? status_at ?? booked_at, now) >= maxSilence;
}

/**
 * When to check again: often while the parcel moves, rarely when it is stuck, and a few times after its end, because couriers
 * correct what they said.
 */
export function nextTrackAt(shipment: TrackedColumns, now: Date): Date | null {
  if (shipment.status === 'CANCELLED') {
    const watched = shipment.courier_live ? 30 * day : 7 * day;
    return since(shipment.cancelled_at, now) < watched ? jittered(now, 12 * hour) : null;
  }
  if (shipment.final && !lacksEvents(shipment)) return checkAfterEnd(shipment.status_at, now);
  const age = since(shipment.booked_at, now);
  if (hasNoNews(shipment, now)) return null;
  return jittered(now, Math.max(pauseForAge(age), pauseForStuck(since(shipment.status_at, now))));
}

const daysAfterEnd = [1, 3, 7, 14, 21];

function checkAfterEnd(endedAt: Date | null, now: Date): Date | null {
  const next = daysAfterEnd.find((days) => days * day > since(endedAt, now));
  if (next === undefined || !endedAt) return null;
  return new Date(endedAt.getTime() + next * day + Math.round(2 * hour * Math.random()));
}

function pauseForAge(age: number): number {
  if (age < 2 * day) return hour;
  if (age < 7 * day) return 2 * hour;
  return age < 30 * day ? 6 * hour : 24 * hour;
}

/** By the age of the status. */
function pauseForStuck(age: number): number {
  if (age < 3 * day) return 0;
  return age < 10 * day ? 6 * hour : 24 * hour;
}

const since = (from: Date | null, now: Date): number => now.getTime() - (from ?? now).getTime();

/** Up to 20% earlier or later, so that parcels booked together are not always due together. */
const jittered = (now: Date, pause: number): Date =>
  new Date(now.getTime() + Math.round(pause * (0.8 + 0.4 * Math.random())));
