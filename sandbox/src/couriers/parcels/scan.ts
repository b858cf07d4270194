import type { Consignment, NewConsignment, ParcelEvent } from './consignment.ts';
import { stableHash } from '../../core/stable-hash.ts';
import type { Step } from './life-cycle.ts';

/** The parcel after one scan at the given time. */
export function withScan(parcel: Consignment, step: Step, at: Date): Consignment {
  const event = eventOf(parcel, step, at);
  return {
    ...parcel,
    status: event.status,
    stage: step.stage,
    cancelled: step.stage === 'cancelled',
    moved_at: at.toISOString(),
    events: step.silent ? parcel.events : [...parcel.events, event],
  };
}

export function firstEvents(parcel: NewConsignment, booked: Step): ParcelEvent[] {
  return booked.silent ? [] : [eventOf(parcel, booked, new Date(parcel.booked_at))];
}

function eventOf(parcel: NewConsignment, step: Step, at: Date): ParcelEvent {
  const reasons = step.reasons ?? [];
  const reason = reasons[stableHash(parcel.tracking_number) % Math.max(1, reasons.length)];
  const place = step.place && (step.place === 'origin' ? parcel.origin_city : parcel.destination_city);
  const words = { parcel, reason };
  return {
    at: at.toISOString(),
    stage: step.stage,
    status: fillIn(step.status, words),
    ...(step.code && { code: step.code }),
    ...(step.message && { message: fillIn(step.message, words) }),
    ...(reason && { reason }),
    ...(place && { place }),
  };
}

function fillIn(text: string, words: { parcel: NewConsignment; reason: string | undefined }): string {
  return text
    .replace('{origin}', words.parcel.origin_city)
    .replace('{destination}', words.parcel.destination_city)
    .replace('{merchant}', words.parcel.shipper.name)
    .replace('{reason}', words.reason ?? '');
}
