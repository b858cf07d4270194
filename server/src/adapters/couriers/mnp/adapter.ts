import { countText } from '@courierdesk/contract/count-text';
import { CourierError } from '../courier-error.ts';
import type { Courier, CourierAccess, CourierCall, CourierRequest, CourierTracking } from '../courier.ts';
import { exchange, readJson, unreadable, type Exchange } from '../exchange.ts';
import { matchAnswers } from '../match-answers.ts';
import { failedRead, meansNothingFound, provesNothingFound } from '../refusals.ts';
import { insertBookingBody } from './booking.ts';
import { mergedCities, readBooked, readCityNames, readFound, readTracked, refuse } from './reading.ts';
import {
  BookReply,
  CitiesReply,
  LocationsReply,
  LookupReply,
  SubAccountsReply,
  succeeded,
  TrackReply,
  type Envelope,
} from './replies.ts';
import { mnpStatus } from './statuses.ts';
import { mnpInPlainWords } from './plain-words.ts';

const abilities = {
  cancel: false,
  maxTrackedAtOnce: 200,
  lookup: 'eventually',
  label: 'none',
  maxLoadSheetNumbers: 0,
  maxCod: 99_999,
  takesZeroCod: false,
  maxPieces: 99,
  parallelCalls: 4,
  timeoutMs: 45_000,
} as const;

/** Numbers of one list that are asked of the public tracking, which takes one for each call. */
const maxAskedPublicly = 20;

