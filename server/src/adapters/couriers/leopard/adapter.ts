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
import { exchange, isPdf, readJson, unreadable, type Exchange } from '../exchange.ts';
import { labelBytes } from '../http.ts';
import { matchAnswers } from '../match-answers.ts';
import { pakistanDay } from '../pakistan-time.ts';
import { meansNothingFound, provesNothingFound } from '../refusals.ts';
import { mayFetchFrom } from '../may-fetch.ts';
import { bookPacketBody } from './booking.ts';
import {
  readBooked,
  readCancelled,
  readFound,
  readListed,
  readTracked,
  refuse,
  refusedNumbers,
  refuseUnlessSucceeded,
  succeeded,
} from './reading.ts';
import {
  BookReply,
  CancelReply,
  CitiesReply,
  LoadSheetReply,
  LookupReply,
  TrackReply,
  type FoundRow,
} from './replies.ts';
import { leopardStatus } from './statuses.ts';
import { leopardInPlainWords } from './plain-words.ts';

const abilities = {
  cancel: true,
  maxTrackedAtOnce: 50,
  lookup: 'eventually',
  label: 'at-booking',
  maxLoadSheetNumbers: 100,
  maxCod: 1_000_000,
  takesZeroCod: true,
  maxPieces: 999,
  parallelCalls: 4,
  timeoutMs: 30_000,
} as const;

/** The one service that is booked; cities it does not reach are not offered. */
const service = 'overnight';

