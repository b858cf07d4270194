import { matchCity, normaliseCity } from '@courierdesk/contract/cities';
import { readCourier, readParcelCourier } from '@courierdesk/contract/courier-cells';
import { mergeDifferences } from '@courierdesk/contract/merging';
import { normalisePhone, spellingsOf } from '@courierdesk/contract/phones';
import { maskName } from '@courierdesk/contract/public-tracking';
import {
  cleanCell,
  readAmount,
  readDay,
  readPaymentStatus,
  readTrackingNumber,
} from '@courierdesk/contract/sheet-values';
import { expect, test } from 'vitest';
import { CourierError, wordsOf } from '../adapters/couriers/courier-error.ts';
import { aBooking } from '../adapters/couriers/courier-script.testing.ts';
import { bookPacketBody } from '../adapters/couriers/leopard/booking.ts';
import { leopardStatus } from '../adapters/couriers/leopard/statuses.ts';
import { insertBookingBody } from '../adapters/couriers/mnp/booking.ts';
import { mergedCities } from '../adapters/couriers/mnp/reading.ts';
import { mnpStatus } from '../adapters/couriers/mnp/statuses.ts';
import { parsePakistanTime } from '../adapters/couriers/pakistan-time.ts';
import { createOrderBody } from '../adapters/couriers/postex/booking.ts';
import { wordsOf as postexWords } from '../adapters/couriers/postex/reading.ts';
import { Envelope } from '../adapters/couriers/postex/replies.ts';
import { postexStatus } from '../adapters/couriers/postex/statuses.ts';
import { refusal } from '../adapters/couriers/refusals.ts';
import { createBookingBody } from '../adapters/couriers/tcs/booking.ts';
import { TrackReply } from '../adapters/couriers/tcs/replies.ts';
import { tcsStatus } from '../adapters/couriers/tcs/statuses.ts';
import { readTracked } from '../adapters/couriers/tcs/tracking.ts';
import { cleanWords, flattenWords, wordsOfErrorBody } from '../adapters/couriers/words.ts';
import { newDocument } from '../shipments/documents/pdf/draw-pages.ts';
import { heightOf } from '../shipments/documents/pdf/text.ts';
import { platformIdOf } from '../store/orders/find-store-orders.ts';

const now = new Date('2026-02-02T10:00:00Z');
const account = { cacheKey: 'one', fields: {} };
const city = { id: 'LHE LAHORE', name: 'LAHORE' };
const cities = ['Lahore', 'Karachi', 'Dera Ghazi Khan', 'Rahim Yar Khan'].map((name) => ({ id: name, name }));

const paper = newDocument('test');

const bookingOf = (text: string) => ({
  ...aBooking(city, { products: text, remarks: text, orderNames: [text] }),
  consignee: { ...aBooking(city).consignee, name: `a${text}`, email: text, address: `a${text}` },
});
const answer = {
  status: 200,
  changes: true,
  contentType: '',
  body: Buffer.alloc(0),
  trace: { operation: 'book', method: 'POST', path: '/', status: 200, durationMs: 1 },
};
const addressed = (text: string) => ({
  consignee_name: text,
  consignee_phone: text,
  phone_as_written: text,
  consignee_address: text,
  city: text,
});