/** M&P COD API. The casing of the credentials differs from call to call. See docs/contracts/mnp.md. */
export function createMnp({ baseUrl, trackingUrl }: { baseUrl: string; trackingUrl: string }): Courier {
  const ask = (call: CourierCall, operation: string, path: string, rest: Partial<CourierRequest>): Promise<Exchange> =>
    exchange(call, {
      operation,
      method: 'GET',
      url: `${baseUrl}/${path}`,
      timeoutMs: abilities.timeoutMs,
      changes: false,
      credentials: true,
      ...rest,
    });

  async function cityNames(account: CourierAccess, path: string, call: CourierCall) {
    const { username, password, accountNo } = login(account);
    const answer = await ask(call, 'cities', path, { query: { username, password, AccountNo: accountNo } });
    return readCityNames(answer, readJson(answer, CitiesReply));
  }

  async function locationsAt(path: string, query: Record<string, string>, call: CourierCall) {
    const asked = await ask(call, 'verify', `Locations/${path}`, { query });
    return readOffered(asked, readJson(asked, LocationsReply)).map((row) => ({
      value: row.locationID,
      label: [row.locationName, row.locationAddress].filter(Boolean).join(', '),
    }));
  }

  /** Those of the account, and those of its sub account where one is chosen. */
  async function locationsOf(account: CourierAccess, call: CourierCall) {
    const { username, password, accountNo } = login(account);
    const own = await locationsAt('Get_locations', { username, password, AccountNo: accountNo }, call);
    const SubAccountId = account.fields['sub_account_id'];
    if (!SubAccountId) return own;
    const more = await locationsAt('GetSubAccountLocations', { username, password, SubAccountId }, call);
    return [...own, ...more.filter(({ value }) => !own.some((one) => one.value === value))];
  }

  async function choices(account: CourierAccess, call: CourierCall) {
    const { username, password, accountNo } = login(account);
    const locations = await locationsOf(account, call);
    const askedToo = await ask(call, 'verify', 'UserManagement/GetSubAccounts', {
      query: { username, password, accountNo },
    });
    const subAccounts = readOffered(askedToo, readJson(askedToo, SubAccountsReply)).map((row) => ({
      value: row.subAccountId,
      label: [row.shipperName, row.shipperAddress].filter(Boolean).join(', '),
    }));
    return { location_id: locations, return_location: locations, sub_account_id: subAccounts };
  }

  async function track(
    account: CourierAccess,
    numbers: readonly string[],
    call: CourierCall,
  ): Promise<CourierTracking[]> {
    if (numbers.length === 0) return [];
    const { username, password, accountNo } = login(account);
    const json = { Username: username, Password: password, AccountNo: accountNo, Consignments: numbers };
    const answer = await ask(call, 'track', 'Tracking/Bulk_Consignment_Tracking_New', { method: 'POST', json });
    const known = readTracking(answer, numbers, call);
    const missing = numbers.filter((number) => !known.has(number));
    const publicly = new Map<string, CourierTracking>();
    try {
      for (const number of missing.slice(0, maxAskedPublicly)) publicly.set(number, await trackPublicly(number, call));
    } catch (error) {
      if (!(error instanceof CourierError) || numbers.length === 1) throw error;
    }
    return numbers.map(
      (trackingNumber) =>
        known.get(trackingNumber) ?? publicly.get(trackingNumber) ?? { trackingNumber, found: false, unsure: true },
    );
  }

  /** The public tracking also knows numbers that the account's own list does not show. */
  async function trackPublicly(trackingNumber: string, call: CourierCall): Promise<CourierTracking> {
    const answer = await ask(call, 'track', '', {
      url: `${trackingUrl}/CNTracking`,
      query: { consignment: trackingNumber, id: '4' },
      credentials: false,
    });
    return readTracking(answer, [trackingNumber], call).get(trackingNumber) ?? { trackingNumber, found: false };
  }

  return {
    company: 'MNP',
    abilities,
    meaningOf: (words) => mnpStatus(words),
    inPlainWords: (words) => mnpInPlainWords(words),
    choices,
    track,

    async verify(account, call) {
      const names = await cityNames(account, 'Branches/Get_Cities', call);
      return {
        message: `M&P accepted the credentials. The account can book to ${countText(names.length, 'city', 'cities')}.`,
        choices: await choices(account, call),
      };
    },

    async cities(account, call) {
      const forBooking = await cityNames(account, 'Branches/Get_Cities', call);
      const forDelivery = await cityNames(account, 'Branches/Get_Cities_All', call);
      return mergedCities(forBooking, forDelivery);
    },

    async book(account, booking, call) {
      const { username, password } = login(account);
      const json = { username, password, ...insertBookingBody(account, booking) };
      const answer = await ask(call, 'book', 'Booking/InsertBookingData', { method: 'POST', json, changes: true });
      return readBooked(answer, readJson(answer, BookReply));
    },

    async cancel() {
      throw new CourierError('rejected', 'M&P bookings can only be cancelled in the M&P portal. Void it there.');
    },

    async label() {
      return undefined;
    },

    async findByReference(account, { reference }, call) {
      const { username, password, accountNo } = login(account);
      const json = { UserName: username, Password: password, CustomerOrderRef: reference, AccountNumber: accountNo };
      const answer = await ask(call, 'lookup', 'Reports/CN_Detail_Customer_Order_No', { method: 'POST', json });
      const reply = readJson(answer, LookupReply);
      const { Details: rows } = reply;
      if (!rows?.length && !succeeded(reply)) refuseUnlessNothingFound(answer, reply, provesNothingFound);
      else if (!rows) throw unreadable(answer);
      const found = (rows ?? []).filter((row) => row.CustomerOrderNo === reference);
      const numbers = [...new Set(found.map((row) => row.consignmentNumber))];
      const tracked = new Map((await track(account, numbers, call)).map((one) => [one.trackingNumber, one]));
      return numbers.flatMap((number) => {
        const row = found.find((one) => one.consignmentNumber === number);
        return row ? [readFound(row, tracked.get(number))] : [];
      });
    },
  };
}

function login(account: CourierAccess): { username: string; password: string; accountNo: string } {
  const { username = '', api_password: password = '', account_no: accountNo = '' } = account.fields;
  return { username, password, accountNo };
}

function readTracking(answer: Exchange, asked: readonly string[], call: CourierCall): Map<string, CourierTracking> {
  const reply = readJson(answer, TrackReply);
  if (reply.tracking_Details.length === 0 && !succeeded(reply)) refuseUnlessNothingFound(answer, reply);
  const matched = matchAnswers(call, asked, reply.tracking_Details, (cn) => cn.ConsignmentNumber);
  return new Map([...matched].map(([number, cn]) => [number, readTracked(number, cn, call.now())]));
}

function readOffered<Row>(answer: Exchange, reply: { locationList: readonly Row[] } & Envelope): readonly Row[] {
  if (reply.locationList.length === 0 && !succeeded(reply)) refuseUnlessNothingFound(answer, reply);
  return reply.locationList;
}

/** M&P finds nothing with HTTP 200. Other statuses are errors of the framework that it runs in. */
function refuseUnlessNothingFound(answer: Exchange, reply: Envelope, isNothingFound = meansNothingFound): void {
  const error = refuse(answer, reply);
  if (answer.status !== 200) throw failedRead(answer, error);
  if (!isNothingFound(error)) throw error;
}
