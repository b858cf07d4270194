import { countText } from '@courierdesk/contract/count-text';
import type * as z from 'zod';
import { CourierError } from '../courier-error.ts';
import type {
  Courier,
  CourierAccess,
  CourierCall,
  CourierRequest,
  CourierTracking,
  FoundConsignment,
} from '../courier.ts';
import { exchange, failure, isPdf, readJson, type Exchange } from '../exchange.ts';
import { labelBytes } from '../http.ts';
import { sameNumber } from '../match-answers.ts';
import { pakistanDay } from '../pakistan-time.ts';
import { failedRead, meansNothingFound } from '../refusals.ts';
import { mayFetchFrom } from '../may-fetch.ts';
import { createBookingBody } from './booking.ts';
import { readBooked, readCancelled, readCities, readCostCentres, readListed, refuse, refusesToken } from './reading.ts';
import { BookReply, CitiesReply, CostCentresReply, Envelope, LabelReply, ListReply, TrackReply } from './replies.ts';
import { askBearerAlone, askBoth, createTcsTokens, type TcsTokens } from './tokens.ts';
import { answerAbout, closesReturn, readAccountRow, readTracked, withReturnClosed } from './tracking.ts';
import { meaning } from '../status-table.ts';
import { isConfirmedDelivery, tcsCode, tcsStatus } from './statuses.ts';
import { tcsInPlainWords } from './plain-words.ts';

const abilities = {
  cancel: true,
  maxTrackedAtOnce: 1,
  lookup: 'never',
  label: 'any-time',
  maxLoadSheetNumbers: 0,
  maxCod: 250_000,
  takesZeroCod: true,
  maxPieces: 999,
  parallelCalls: 5,
  timeoutMs: 30_000,
} as const;

const productionUrl = 'https://ociconnect.tcscourier.com';
const uatUrl = 'https://devconnect.tcscourier.com';

/** A page of the size of a 6 by 4 inch label. */
const labelFormat = '3';

