import { hash } from 'node:crypto';
import type { ShipmentStatus } from '@courierdesk/contract/statuses';
import type { CourierEvent, CourierTracking, StatusMeaning } from '../couriers/courier.ts';
import type { TrackedRow } from '../shipments/shipment-row.ts';

export type FoundTracking = Extract<CourierTracking, { found: true }>;

/** In the place of a fingerprint: its status is known, and the events that led there are still to be asked for. */
export const eventsMissing = 'events-missing';

/** What decides whether a courier's words are news. */
export type TrackedState = Pick<
  TrackedRow,
  'booking_state' | 'status' | 'final' | 'status_text' | 'tracking_fingerprint'
>;

const rank: Record<ShipmentStatus, number> = { FULFILLED: 0, INPROCESS: 1, RTS: 2, DELIVERED: 3, CANCELLED: 3 };

/**
 * The status that the courier's words move a parcel to, or nothing: never backwards, never out of a final state. The
 * same status comes back when only its being final is new.
 */
export function nextStatus(
  shipment: Omit<TrackedState, 'status_text' | 'tracking_fingerprint'>,
  meaning: StatusMeaning | undefined,
): ShipmentStatus | undefined {
  if (!meaning || shipment.booking_state !== 'booked' || shipment.final || shipment.status === 'CANCELLED')
    return undefined;
  const now = shipment.status as ShipmentStatus;
  if (meaning.status === now) return meaning.final ? now : undefined;
  return rank[meaning.status] > rank[now] ? meaning.status : undefined;
}

/** News came without its events, now or before. A parcel that stands as it stood does without. */
export function needsEvents(shipment: TrackedState, tracking: CourierTracking): boolean {
  if (!tracking.found || !tracking.eventsLeftOut) return false;
  return (
    shipment.tracking_fingerprint === eventsMissing ||
    shipment.status_text !== tracking.statusText ||
    nextStatus(shipment, tracking.status) !== undefined
  );
}

/** Nothing is to be written but that somebody looked. */
export function isUnchanged(shipment: TrackedRow, tracking: FoundTracking): boolean {
  if (tracking.eventsLeftOut) return !needsEvents(shipment, tracking);
  return fingerprint(shipment, tracking) === shipment.tracking_fingerprint;
}

/** The row after the courier's words; its next time is the schedule's matter. */
export function updatedRow(shipment: TrackedRow, tracking: FoundTracking, now: Date): TrackedRow {
  const move = nextStatus(shipment, tracking.status);
  const after: TrackedRow = {
    ...shipment,
    last_tracked_at: now,
    last_courier_update_at: now,
    status_text: tracking.statusText || shipment.status_text,
    expected_at: tracking.expectedAt ?? shipment.expected_at,
    ...(move && tracking.status ? movedTo(move, tracking, tracking.status, now) : dated(shipment, tracking)),
  };
  return { ...after, tracking_fingerprint: tracking.eventsLeftOut ? eventsMissing : fingerprint(after, tracking) };
}

/** When what stands happened, as far as the courier says. */
export const statusTimeOf = ({ events, deliveredAt }: FoundTracking): Date | undefined =>
  events.at(-1)?.at ?? deliveredAt;

/**
 * What a tracking says to a parcel in its state. The same fingerprint again means that nothing is to be written; the
 * meaning is in it too, because a vocabulary may learn a word.
 */
function fingerprint(shipment: TrackedRow, tracking: FoundTracking): string {
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
): Partial<TrackedRow> {
  const at = statusTimeOf(tracking) ?? now;
  return {
    status: move,
    final: meaning.final,
    status_at: at,
    ...(move === 'DELIVERED' && { delivered_at: at, courier_live: false }),
    ...(move === 'CANCELLED' && { cancelled_at: now, courier_live: false }),
    ...(move === 'RTS' && meaning.final && { courier_live: false }),
  };
}

/** A status that was written down before its events were known gets the moment that they tell. */
function dated(shipment: TrackedRow, tracking: FoundTracking): Partial<TrackedRow> {
  const at = tracking.events.at(-1)?.at;
  if (!at || shipment.tracking_fingerprint !== eventsMissing || tracking.status?.status !== shipment.status) return {};
  return { status_at: at, ...(shipment.status === 'DELIVERED' && { delivered_at: at }) };
}
