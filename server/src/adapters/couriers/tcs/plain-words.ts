import type { PlainWords } from '../courier.ts';
import { isolated, plain, plainTable, type WordOf } from '../plain-words.ts';
import { isConfirmedDelivery, type tcsCodes, type tcsWords } from './statuses.ts';

const sentences: Record<WordOf<typeof tcsWords>, PlainWords> = {
  Booked: plain.booked,
  'Arrived at TCS Facility': plain.atFacility,
  'In Transit': plain.inTransit,
  'Shipment Picked': plain.pickedUp,
  'Out For Delivery': plain.outForDelivery,
  'Scheduled for Delivery': plain.scheduled,
  'Delay Beyond Our Control': plain.delayed,
  'Flight Cancelled': plain.flightCancelled,
  'Delay Due To Flight Cancellation': plain.flightCancelled,
  'Airline Error': plain.airlineDelay,
  'Delay Due To Airline Error': plain.airlineDelay,
  'Force Majeure': plain.forceMajeure,
  'Delay Due To Force Majeure': plain.forceMajeure,
  'Bad Address': plain.badAddress,
  'Unable To Contact': plain.noContact,
  'Unable To Deliver': plain.notDelivered,
  'Refused Delivery': plain.refused,
  'Recipient Refused': plain.refused,
  'Awaiting Receiver Collection': plain.awaitingCollection,
  'On Hold': plain.onHold,
  'Shipment On Hold': plain.onHold,
  'Ready For Return': plain.returnNext,
  'Return In Transit': plain.returning,
  'Return To Origin': plain.returning,
  'Shipment Returned To Origin': plain.returning,
  'Returned To Shipper': plain.returned,
  'Shipment Returned To Shipper': plain.returned,
  Delivered: plain.delivered,
  'Shipment Delivered': plain.delivered,
  Cancelled: plain.cancelled,
  Canceled: plain.cancelled,
  'Shipment Cancelled': plain.cancelled,
  'Booking Cancelled': plain.cancelled,
};

const byCode: Record<keyof typeof tcsCodes, PlainWords> = {
  OFD: plain.outForDelivery,
  SC: plain.awaitingCollection,
  SD: plain.scheduled,
  OH: plain.onHold,
  BA: plain.badAddress,
  NP: plain.notDelivered,
  UV: plain.noContact,
  FOK: plain.onHold,
  DBC: plain.delayed,
  DFC: plain.flightCancelled,
  DAE: plain.airlineDelay,
  DFM: plain.forceMajeure,
  RD: plain.refused,
  RR: plain.returnNext,
  RT: plain.returning,
  RO: plain.returning,
  RS: plain.returned,
};

/** The words that `tcsStatus` knows by their beginning, with the place or reason that follows. */
const beginnings: readonly (readonly [RegExp, (rest: string) => PlainWords])[] = [
  [/^arrived at (.+)$/i, (place) => ({ en: `Arrived at ${place}`, ur: `پارسل ${isolated(place)} پہنچ گیا` })],
  [/^departed(?: from tcs facility)?$/i, () => plain.dispatched],
  [/^departed (?:from )?(.+)$/i, (place) => ({ en: `Left ${place}`, ur: `پارسل ${isolated(place)} سے روانہ ہو گیا` })],
  [
    /^in transit (?:to )?(.+)$/i,
    (place) => ({ en: `${plain.inTransit.en}: ${place}`, ur: `${plain.inTransit.ur}: ${isolated(place)}` }),
  ],
  [/^recipient refused .+$/i, () => plain.refused],
];

const known = plainTable(sentences);
const ofCode: ReadonlyMap<string, PlainWords> = new Map(Object.entries(byCode));

export function tcsInPlainWords(words: string, code: string): PlainWords | undefined {
  if (isConfirmedDelivery(words, code)) return plain.delivered;
  const said = known(words) ?? ofCode.get((code || words.trim()).toUpperCase());
  return said ?? beginningInPlainWords(words.trim().replace(/\s+/g, ' '));
}

function beginningInPlainWords(words: string): PlainWords | undefined {
  for (const [pattern, sentence] of beginnings) {
    const match = pattern.exec(words);
    if (match) return sentence(match[1] ?? '');
  }
  return undefined;
}