/** TCS eCom ("Envio") API, second generation: docs/contracts/tcs.md. */
export function createTcs({ baseUrl }: { baseUrl: string }): Courier {
  const bothTokens = createTcsTokens(askBoth);
  const bearerAlone = createTcsTokens(askBearerAlone);
  const hostOf = (account: CourierAccess) =>
    baseUrl === productionUrl && account.fields['environment'] === 'uat' ? uatUrl : baseUrl;

  /** Calls TCS with cached tokens. If TCS refuses them (before it does anything), calls once more with new tokens. */
  async function ask(
    account: CourierAccess,
    call: CourierCall,
    requestWith: (tokens: TcsTokens) => Partial<CourierRequest> & { operation: string; path: string },
    cache = bothTokens,
  ): Promise<Exchange> {
    const host = hostOf(account);
    const attempt = async (tokens: TcsTokens): Promise<Exchange> => {
      const { path, ...rest } = requestWith(tokens);
      return exchange(call, {
        method: 'GET',
        timeoutMs: abilities.timeoutMs,
        changes: false,
        credentials: true,
        ...rest,
        url: `${host}${path}`,
        headers: { authorization: `Bearer ${tokens.bearer}`, ...rest.headers },
      });
    };
    const tokens = await cache.tokens(host, account, call);
    const answer = await attempt(tokens);
    if (!refused(answer)) return answer;
    cache.drop(host, account, tokens);
    const renewed = await cache.tokens(host, account, call);
    const again = await attempt(renewed);
    if (refused(again)) cache.drop(host, account, renewed);
    return again;
  }

  /** Of lists and payments. */
  const customer = ({ fields }: CourierAccess) => fields['customer_no'] || (fields['tcs_account_id'] ?? '');

  async function costCentres(account: CourierAccess, call: CourierCall) {
    const answer = await ask(account, call, ({ access }) => ({
      operation: 'verify',
      path: '/ecom/api/inquiry/costcenterinquiry',
      query: { accesstoken: access, customerno: customer(account) },
    }));
    const reply = readJson(answer, CostCentresReply);
    if (reply.detail.length === 0) throw refuse(answer, reply);
    return readCostCentres(reply);
  }

  async function cities(account: CourierAccess, call: CourierCall) {
    const answer = await ask(account, call, ({ access }) => ({
      operation: 'cities',
      path: '/ecom/api/setup/citylistbycountry',
      query: { countrycode: 'PK', accesstoken: access },
    }));
    const reply = readJson(answer, CitiesReply);
    if (reply.data.length === 0) throw refuse(answer, reply);
    return readCities(reply);
  }

  /** Rows of a list of the days around the claim. */
  async function listed(
    account: CourierAccess,
    path: string,
    claimedAt: Date,
    call: CourierCall,
  ): Promise<z.infer<typeof ListReply>['detail']> {
    const answer = await ask(account, call, ({ access }) => ({
      operation: 'lookup',
      path,
      query: {
        customerno: customer(account),
        fromdate: pakistanDay(claimedAt, -1),
        todate: pakistanDay(claimedAt, 1),
        accesstoken: access,
      },
      maxBytes: labelBytes,
    }));
    return rowsIn(answer);
  }

  /** What the account's payments say of a number. */
  async function paymentRow(account: CourierAccess, trackingNumber: string, call: CourierCall) {
    const answer = await ask(account, call, ({ access }) => ({
      operation: 'track',
      path: '/ecom/api/Payment/status',
      query: {
        customerno: customer(account),
        consignmentno: trackingNumber,
        cnno: trackingNumber,
        accesstoken: access,
      },
    }));
    return rowsIn(answer).find((one) => sameNumber(one.trackingNumber, trackingNumber));
  }

  /**
   * Tracking has nothing for hours after booking, and no scan may end a return. The payments know whether the number
   * exists, whether it is cancelled, and whether its return is closed. They need the access token, which tracking does not.
   */
  async function completed(
    account: CourierAccess,
    tracking: CourierTracking,
    call: CourierCall,
  ): Promise<CourierTracking> {
    const isReturning = tracking.found && tracking.status?.status === 'RTS' && !tracking.status.final;
    if (tracking.found && !isReturning) return tracking;
    try {
      const row = await paymentRow(account, tracking.trackingNumber, call);
      if (!row) return tracking;
      if (!tracking.found) return { ...readAccountRow(row, call.now()), trackingNumber: tracking.trackingNumber };
      return closesReturn(row) ? withReturnClosed(tracking) : tracking;
    } catch (error) {
      if (!(error instanceof CourierError)) throw error;
      if (error.kind === 'unauthorised') call.onRefused?.(error);
      return tracking.found ? tracking : { ...tracking, unsure: true };
    }
  }

  return {
    company: 'TCS',
    abilities,
    meaningOf: (words, code) =>
      isConfirmedDelivery(words, code) ? meaning.delivered : (tcsCode(code || words) ?? tcsStatus(words)),
    inPlainWords: tcsInPlainWords,
    cities,

    async verify(account, call) {
      const offered = await costCentres(account, call);
      const chosen = account.fields['cost_center_code'] ?? '';
      const known = chosen === '' || offered.some((centre) => centre.value === chosen);
      const message = known
        ? `TCS accepted the credentials. The account has ${countText(offered.length, 'cost centre')}.`
        : `TCS accepted the credentials, but the account has no cost centre ${chosen}.`;
      return { message, choices: { cost_center_code: offered } };
    },

    async choices(account, call) {
      const centres = await costCentres(account, call);
      const names = (await cities(account, call)).map((city) => city.name);
      return {
        cost_center_code: centres,
        shipper_city: [...new Set(names)].map((name) => ({ value: name, label: name })),
      };
    },

    async book(account, booking, call) {
      const body = createBookingBody(account, booking, call.now());
      const answer = await ask(account, call, ({ access }) => ({
        operation: 'book',
        method: 'POST',
        path: '/ecom/api/booking/create',
        json: { accesstoken: access, ...body },
        changes: true,
      }));
      return readBooked(answer, readJson(answer, BookReply));
    },

    async cancel(account, trackingNumber, call) {
      const answer = await ask(account, call, ({ access }) => ({
        operation: 'cancel',
        method: 'POST',
        path: '/ecom/api/booking/cancel',
        json: { accesstoken: access, consignmentNumber: trackingNumber },
        changes: true,
      }));
      readCancelled(answer, readJson(answer, Envelope));
    },

    async track(account, numbers, call) {
      const tracked: CourierTracking[] = [];
      for (const trackingNumber of numbers) {
        const path = '/tracking/api/Tracking/GetDynamicTrackDetail';
        const request = {
          operation: 'track',
          path,
          query: { consignee: trackingNumber },
          credentials: 'some',
        } as const;
        const answer = await ask(account, call, () => request, bearerAlone);
        const reply = readJson(answer, TrackReply);
        if (refusesToken(reply)) throw refuse(answer, reply);
        // No data comes with HTTP 200.
        if (answer.status !== 200) throw failedRead(answer, refuse(answer, reply));
        const read = readTracked(trackingNumber, answerAbout(trackingNumber, reply, call), call.now());
        tracked.push(await completed(account, read, call));
      }
      return tracked;
    },

    async label(account, { trackingNumber }, call) {
      const answer = await ask(account, call, ({ access }) => ({
        operation: 'label',
        path: '/ecom/api/print/label',
        query: {
          accesstoken: access,
          consignmentno: trackingNumber,
          shipperdetail: 'true',
          shipperDetails: 'true',
          printtype: labelFormat,
        },
        headers: { accept: 'application/pdf, application/json' },
        maxBytes: labelBytes,
      }));
      if (isPdf(answer)) return answer.body;
      if (refused(answer)) throw failure(answer, 'unauthorised', '');
      return labelWithin(readJson(answer, LabelReply), hostOf(account), call);
    },

    /** No look-up by reference: the account's list of the day, then its payments, which may show a number later. */
    async findByReference(account, { reference, claimedAt }, call) {
      const search = async (path: string): Promise<FoundConsignment[]> =>
        (await listed(account, path, claimedAt, call))
          .filter((row) => row.reference === reference && row.trackingNumber !== '')
          .map((row) => readListed(row, call.now()));
      const found = await search('/ecom/api/inquiry/cnbulkinquiry');
      return found.length > 0 ? found : search('/ecom/api/Payment/detail');
    },
  };
}

