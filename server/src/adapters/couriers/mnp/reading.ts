import type * as z from 'zod';
import type { CourierError } from '../courier-error.ts';
import type { CourierBooked, CourierCity, CourierTracking, FoundConsignment } from '../courier.ts';
import { readScans, withTimes, type Scan, type TimedScan } from '../scans.ts';
import { failure, unreadable, type Exchange } from '../exchange.ts';
import { latestPossibleTime, parsePakistanTime } from '../pakistan-time.ts';
import { isServerTrouble, refusal } from '../refusals.ts';
import { mobile, rupees } from '../reply-values.ts';
import { cleanWords } from '../words.ts';
import { succeeded, wordsOf, type BookReply, type Envelope, type FoundCn, type TrackedCn } from './replies.ts';
import { mnpStatus } from './statuses.ts';

export function refuse(answer: Exchange, reply: Envelope): CourierError {
  return refusal(answer, cleanWords(wordsOf(reply)));
}

/** Success has been seen with a failure in its text: that booking is not certain. */
export function readBooked(answer: Exchange, reply: z.infer<typeof BookReply>): CourierBooked {
  const trackingNumber = reply.orderReferenceId;
  if (!succeeded(reply)) {
    if (trackingNumber === '' || trackingNumber === '0') throw refuse(answer, reply);
    throw failure(answer, 'uncertain', cleanWords(wordsOf(reply)));
  }
  if (/already exist|duplicat|fail|error/i.test(reply.message)) {
    throw failure(answer, 'uncertain', cleanWords(wordsOf(reply)));
  }
  if (trackingNumber === '' || trackingNumber === '0') throw unreadable(answer);
  return { trackingNumber, trace: answer.trace };
}

/** Wrong credentials, and trouble of the server, come as the only "city" of a successful answer. */
export function readCityNames(answer: Exchange, reply: { City: readonly string[] } & Envelope) {
  const [only = '', second] = reply.City;
  const words = cleanWords(only);
  if (second === undefined && words !== '') {
    const areRefused = /invalid|incorrect|wrong|error|not found|password|username|unauthori[sz]ed/i.test(words);
    if (areRefused && !isServerTrouble(words)) throw failure(answer, 'unauthorised', words);
    const error = refusal(answer, words);
    if (error.kind !== 'rejected') throw error;
  }
  const names = reply.City.filter((name) => name.trim() !== '');
  if (names.length === 0) throw refuse(answer, reply);
  return names;
}

/**
 * All cities of both lists, by name. A booking sends back the spelling of a list, blanks included; where both lists
 * have the city, that of the booking list.
 */
export function mergedCities(forBooking: readonly string[], forDelivery: readonly string[]): CourierCity[] {
  const spellings = new Map<string, string>();
  for (const spelling of [...forDelivery, ...forBooking]) spellings.set(spelling.trim().toLowerCase(), spelling);
  return [...spellings.values()].map((spelling) => ({ id: spelling, name: spelling.trim().replace(/\s+/g, ' ') }));
}

export function readTracked(trackingNumber: string, cn: TrackedCn, now: Date): CourierTracking {
  const scans = withTimes(inSequence(scansOf(cn)), now).toSorted(byTag);
  const { events, status, statusAt, unknownWords } = readScans(scans);
  return {
    trackingNumber,
    found: true,
    // Scans whose times cannot be read are no events.
    statusText: (events.at(-1) ?? scans.at(-1)?.event)?.text ?? 'Booked',
    status: scans.length === 0 ? mnpStatus('Booked') : status,
    statusAt,
    unknownWords,
    events,
    reference: cn.OrderId,
    cod: rupees(cn.CODAmount),
    phone: mobile(cn.ContactNo),
    bookedAt: latestPossibleTime(parsePakistanTime(cn.BookingDate, 'month-first'), now),
  };
}

/** The look-up carries no status and no date: both come from tracking the numbers it found. */
export function readFound(cn: FoundCn, tracked: CourierTracking | undefined): FoundConsignment {
  const known = tracked?.found ? tracked : undefined;
  return {
    trackingNumber: cn.consignmentNumber,
    reference: cn.CustomerOrderNo,
    cancelled: known?.status?.status === 'CANCELLED',
    cod: rupees(cn.CODAmount) ?? known?.cod,
    phone: mobile(cn.consigneePhoneNo) ?? known?.phone,
    bookedAt: known?.bookedAt,
  };
}

const scansOf = (cn: TrackedCn): Scan[] =>
  cn.CNTrackingDetail.flatMap((row) => {
    const text = row.TrackingStatus || row.Event;
    const event = { text, code: row.TrackingTagID, location: row.Location, detail: row.TrackingNarration };
    const time = parsePakistanTime(row.TransactionTime, 'month-first');
    return text === '' ? [] : [{ event, time, meaning: mnpStatus(text) }];
  });

/** The scans come in any order. Where the tags agree with all known times, they say where a scan without a time belongs. */
function inSequence(scans: readonly Scan[]): readonly Scan[] {
  const tagged = scans.toSorted((one, other) => Number(one.event.code) - Number(other.event.code));
  const times = tagged.flatMap(({ time }) => (time && !time.dayOnly ? [time.at.getTime()] : []));
  const isRising = times.every((at, place) => at >= (times[place - 1] ?? at));
  return isRising && tagged.every(({ event }) => /^\d+$/.test(event.code)) ? tagged : scans;
}

/** Of several scans in one second, the one with the higher tag is the later. */
const byTag = (one: TimedScan, other: TimedScan): number => Number(one.event.code) - Number(other.event.code);