/** Leopards eCom Merchant API v2: docs/contracts/leopards.md. */
export function createLeopard({ baseUrl }: { baseUrl: string }): Courier {
  const ask = (call: CourierCall, operation: string, path: string, rest: Partial<CourierRequest>): Promise<Exchange> =>
    exchange(call, {
      operation,
      method: 'POST',
      url: `${baseUrl}/${path}/format/json/`,
      timeoutMs: abilities.timeoutMs,
      changes: false,
      credentials: true,
      ...rest,
    });

  async function cities(account: CourierAccess, call: CourierCall) {
    const answer = await ask(call, 'cities', 'getAllCities', { json: credentials(account) });
    const reply = readJson(answer, CitiesReply);
    refuseUnlessSucceeded(answer, reply);
    return reply.city_list
      .filter((city) => city.allow_as_destination && city.id !== '' && city.name !== '')
      .filter((city) => city.shipment_type.length === 0 || city.shipment_type.includes(service))
      .map(({ id, name }) => ({ id, name }));
  }

  /** One number that Leopards does not know can make it refuse the whole list. */
  async function track(
    account: CourierAccess,
    numbers: readonly string[],
    call: CourierCall,
  ): Promise<CourierTracking[]> {
    if (numbers.length === 0) return [];
    const json = { ...credentials(account), track_numbers: numbers.join(',') };
    const answer = await ask(call, 'track', 'trackBookedPacket', { json });
    const reply = readJson(answer, TrackReply);
    try {
      if (reply.packet_list.length === 0) refuseUnlessSucceeded(answer, reply);
    } catch (error) {
      if (numbers.length > 1 || !(error instanceof CourierError && meansNothingFound(error))) throw error;
    }
    const packets = matchAnswers(call, numbers, reply.packet_list, (packet) => packet.track_number);
    return numbers.map((trackingNumber) => {
      const packet = packets.get(trackingNumber);
      return packet ? readTracked(trackingNumber, packet, call.now()) : { trackingNumber, found: false };
    });
  }

  async function bookedBetween(account: CourierAccess, from: string, to: string, call: CourierCall) {
    const answer = await ask(call, 'lookup', 'getBookedPacketLastStatus', {
      method: 'GET',
      query: { ...credentials(account), from_date: from, to_date: to },
      maxBytes: labelBytes,
    });
    return foundRows(answer);
  }

  async function loadSheetPdf(account: CourierAccess, sheetId: string, call: CourierCall) {
    const json = { ...credentials(account), load_sheet_id: Number(sheetId), response_type: 'PDF' };
    try {
      const answer = await ask(call, 'load-sheet-paper', '', {
        url: `${baseUrl}/downloadLoadSheet/`,
        json,
        maxBytes: labelBytes,
      });
      return isPdf(answer) ? answer.body : undefined;
    } catch (error) {
      if (error instanceof CourierError) return undefined;
      throw error;
    }
  }

  return {
    company: 'LEOPARD',
    abilities,
    meaningOf: (words) => leopardStatus(words),
    inPlainWords: (words) => leopardInPlainWords(words),
    cities,
    track,

    async verify(account, call) {
      const listed = await cities(account, call);
      return {
        message: `Leopards accepted the API key. The account can book to ${countText(listed.length, 'city', 'cities')}.`,
        choices: {},
      };
    },

    async book(account, booking, call) {
      const json = { ...credentials(account), ...bookPacketBody(account, booking) };
      const answer = await ask(call, 'book', 'bookPacket', { json, changes: true });
      return readBooked(answer, readJson(answer, BookReply));
    },

    async cancel(account, trackingNumber, call) {
      const json = { ...credentials(account), cn_numbers: trackingNumber };
      const answer = await ask(call, 'cancel', 'cancelBookedPackets', { json, changes: true });
      readCancelled(answer, readJson(answer, CancelReply));
    },

    async label(_account, { labelUrl }, call) {
      if (!labelUrl || !mayFetchFrom(labelUrl, baseUrl, ['leopardscourier.com', 'leopardscod.com'])) return undefined;
      const answer = await ask(call, 'label', '', {
        method: 'GET',
        url: labelUrl,
        maxBytes: labelBytes,
        headers: { accept: '*/*' },
        credentials: false,
      });
      return isPdf(answer) ? answer.body : undefined;
    },

    /**
     * Leopards refuses the whole list when it does not accept a number, and names those numbers. We leave them out and
     * ask again. Numbers that it names beside a success are left out, too. The PDF is a second call; the load sheet exists without it.
     */
    async loadSheet(account, trackingNumbers, call) {
      const refused: Record<string, string> = {};
      for (;;) {
        const rest = trackingNumbers.filter((number) => !(number in refused));
        const json = { ...credentials(account), cn_numbers: rest, courier_name: 'Rider', courier_code: '0' };
        const answer = await ask(call, 'load-sheet', 'generateLoadSheet', { json, changes: true });
        const reply = readJson(answer, LoadSheetReply);
        const named = refusedNumbers(reply, rest);
        const count = Object.keys(named).length;
        if (count === rest.length || (count === 0 && !succeeded(reply))) throw refuse(answer, reply);
        Object.assign(refused, named);
        if (!succeeded(reply)) continue;
        const sheetId = reply.load_sheet_id;
        return { sheetId, pdf: await loadSheetPdf(account, sheetId, call), refused };
      }
    },

    async findByReference(account, { reference, claimedAt }, call) {
      const ofReference = (rows: readonly FoundRow[]): FoundConsignment[] =>
        rows
          .filter((row) => row.reference === reference && row.trackingNumber !== '')
          .map((row) => readFound(row, call.now()));
      const json = { ...credentials(account), shipment_order_id: [reference] };
      const found = ofReference(foundRows(await ask(call, 'lookup', 'getShipmentDetailsByOrderID', { json })));
      if (found.some((one) => !one.cancelled)) return found;
      const known = new Set(found.map((one) => one.trackingNumber));
      const booked = await bookedBetween(account, pakistanDay(claimedAt), pakistanDay(claimedAt, 1), call);
      return [...found, ...ofReference(booked).filter((one) => !known.has(one.trackingNumber))];
    },

    /** One list for a range of days. */
    async listBooked(account, { from, to }, call) {
      const rows = await bookedBetween(account, from, to, call);
      return rows.filter((row) => row.trackingNumber !== '').map((row) => readListed(row, call.now()));
    },

    async choices() {
      return {};
    },
  };
}

function foundRows(answer: Exchange): FoundRow[] {
  const reply = readJson(answer, LookupReply);
  const lists = [reply.data, reply.packet_list].filter((list) => list !== undefined);
  const rows = lists.flat();
  try {
    if (rows.length === 0) refuseUnlessSucceeded(answer, reply);
  } catch (error) {
    if (error instanceof CourierError && provesNothingFound(error)) return [];
    throw error;
  }
  if (lists.length === 0) throw unreadable(answer);
  return rows;
}

function credentials(account: CourierAccess): { api_key: string; api_password: string } {
  return { api_key: account.fields['api_key'] ?? '', api_password: account.fields['api_password'] ?? '' };
}