/** Rows of a list, or none where it has none or is not offered to the account. */
function rowsIn(answer: Exchange): z.infer<typeof ListReply>['detail'] {
  if (answer.status === 404 || answer.status === 405) return [];
  const reply = readJson(answer, ListReply);
  if (reply.detail.length > 0 || /^success/i.test(reply.message)) return reply.detail;
  const error = refuse(answer, reply);
  if (meansNothingFound(error)) return [];
  throw error;
}

function refused(answer: Exchange): boolean {
  if (answer.status === 401) return true;
  if (isPdf(answer)) return false;
  try {
    return refusesToken(readJson(answer, Envelope));
  } catch (error) {
    if (error instanceof CourierError) return false;
    throw error;
  }
}

/** Some accounts receive the label as an address or as base64 within JSON. */
async function labelWithin(
  reply: z.infer<typeof LabelReply>,
  host: string,
  call: CourierCall,
): Promise<Uint8Array | undefined> {
  const bytes = Buffer.from(reply.base64 || reply.data, 'base64');
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return bytes;
  if (!mayFetchFrom(reply.url, host, ['tcscourier.com'])) return undefined;
  const answer = await exchange(call, {
    operation: 'label',
    method: 'GET',
    url: reply.url,
    headers: { accept: 'application/pdf' },
    timeoutMs: abilities.timeoutMs,
    changes: false,
    credentials: false,
    maxBytes: labelBytes,
  });
  return isPdf(answer) ? answer.body : undefined;
}
