import { hash } from 'node:crypto';
import type { ShipmentStatus } from '@courierdesk/contract/statuses';
import type { CourierEvent, CourierTracking, StatusMeaning } from '../../adapters/couriers/courier.ts';
import type { TrackedRow } from '../../shipments/record/shipment-row.ts';

export type FoundTracking = Extract<CourierTracking, { found: true }>;

/** Stored instead of a fingerprint. Released versions read and write it too. */
const eventsMissing = 'events-missing';

/**
 * True for a parcel with a known status and without events, which the courier left out (PostEx may). It stays due until they
 * arrive, even if it is final.
 */
export const lacksEvents = (shipment: Pick<TrackedRow, 'tracking_fingerprint'>): boolean =>
  shipment.tracking_fingerprint === eventsMissing;

/** The columns that decide whether a tracking has news. */
export type TrackedState = Pick<
  TrackedRow,
  'booking_state' | 'status' | 'final' | 'status_text' | 'tracking_fingerprint'
>;

const rank: Record<ShipmentStatus, number> = { FULFILLED: 0, INPROCESS: 1, RTS: 2, DELIVERED: 3, CANCELLED: 3 };

/**
 * The new status of a parcel, or undefined if it does not change. A status never moves backwards and never leaves a final
 * state. Returns the same status if it only became final.
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

/** True if the courier left out the events of a parcel with news, now or before. */
export function needsEvents(shipment: TrackedState, tracking: CourierTracking): boolean {
  if (!tracking.found || !tracking.eventsLeftOut) return false;
  return (
    lacksEvents(shipment) ||
    shipment.status_text !== tracking.statusText ||
    nextStatus(shipment, tracking.status) !== undefined
  );
}

/** True if only the time of the check has to be saved. */
export function isUnchanged(shipment: TrackedRow, tracking: FoundTracking): boolean {
  if (tracking.eventsLeftOut) return !needsEvents(shipment, tracking);
  return fingerprint(shipment, tracking) === shipment.tracking_fingerprint;
}

/** The row with the tracking applied, except `next_track_at`. */
export function updatedRow(shipment: TrackedRow, tracking: FoundTracking, now: Date): TrackedRow {
  const status = nextStatus(shipment, tracking.status);
  const after: TrackedRow = {
    ...shipment,
    last_tracked_at: now,
    last_courier_update_at: now,
    status_text: tracking.statusText || shipment.status_text,
    trouble: (status ?? shipment.status) === 'INPROCESS' ? (tracking.status?.attention ?? null) : null,
    expected_at: tracking.expectedAt ?? shipment.expected_at,
    began_at: beganAt(shipment, tracking),
    ...(status && tracking.status
      ? statusColumns(status, tracking, tracking.status, now)
      : correctedTime(shipment, tracking, now)),
  };
  return { ...after, tracking_fingerprint: tracking.eventsLeftOut ? eventsMissing : fingerprint(after, tracking) };
}

/** A parcel that was added after its booking began when its courier first knew it. */
function beganAt({ origin, began_at, booked_at }: TrackedRow, { events, bookedAt }: FoundTracking): Date | null {
  if (origin !== 'imported') return null;
  const known = [began_at, booked_at, bookedAt, events[0]?.at].flatMap((at) => at ?? []);
  return known.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
}

/** When the parcel reached its status, if the courier says so; never later than now. */
export function statusTimeOf({ status, statusAt, events, deliveredAt }: FoundTracking, now: Date): Date | undefined {
  const at = statusAt ?? (status?.status === 'DELIVERED' ? deliveredAt : undefined) ?? events.at(-1)?.at;
  return at && at > now ? now : at;
}

/**
 * Identifies the tracking and the state of the parcel: the same fingerprint means no news. It includes our reading of the
 * courier's words, which changes when we learn a new status.
 */
function fingerprint(shipment: TrackedRow, tracking: FoundTracking): string {
  const { booking_state, status, final, courier_live } = shipment;
  return hashed([
    [booking_state, status, final, courier_live],
    [tracking.statusText, tracking.status, tracking.expectedAt?.toISOString(), tracking.cod],
    tracking.events.map(eventId),
  ]);
}

const eventIds = new WeakMap<CourierEvent, string>();

/** The same event always has the same id. */
export function eventId(event: CourierEvent): string {
  const known = eventIds.get(event);
  if (known) return known;
  const { at, code, text, location } = event;
  const id = hashed([at.toISOString(), code, text, location]);
  eventIds.set(event, id);
  return id;
}

const hashed = (value: unknown): string => hash('sha256', JSON.stringify(value), 'hex').slice(0, 24);

function statusColumns(
  status: ShipmentStatus,
  tracking: FoundTracking,
  meaning: StatusMeaning,
  now: Date,
): Partial<TrackedRow> {
  const at = statusTimeOf(tracking, now) ?? now;
  return {
    status,
    final: meaning.final,
    status_at: at,
    ...(status === 'DELIVERED' && { delivered_at: at, courier_live: false }),
    ...(status === 'CANCELLED' && { cancelled_at: now, courier_live: false }),
    ...(status === 'RTS' && meaning.final && { courier_live: false }),
  };
}

/** The status was saved before its events were known: takes its time from the events. */
function correctedTime(shipment: TrackedRow, tracking: FoundTracking, now: Date): Partial<TrackedRow> {
  const at = statusTimeOf(tracking, now);
  if (!at || !lacksEvents(shipment) || tracking.status?.status !== shipment.status) return {};
  return { status_at: at, ...(shipment.status === 'DELIVERED' && { delivered_at: at }) };
}
