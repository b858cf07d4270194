import { countText } from '@courierdesk/contract/count-text';
import { CourierError } from '../courier-error.ts';
import type {
  Courier,
  CourierAccess,
  CourierCall,
  CourierRequest,
  CourierTracking,
  FoundConsignment,
} from '../courier.ts';
import { exchange, failure, isPdf, readJson, unreadable, type Exchange } from '../exchange.ts';
import { labelBytes } from '../http.ts';
import { matchAnswers } from '../match-answers.ts';
import { pakistanDay } from '../pakistan-time.ts';
import { provesNothingFound } from '../refusals.ts';
import { wordsOfErrorBody } from '../words.ts';
import { createOrderBody } from './booking.ts';
import {
  notFound,
  pickupAddresses,
  readBooked,
  readConsignment,
  readFound,
  readListed,
  readTracked,
  referenceOf,
  refuse,
  succeeded,
} from './reading.ts';
import {
  AddressesReply,
  BookReply,
  CitiesReply,
  Envelope,
  OrdersReply,
  TrackedListReply,
  TrackReply,
  type OrderRecord,
} from './replies.ts';
import { postexCode, postexStatus } from './statuses.ts';
import { postexInPlainWords } from './plain-words.ts';

const abilities = {
  cancel: true,
  maxTrackedAtOnce: 50,
  lookup: 'eventually',
  label: 'any-time',
  maxLoadSheetNumbers: 50,
  maxCod: 1_000_000,
  takesZeroCod: true,
  maxPieces: 99,
  parallelCalls: 4,
  timeoutMs: 30_000,
} as const;

/** Lists of a few days take seconds. */
const listTimeoutMs = 60_000;

