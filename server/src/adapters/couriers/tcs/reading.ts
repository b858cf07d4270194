import type * as z from 'zod';
import type { CourierError } from '../courier-error.ts';
import type { CourierBooked, CourierChoices, CourierCity, FoundConsignment } from '../courier.ts';
import { failure, unreadable, type Exchange } from '../exchange.ts';
import { latestPossibleTime, parsePakistanTime } from '../pakistan-time.ts';
import { refusal } from '../refusals.ts';
import { mobile, rupees } from '../reply-values.ts';
import { flattenWords } from '../words.ts';
import { cityId } from './booking.ts';
import {
  wordsOf,
  type BookReply,
  type CitiesReply,
  type CostCentresReply,
  type Envelope,
  type ListedRow,
} from './replies.ts';
import { tcsStatus } from './statuses.ts';

/** The answer refuses one of the two tokens; nothing was done. */
export function refusesToken(reply: Envelope): boolean {
  const said = [reply.code, reply.status].map((value) => value.toLowerCase());
  return said.includes('401') || said.includes('unauthorized') || /access token is required/i.test(reply.message);
}

const saysSuccess = (reply: Envelope) => /^success/i.test(reply.message) || /^success/i.test(reply.response);

const saysFailure = (reply: Envelope) =>
  /^fail/i.test(reply.message) || flattenWords([reply.error, reply.errorList]) !== '';

export function refuse(answer: Exchange, reply: Envelope): CourierError {
  if (refusesToken(reply)) return failure(answer, 'unauthorised', wordsOf(reply));
  return refusal(answer, saysSuccess(reply) && !saysFailure(reply) ? '' : wordsOf(reply));
}

const knownRefusals = /^(no cost center found|invalid |insert valid )/i;

/** Other words without a number may be those of a success: the booking is looked up before its order is free again. */
const provesNoBooking = (answer: Exchange, reply: Envelope): boolean =>
  saysFailure(reply) || knownRefusals.test(reply.message) || [400, 403].includes(answer.status);

function whyNotBooked(answer: Exchange, reply: Envelope): CourierError {
  const error = refuse(answer, reply);
  return error.kind === 'rejected' && !provesNoBooking(answer, reply)
    ? failure(answer, 'uncertain', error.courierWords)
    : error;
}

/** Booked means a number and no failure; only one edition of the answer has a status. */
export function readBooked(answer: Exchange, reply: z.infer<typeof BookReply>): CourierBooked {
  const trackingNumber = reply.consignmentNo || reply.consignmentno;
  if (trackingNumber === '') throw whyNotBooked(answer, reply);
  if (/^fail/i.test(reply.message)) throw unreadable(answer);
  return { trackingNumber, trace: answer.trace };
}

export function readCancelled(answer: Exchange, reply: Envelope): void {
  if (!saysSuccess(reply) || saysFailure(reply)) throw refuse(answer, reply);
}

export function readCities(reply: z.infer<typeof CitiesReply>): CourierCity[] {
  const named = reply.data.filter((city) => city.cityname !== '');
  const byId = new Map(named.map((city) => [cityId(city.citycode, city.cityname), city.cityname]));
  return [...byId].map(([id, name]) => ({ id, name }));
}

export function readCostCentres(reply: z.infer<typeof CostCentresReply>): NonNullable<CourierChoices[string]> {
  return reply.detail
    .filter((row) => row.costcentercode !== '' && row.isactive !== 'N' && row.isdeleted !== 'Y')
    .map((row) => ({
      value: row.costcentercode,
      label: [row.costcentercode, row.costcentername, row.costcentercity].filter(Boolean).join(', '),
    }));
}

export function readListed(row: ListedRow, now: Date): FoundConsignment {
  return {
    trackingNumber: row.trackingNumber,
    reference: row.reference,
    cancelled: tcsStatus(row.status)?.status === 'CANCELLED',
    cod: rupees(row.cod),
    phone: mobile(row.phone),
    bookedAt: latestPossibleTime(parsePakistanTime(row.bookedAt), now),
  };
}