/** Everything that reads a text of a courier, a store, a file or a person. */
const readers: Record<string, (text: string) => unknown> = {
  'words of a courier': (text) => cleanWords(text),
  'words of an error value': (text) => flattenWords({ field: [text, text] }),
  'words of an error page': (text) => wordsOfErrorBody(Buffer.from(JSON.stringify({ message: text }))),
  'words of an error': (text) => wordsOf(new CourierError('rejected', '', { courierWords: text })),
  'a refusal': (text) => refusal(answer, text),
  'PostEx’s words': (text) => postexWords(Envelope.parse({ statusMessage: text, trace: text })),
  'Leopards’ status': leopardStatus,
  'M&P’s status': mnpStatus,
  'PostEx’s status': postexStatus,
  'TCS’s status': tcsStatus,
  'TCS’s summary': (text) =>
    readTracked('1', TrackReply.parse({ shipmentsummary: text, checkpoints: [{ datetime: text, status: text }] }), now),
  'a date of a courier': (text) => parsePakistanTime(text),
  'M&P’s cities': (text) => mergedCities([text], [text]),
  'a booking for Leopards': (text) => bookPacketBody(account, bookingOf(text)),
  'a booking for M&P': (text) => insertBookingBody(account, bookingOf(text)),
  'a booking for PostEx': (text) => createOrderBody(account, bookingOf(text)),
  'a booking for TCS': (text) => createBookingBody(account, bookingOf(text), now),
  'a phone': (text) => normalisePhone(text),
  'search words': (text) => spellingsOf(text),
  'a city': (text) => [normaliseCity(text), matchCity(text, cities)],
  'orders to merge': (text) => mergeDifferences([addressed(text), addressed(`${text}a`)]),
  'a name': (text) => maskName(text),
  'a cell': (text) => cleanCell(text),
  'a tracking number of a file': (text) => readTrackingNumber(text),
  'an amount of a file': (text) => readAmount(text),
  'a day of a file': (text) => readDay(text),
  'a courier of a file': (text) => [readCourier(text), readParcelCourier(text)],
  'a payment of a file': (text) => readPaymentStatus(text),
  'a reference of an order': (text) => platformIdOf(text),
  'a text on paper': (text) => heightOf(paper, text, 200, { size: 10 }),
};

/** Repeated, these make a reader that looks too far begin again at every one of them. */
const repeated = [
  ...['<', '<a', '{', '[', '“', '(', '=', '?', '/', '.', '-', ' ', ' -', '\n', '\t ', '\u0000', '0', '3', '3 ', '92 '],
  ...[
    'a',
    'a ',
    'A-',
    'jan',
    'jan ',
    '1 jan',
    '1-',
    '1:',
    'a@',
    '@a.',
    'ک\u0650',
    '\u0301',
    '\u{1f468}\u200d',
    'لاہور ',
  ],
  ...['already ', 'already a ', 'invalid ', 'invalid a ', 'token ', 'token is ', 'user name ', 'time'],
  ...['[Field error', "on field '", 'default message [', 'Exception: ', 'current status', 'current status: ', 'to 1 '],
  ...['en-route to ', 'at warehouse ', 'Expected Delivery Date : ', 'gid://shopify/Order/1'],
];

const textOf = (part: string, length: number): string => `${part.repeat(Math.ceil(length / part.length))}!`;

/** Processor time in milliseconds: other programs of the machine do not count. */
function workOf(read: (text: string) => unknown, text: string): number {
  const before = process.cpuUsage();
  try {
    read(text);
  } catch (error) {
    if (!(error instanceof CourierError)) throw error;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Work below this says nothing about how it grows. */
const littleMs = 40;
/** Far more than any of these takes. A text of four times the length would keep the test for minutes. */
const muchMs = 5_000;

test.each(Object.keys(readers))(
  '%s of 400,000 characters takes about four times the work of 100,000',
  (name) => {
    const read = readers[name] ?? (() => undefined);
    const slow = repeated.filter((part) => {
      // Shorter texts fit into the caches of the processor, and say little of longer ones.
      const [short, long] = [textOf(part, 100_000), textOf(part, 400_000)];
      const first = workOf(read, short);
      if (first < littleMs) return false;
      if (first > muchMs) return true;
      // A few times: the first one also pays for compiling and for other work of this process.
      const least = Math.min(...[1, 2, 3].map(() => workOf(read, short)));
      // With the square of the length it would be 16 times.
      return [1, 2, 3].every(() => workOf(read, long) > 10 * Math.max(littleMs / 4, least));
    });
    expect(slow).toEqual([]);
  },
  300_000,
);