/** PostEx Merchant COD API 4.1.9 as it is served: docs/contracts/postex.md. */
export function createPostex({ baseUrl }: { baseUrl: string }): Courier {
  const ask = (
    account: CourierAccess,
    call: CourierCall,
    operation: string,
    path: string,
    rest: Partial<CourierRequest> = {},
  ): Promise<Exchange> =>
    exchange(call, {
      operation,
      method: 'GET',
      url: `${baseUrl}/${path}`,
      timeoutMs: abilities.timeoutMs,
      changes: false,
      credentials: true,
      ...rest,
      headers: { token: account.fields['token'] ?? '', ...rest.headers },
    });

  async function choices(account: CourierAccess, call: CourierCall) {
    const answer = await ask(account, call, 'verify', 'v1/get-merchant-address');
    const reply = readJson(answer, AddressesReply);
    if (!succeeded(reply)) throw refuse(answer, reply);
    return pickupAddresses(reply);
  }

  async function trackOne(account: CourierAccess, trackingNumber: string, call: CourierCall): Promise<CourierTracking> {
    const path = `v1/track-order/${encodeURIComponent(trackingNumber)}`;
    const answer = await ask(account, call, 'track', path);
    const reply = readJson(answer, TrackReply);
    if (notFound(reply)) return { trackingNumber, found: false };
    if (!succeeded(reply)) throw refuse(answer, reply);
    const answered = reply.dist ? [reply.dist] : [];
    const record = matchAnswers(call, [trackingNumber], answered, numberOf).get(trackingNumber);
    return record ? readTracked(trackingNumber, record, call.now()) : { trackingNumber, found: false };
  }

  async function trackMany(account: CourierAccess, numbers: readonly string[], call: CourierCall) {
    const query = { TrackingNumbers: numbers.join(',') };
    const answer = await ask(account, call, 'track', 'v1/track-bulk-order', { query });
    // Comes now and then for well-formed requests. Fewer numbers, or one alone, may be answered.
    if (answer.status === 400) throw failure(answer, 'rejected', wordsOfErrorBody(answer.body));
    const reply = readJson(answer, TrackedListReply);
    if (!succeeded(reply) && !notFound(reply)) throw refuse(answer, reply);
    const records = matchAnswers(call, numbers, reply.dist, numberOf);
    return numbers.map((trackingNumber): CourierTracking => {
      const record = records.get(trackingNumber);
      return record ? readListed(trackingNumber, record, call.now()) : { trackingNumber, found: false };
    });
  }

  async function list(account: CourierAccess, path: string, query: Record<string, string>, call: CourierCall) {
    const asked = { query, timeoutMs: listTimeoutMs, maxBytes: labelBytes };
    const answer = await ask(account, call, 'lookup', path, asked);
    const reply = readJson(answer, OrdersReply);
    if (!succeeded(reply)) {
      const refusal = refuse(answer, reply);
      if (notFound(reply) && provesNothingFound(refusal)) return [];
      throw refusal;
    }
    const { dist: records } = reply;
    // Keys without a value may be missing, but each order of ours has a reference.
    if (!records || (records.length > 0 && !records.some(isNamed))) throw unreadable(answer);
    return records;
  }

  async function bookedOn(account: CourierAccess, startDate: string, endDate: string, call: CourierCall) {
    const days = { startDate, endDate };
    const records = [
      ...(await list(account, 'v2/get-unbooked-orders', days, call)),
      ...(await list(account, 'v1/get-all-order', { orderStatusId: '0', ...days }, call)),
    ];
    return records.filter((record) => record.trackingNumber !== '');
  }

  return {
    company: 'POSTEX',
    abilities,
    meaningOf: (words, code) => postexStatus(words) ?? postexCode(code),
    inPlainWords: postexInPlainWords,
    choices,

    async verify(account, call) {
      const offered = await choices(account, call);
      const count = offered['address_code']?.length ?? 0;
      return {
        message: `PostEx accepted the token. It has ${countText(count, 'pickup address', 'pickup addresses')}.`,
        choices: offered,
      };
    },

    async cities(account, call) {
      const answer = await ask(account, call, 'cities', 'v2/get-operational-city');
      const reply = readJson(answer, CitiesReply);
      if (!succeeded(reply)) throw refuse(answer, reply);
      const names = reply.dist.filter((city) => city.isDeliveryCity && city.operationalCityName !== '');
      return [...new Set(names.map((city) => city.operationalCityName))].map((name) => ({ id: name, name }));
    },

    async book(account, booking, call) {
      const json = createOrderBody(account, booking);
      const answer = await ask(account, call, 'book', 'v3/create-order', { method: 'POST', json, changes: true });
      return readBooked(answer, readJson(answer, BookReply));
    },

    async cancel(account, trackingNumber, call) {
      const json = { trackingNumber };
      const answer = await ask(account, call, 'cancel', 'v1/cancel-order', { method: 'PUT', json, changes: true });
      const reply = readJson(answer, Envelope);
      if (!succeeded(reply)) throw refuse(answer, reply);
    },

    async track(account, numbers, call) {
      if (numbers.length > 1) return trackMany(account, numbers, call);
      return Promise.all(numbers.map((number) => trackOne(account, number, call)));
    },

    async label(account, { trackingNumber }, call) {
      const answer = await ask(account, call, 'label', 'v1/get-invoice', {
        query: { trackingNumbers: trackingNumber },
        headers: { accept: 'application/pdf, application/json' },
        maxBytes: labelBytes,
      });
      if (isPdf(answer)) return answer.body;
      if (answer.status === 401)
        throw new CourierError('unauthorised', 'PostEx rejected the token.', {
          trace: answer.trace,
          courierWords: wordsOfErrorBody(answer.body),
        });
      return undefined;
    },

    /**
     * The answer is the paper itself, without a number. It moves the orders to Booked. One order
     * that PostEx does not accept fails the whole list. Where its words name the order, we ask again without it.
     */
    async loadSheet(account, trackingNumbers, call) {
      const refused: Record<string, string> = {};
      for (;;) {
        const rest = trackingNumbers.filter((number) => !(number in refused));
        const answer = await ask(account, call, 'load-sheet', 'v2/generate-load-sheet', {
          method: 'POST',
          json: { trackingNumbers: rest },
          headers: { accept: 'application/pdf, application/json' },
          changes: true,
          timeoutMs: listTimeoutMs,
          maxBytes: labelBytes,
        });
        if (isPdf(answer)) return { sheetId: '', pdf: answer.body, refused };
        const refusal = refuse(answer, readJson(answer, Envelope));
        const named = refusal.kind === 'rejected' ? numbersIn(refusal.courierWords, rest) : [];
        if (named.length === 0 || named.length === rest.length) throw refusal;
        for (const number of named) refused[number] = refusal.courierWords;
      }
    },

    /** No look-up by reference: both lists of the days around the claim are searched. */
    async findByReference(account, { reference, claimedAt }, call) {
      const records = await bookedOn(account, pakistanDay(claimedAt, -1), pakistanDay(claimedAt, 1), call);
      const ours = records.filter((record) => referenceOf(record) === reference);
      return withoutRepeats(ours.map((record) => readFound(record, call.now())));
    },

    async listBooked(account, { from, to }, call) {
      const records = await bookedOn(account, from, to, call);
      return withoutRepeats(records.map((record) => readConsignment(record, call.now())));
    },
  };
}

/** Those of the numbers that a sentence of PostEx names. */
function numbersIn(words: string, numbers: readonly string[]): string[] {
  const named = new Set(words.split(/[^\dA-Za-z]+/));
  return numbers.filter((number) => named.has(number));
}

const isNamed = (record: OrderRecord): boolean => record.orderRefNumber !== '';

const numberOf = (record: OrderRecord): string => record.trackingNumber;

/** The same consignment can be in both lists. If one list says cancelled, it is cancelled. */
function withoutRepeats<Found extends FoundConsignment>(found: readonly Found[]): Found[] {
  const numbers = new Map<string, Found>();
  for (const one of found) {
    const known = numbers.get(one.trackingNumber);
    numbers.set(one.trackingNumber, known ? { ...known, cancelled: known.cancelled || one.cancelled } : one);
  }
  return [...numbers.values()];
}
