import type * as z from 'zod';
import type { CourierError } from '../courier-error.ts';
import type {
  CourierBooked,
  CourierChoices,
  CourierTracking,
  FoundConsignment,
  ListedConsignment,
} from '../courier.ts';
import { furthest, readScans, withTimes, type Scan } from '../scans.ts';
import { failure, unclear, unreadable, type Exchange } from '../exchange.ts';
import { latestPossibleTime, parsePakistanTime } from '../pakistan-time.ts';
import { refusal } from '../refusals.ts';
import { mobile, rupees } from '../reply-values.ts';
import { cleanWords } from '../words.ts';
import type { AddressesReply, BookReply, Envelope, OrderRecord } from './replies.ts';
import { postexCode, postexStatus } from './statuses.ts';

export const succeeded = (reply: Envelope): boolean => reply.statusCode === '200';

/** An unknown order is HTTP 200 with the code 404 in the body. */
export const notFound = (reply: Envelope): boolean => reply.statusCode === '404';

export function refuse(answer: Exchange, reply: Envelope): CourierError {
  const words = wordsOf(reply);
  if (reply.statusCode === '401') return failure(answer, 'unauthorised', words);
  if (reply.statusCode === '429') return failure(answer, 'unavailable', words);
  if (reply.statusCode.startsWith('5')) return failure(answer, unclear(answer), words);
  if (reply.statusCode === '' && answer.status !== 400) return unreadable(answer);
  return refusal(answer, words);
}

/** "200" without a number, and a number without "200", are unknown outcomes, not failures. */
export function readBooked(answer: Exchange, reply: z.infer<typeof BookReply>): CourierBooked {
  const trackingNumber = reply.dist?.trackingNumber;
  if (!succeeded(reply)) throw trackingNumber ? failure(answer, 'uncertain', wordsOf(reply)) : refuse(answer, reply);
  if (!trackingNumber) throw unreadable(answer);
  return { trackingNumber, trace: answer.trace };
}

/** PostEx's own sentence, or what Spring's validation says of each field: `cityName: must not be null`. */
export function wordsOf(reply: Envelope): string {
  const text = reply.statusMessage || reply.message || exceptionIn(reply.trace) || reply.error;
  return fieldMessages(text) || cleanWords(exceptionIn(text) || text);
}

export function readTracked(trackingNumber: string, record: OrderRecord, now: Date): CourierTracking {
  const { events, status, statusAt, unknownWords } = readScans(withTimes(scansOf(record), now));
  const stated = record.transactionStatus;
  const meaning = postexStatus(stated);
  const present = furthest(status, meaning);
  return {
    trackingNumber,
    found: true,
    statusText: stated || (events.at(-1)?.text ?? ''),
    status: present,
    statusAt: present === status ? statusAt : undefined,
    unknownWords: stated === '' ? unknownWords : meaning ? '' : stated,
    events,
    reference: referenceOf(record),
    cod: rupees(record.invoicePayment),
    phone: mobile(record.customerPhone),
    bookedAt: latestPossibleTime(parsePakistanTime(record.transactionDate), now),
    deliveredAt: latestPossibleTime(parsePakistanTime(record.orderDeliveryDate), now),
  };
}

/** A row of the list call may come without its history; an order just booked has none. */
export function readListed(trackingNumber: string, record: OrderRecord, now: Date): CourierTracking {
  const tracking = readTracked(trackingNumber, record, now);
  const complete = !tracking.found || tracking.events.length > 0 || tracking.status?.status === 'FULFILLED';
  return complete ? tracking : { ...tracking, eventsLeftOut: true };
}

export function readFound(record: OrderRecord, now: Date): FoundConsignment {
  return {
    trackingNumber: record.trackingNumber,
    reference: referenceOf(record),
    cancelled: postexStatus(record.transactionStatus)?.status === 'CANCELLED',
    cod: rupees(record.invoicePayment),
    phone: mobile(record.customerPhone),
    bookedAt: latestPossibleTime(parsePakistanTime(record.transactionDate), now),
  };
}

export function readConsignment(record: OrderRecord, now: Date): ListedConsignment {
  return {
    ...readFound(record, now),
    statusText: record.transactionStatus,
    status: postexStatus(record.transactionStatus),
    consignee: { name: record.customerName, address: record.deliveryAddress, city: record.cityName },
  };
}

export const referenceOf = (record: OrderRecord): string => record.orderRefNumber.replace(/^#/, '');

export function pickupAddresses(reply: z.infer<typeof AddressesReply>): CourierChoices {
  return {
    address_code: reply.dist
      .filter((row) => row.addressCode !== '' && row.addressType !== 'Return Address')
      .map((row) => ({
        value: row.addressCode,
        label: [row.addressCode, row.cityName, row.address.replace(/\s+/g, ' ')].filter(Boolean).join(', '),
      })),
  };
}

/** Scans in a warehouse on the way back look like those on the way out; their code tells which way it goes. */
const scansOf = (record: OrderRecord): Scan[] =>
  record.transactionStatusHistory
    .filter((row) => row.transactionStatusMessage !== '')
    .map((row) => ({
      event: { text: row.transactionStatusMessage, code: row.transactionStatusMessageCode, location: '', detail: '' },
      time: parsePakistanTime(row.updatedAt),
      meaning: postexCode(row.transactionStatusMessageCode),
    }));

function exceptionIn(trace: string): string {
  return /Exception: ([^\n\r]+)/.exec(trace)?.[1]?.trim() ?? '';
}

function fieldMessages(text: string): string {
  const said = text
    .split(/\[Field error/)
    .slice(1)
    .flatMap((part) => {
      const field = /on field '([^']+)'/.exec(part)?.[1];
      const message = [...part.matchAll(/default message \[([^[\]]*)\]/g)].at(-1)?.[1];
      return field && message ? [`${field}: ${message}`] : [];
    });
  return cleanWords([...new Set(said)].join('; '));
}
