import { isolated, urdu, urduTable, type WordOf } from '../urdu.ts';
import type { tcsCodes, tcsWords } from './statuses.ts';

const sentences: Record<WordOf<typeof tcsWords>, string> = {
  Booked: urdu.booked,
  'Arrived at TCS Facility': urdu.atFacility,
  'In Transit': urdu.inTransit,
  'Shipment Picked': urdu.pickedUp,
  'Out For Delivery': urdu.outForDelivery,
  'Scheduled for Delivery': urdu.scheduled,
  'Delay Beyond Our Control': urdu.delayed,
  'Flight Cancelled': urdu.flightCancelled,
  'Delay Due To Flight Cancellation': urdu.flightCancelled,
  'Airline Error': urdu.airlineDelay,
  'Delay Due To Airline Error': urdu.airlineDelay,
  'Force Majeure': urdu.forceMajeure,
  'Delay Due To Force Majeure': urdu.forceMajeure,
  'Bad Address': urdu.badAddress,
  'Unable To Contact': urdu.noContact,
  'Unable To Deliver': urdu.notDelivered,
  'Refused Delivery': urdu.refused,
  'Recipient Refused': urdu.refused,
  'Awaiting Receiver Collection': urdu.awaitingCollection,
  'On Hold': urdu.onHold,
  'Shipment On Hold': urdu.onHold,
  'Ready For Return': urdu.returnNext,
  'Return In Transit': urdu.returning,
  'Return To Origin': urdu.returning,
  'Shipment Returned To Origin': urdu.returning,
  'Returned To Shipper': urdu.returned,
  'Shipment Returned To Shipper': urdu.returned,
  Delivered: urdu.delivered,
  'Shipment Delivered': urdu.delivered,
  Cancelled: urdu.cancelled,
  Canceled: urdu.cancelled,
  'Shipment Cancelled': urdu.cancelled,
  'Booking Cancelled': urdu.cancelled,
};

const byCode: Record<keyof typeof tcsCodes, string> = {
  OFD: urdu.outForDelivery,
  SC: urdu.awaitingCollection,
  SD: urdu.scheduled,
  OH: urdu.onHold,
  BA: urdu.badAddress,
  NP: urdu.notDelivered,
  UV: urdu.noContact,
  FOK: urdu.onHold,
  DBC: urdu.delayed,
  DFC: urdu.flightCancelled,
  DAE: urdu.airlineDelay,
  DFM: urdu.forceMajeure,
  RD: urdu.refused,
  RR: urdu.returnNext,
  RT: urdu.returning,
  RO: urdu.returning,
  RS: urdu.returned,
};

/** The words that `tcsStatus` knows by their beginning, with the place or reason that follows. */
const beginnings: readonly (readonly [RegExp, (rest: string) => string])[] = [
  [/^arrived at (.+)$/i, (place) => `پارسل ${isolated(place)} پہنچ گیا`],
  [/^departed(?: from tcs facility)?$/i, () => urdu.dispatched],
  [/^departed (?:from )?(.+)$/i, (place) => `پارسل ${isolated(place)} سے روانہ ہو گیا`],
  [/^in transit (?:to )?(.+)$/i, (place) => `${urdu.inTransit}: ${isolated(place)}`],
  [/^recipient refused .+$/i, () => urdu.refused],
];

const known = urduTable(sentences);
const ofCode: ReadonlyMap<string, string> = new Map(Object.entries(byCode));

export function tcsInUrdu(words: string, code: string): string | undefined {
  const said = known(words) ?? ofCode.get((code || words.trim()).toUpperCase());
  return said ?? beginningInUrdu(words.trim().replace(/\s+/g, ' '));
}

function beginningInUrdu(words: string): string | undefined {
  for (const [pattern, sentence] of beginnings) {
    const match = pattern.exec(words);
    if (match) return sentence(match[1] ?? '');
  }
  return undefined;
}
