import type { CourierError } from '../courier-error.ts';
import type { CourierBooked, CourierTracking, FoundConsignment, ListedConsignment } from '../courier.ts';
import { furthest, readScans, withTimes, type Scan } from '../scans.ts';
import { failure, unreadable, type Exchange } from '../exchange.ts';
import { latestPossibleTime, parsePakistanTime } from '../pakistan-time.ts';
import { refusal } from '../refusals.ts';
import { mobile, rupees } from '../reply-values.ts';
import { flattenWords } from '../words.ts';
import type { BookReply, FoundRow, TrackedPacket } from './replies.ts';
import { leopardStatus } from './statuses.ts';
import type * as z from 'zod';

type Envelope = { status: number; error?: unknown; message?: unknown };

export const succeeded = (reply: Envelope): boolean => reply.status === 1;

const wordsOf = (reply: Envelope): string => flattenWords(reply.error) || flattenWords(reply.message);

export const refuse = (answer: Exchange, reply: Envelope): CourierError => refusal(answer, wordsOf(reply));

export function refuseUnlessSucceeded(answer: Exchange, reply: Envelope): void {
  if (!succeeded(reply)) throw refuse(answer, reply);
}

/** Which of the numbers a refusal names, and why. */
export function refusedNumbers(reply: Envelope, numbers: readonly string[]): Record<string, string> {
  const reasons = new Map<string, unknown>(Object.entries(Object(reply.error)));
  return Object.fromEntries(
    numbers.flatMap((number) => (reasons.has(number) ? [[number, flattenWords(reasons.get(number))]] : [])),
  );
}

/** Booked only with a number and a success; a number without a success is unclear. */
export function readBooked(answer: Exchange, reply: z.infer<typeof BookReply>): CourierBooked {
  const packet = reply.packet_list[0];
  const trackingNumber = reply.track_number || packet?.track_number || '';
  if (!succeeded(reply) && trackingNumber === '') throw refuse(answer, reply);
  if (!succeeded(reply)) throw failure(answer, 'uncertain', wordsOf(reply));
  if (trackingNumber === '') throw unreadable(answer);
  const labelUrl = reply.slip_link || packet?.slip_link;
  return { trackingNumber, trace: answer.trace, ...(labelUrl ? { labelUrl } : {}) };
}

/** A success with the reason of a failure is unclear: Leopards names in `error` the numbers that it did not cancel. */
export function readCancelled(answer: Exchange, reply: Envelope): void {
  refuseUnlessSucceeded(answer, reply);
  const reason = flattenWords(reply.error);
  if (reason !== '') throw failure(answer, 'uncertain', reason);
}

export function readTracked(trackingNumber: string, packet: TrackedPacket, now: Date): CourierTracking {
  const { events, status, statusAt, unknownWords } = readScans(withTimes(scansOf(packet), now));
  const stated = packet.booked_packet_status;
  const meaning = leopardStatus(stated);
  const lastScan = events.at(-1)?.text ?? '';
  // The packet's own status can end the way without a scan: an automatic cancellation has none. Else it may lag behind.
  const isEnd = meaning?.final === true;
  const present = isEnd ? furthest(status, meaning) : furthest(meaning, status);
  return {
    trackingNumber,
    found: true,
    statusText: (isEnd ? stated : lastScan) || stated,
    status: present,
    statusAt: present === status ? statusAt : undefined,
    unknownWords: isEnd ? '' : lastScan === '' && !meaning ? stated : unknownWords,
    events,
    reference: packet.booked_packet_order_id,
    cod: rupees(packet.booked_packet_collect_amount),
    phone: mobile(packet.consignment_phone),
    bookedAt: latestPossibleTime(parsePakistanTime(packet.booking_date), now),
  };
}

export function readFound(row: FoundRow, now: Date): FoundConsignment {
  return {
    trackingNumber: row.trackingNumber,
    reference: row.reference,
    cancelled: leopardStatus(row.status)?.status === 'CANCELLED',
    cod: rupees(row.cod),
    phone: mobile(row.phone),
    bookedAt: latestPossibleTime(parsePakistanTime(row.bookedAt), now),
  };
}

export function readListed(row: FoundRow, now: Date): ListedConsignment {
  const { name, address, city } = row;
  return {
    ...readFound(row, now),
    statusText: row.status,
    status: leopardStatus(row.status),
    consignee: { name, address, city },
  };
}

const scansOf = (packet: TrackedPacket): Scan[] =>
  packet.events
    .filter(({ text }) => text !== '')
    .map(({ text, at, detail }) => ({
      event: { text, code: '', location: '', detail },
      time: parsePakistanTime(at),
      meaning: leopardStatus(text),
    }));
