import { hash } from 'node:crypto';
import type { ShipmentStatus } from '@courierdesk/contract/statuses';
import type { CourierEvent, CourierTracking, StatusMeaning } from '../couriers/courier.ts';
import type { FollowedRow } from './shipment-row.ts';

export type FoundTracking = Extract<CourierTracking, { found: true }>;

const rank: Record<ShipmentStatus, number> = { FULFILLED: 0, INPROCESS: 1, RTS: 2, DELIVERED: 3, CANCELLED: 3 };

/**
 * The status that the courier's words move a parcel to, or nothing: never backwards, never out of a final state. The
 * same status comes back when only its being final is new.
 */
export function moveOf(shipment: FollowedRow, meaning: StatusMeaning | undefined): ShipmentStatus | undefined {
  if (!meaning || shipment.booking_state !== 'booked' || shipment.final || shipment.status === 'CANCELLED')
    return undefined;
  const now = shipment.status as ShipmentStatus;
  if (meaning.status === now) return meaning.final ? now : undefined;
  return rank[meaning.status] > rank[now] ? meaning.status : undefined;
}

/** The row after the courier's words; its next time is the schedule's matter. */
export function rowAfter(shipment: FollowedRow, tracking: FoundTracking, now: Date): FollowedRow {
  const move = moveOf(shipment, tracking.status);
  const after: FollowedRow = {
    ...shipment,
    last_tracked_at: now,
    status_text: tracking.statusText || shipment.status_text,
    expected_at: tracking.expectedAt ?? shipment.expected_at,
    ...(move && tracking.status && movedTo(move, tracking, tracking.status, now)),
  };
  return { ...after, tracked_as: fingerprint(after, tracking) };
}

/**
 * What a tracking says to a parcel in its state. The same fingerprint again means that nothing is to be written; the
 * meaning is in it too, because a vocabulary may learn a word.
 */
export function fingerprint(shipment: FollowedRow, tracking: FoundTracking): string {
  const { booking_state, status, final, courier_live } = shipment;
  return hashed([
    [booking_state, status, final, courier_live],
    [tracking.statusText, tracking.status, tracking.expectedAt?.toISOString()],
    tracking.events.map(eventId),
  ]);
}

const eventIds = new WeakMap<CourierEvent, string>();

/** The same event told twice has the same id. */
export function eventId(event: CourierEvent): string {
  const known = eventIds.get(event);
  if (known) return known;
  const { at, code, text, location } = event;
  const id = hashed([at.toISOString(), code, text, location]);
  eventIds.set(event, id);
  return id;
}

const hashed = (value: unknown): string => hash('sha256', JSON.stringify(value), 'hex').slice(0, 24);

function movedTo(
  move: ShipmentStatus,
  tracking: FoundTracking,
  meaning: StatusMeaning,
  now: Date,
): Partial<FollowedRow> {
  const at = tracking.events.at(-1)?.at ?? now;
  return {
    status: move,
    final: meaning.final,
    status_at: at,
    ...(move === 'DELIVERED' && { delivered_at: at, courier_live: false }),
    ...(move === 'CANCELLED' && { cancelled_at: now, courier_live: false }),
    ...(move === 'RTS' && meaning.final && { courier_live: false }),
  };
}
