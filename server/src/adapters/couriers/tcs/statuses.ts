import type { StatusMeaning } from '../courier.ts';
import { meaning, normaliseStatus, statusTable, type StatusWords } from '../status-table.ts';

/** Words of scans and delivery attempts. See docs/contracts/tcs.md, "Status words". */
export const tcsWords = [
  [meaning.booked, ['Booked']],
  [
    meaning.underWay,
    [
      'Arrived at TCS Facility',
      'In Transit',
      'Shipment Picked',
      'Out For Delivery',
      'Scheduled for Delivery',
      'Delay Beyond Our Control',
      'Flight Cancelled',
      'Delay Due To Flight Cancellation',
      'Airline Error',
      'Delay Due To Airline Error',
      'Force Majeure',
      'Delay Due To Force Majeure',
    ],
  ],
  [
    meaning.attempted,
    ['Bad Address', 'Unable To Contact', 'Unable To Deliver', 'Refused Delivery', 'Recipient Refused'],
  ],
  [meaning.held, ['Awaiting Receiver Collection', 'On Hold', 'Shipment On Hold']],
  [meaning.returnNext, ['Ready For Return']],
  [meaning.returning, ['Return In Transit', 'Return To Origin', 'Shipment Returned To Origin']],
  [meaning.returned, ['Returned To Shipper', 'Shipment Returned To Shipper']],
  [meaning.delivered, ['Delivered', 'Shipment Delivered']],
  [meaning.cancelled, ['Cancelled', 'Canceled', 'Shipment Cancelled', 'Booking Cancelled']],
] as const satisfies StatusWords;

const words = statusTable(tcsWords);

/** Words that TCS follows with a place or a reason; always from the beginning of the text. */
const beginnings: readonly (readonly [RegExp, StatusMeaning])[] = [
  [/^(arrived at|departed|in transit) /, meaning.underWay],
  [/^departed$/, meaning.underWay],
  [/^recipient refused /, meaning.attempted],
];

/** Codes of delivery attempts. OK and CN say different things in different answers: their text decides. */
export const tcsCodes = {
  OFD: meaning.underWay,
  SC: meaning.held,
  SD: meaning.underWay,
  OH: meaning.held,
  BA: meaning.attempted,
  NP: meaning.attempted,
  UV: meaning.attempted,
  FOK: meaning.held,
  DBC: meaning.underWay,
  DFC: meaning.underWay,
  DAE: meaning.underWay,
  DFM: meaning.underWay,
  RD: meaning.attempted,
  RR: meaning.returnNext,
  RT: meaning.returning,
  RO: meaning.returning,
  RS: meaning.returned,
} as const satisfies Record<string, StatusMeaning>;

const codes: Readonly<Record<string, StatusMeaning>> = tcsCodes;

export function tcsStatus(text: string): StatusMeaning | undefined {
  const word = normaliseStatus(text);
  return words(word) ?? beginnings.find(([pattern]) => pattern.test(word))?.[1];
}

/** Delivered wants both the code OK and the word: OK comes with other texts too. */
export const isConfirmedDelivery = (text: string, code: string): boolean =>
  code.toUpperCase() === 'OK' && /\bdelivered\b/i.test(text) && !otherThanDelivered.test(text);

/** Words of texts in which "delivered" does not mean that the receiver has the parcel. */
const otherThanDelivered =
  /\b(not|non|un|never|unable|\w+n['’]t|fail\w*|refus\w*|return\w*|attempt\w*|be|shipper|sender|origin|back|partial\w*|mis|wrong\w*)\b/i;

export const tcsCode = (code: string): StatusMeaning | undefined => codes[code.toUpperCase()];
