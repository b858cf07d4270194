import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from '../http/answer.ts';
import { malformed } from '../http/answer.ts';
import { consignmentBook } from '../parcels/consignment-book.ts';
import type { Fields } from '../http/fields.ts';
import { text, whole } from '../http/fields.ts';
import type { MerchantRequest } from './envelope.ts';
import { refused, succeeded } from './envelope.ts';
import { presentListedOrder, presentOrderWithPieces } from './present-order.ts';
import { knownStatusIds, statusOf } from './statuses.ts';
import { isDay } from '../../core/pakistan-time.ts';

/** docs/contracts/postex.md, "Looking up a booking"; `cityName` is the pickup city. */
export function unbookedOrders(context: SandboxContext, { account, query }: MerchantRequest): Answer {
  const range = rangeOf(query);
  if (!range) return invalidDates();
  const city = text(query, 'cityName').toLowerCase();
  const rows = consignmentBook(context)
    .bookedBetween('POSTEX', account.token, range.from, range.to)
    .filter((parcel) => parcel.status === 'Unbooked' && (city === '' || parcel.origin_city.toLowerCase() === city))
    .map((parcel) => presentOrderWithPieces(parcel, { history: false }));
  return succeeded('SUCCESSFULLY RETRIEVE ORDERS', rows);
}

/** docs/contracts/postex.md, "Looking up a booking": flat for some merchants, wrapped for others, and in its own words. */
export function allOrders(context: SandboxContext, { account, query }: MerchantRequest): Answer {
  const range = rangeOf(query);
  if (!range) return invalidDates();
  const wanted = whole(query, 'orderStatusId') ?? -1;
  if (!knownStatusIds.has(wanted)) return malformed('unknown orderStatusId', refused('400', 'INVALID ORDER STATUS ID'));
  const rows = consignmentBook(context)
    .bookedBetween('POSTEX', account.token, range.from, range.to)
    .filter((parcel) => wanted === 0 || statusOf(parcel).id === wanted)
    .map(presentListedOrder);
  const dist = account.wrapsLists
    ? rows.map((row) => ({
        trackingNumber: row.trackingNumber,
        message: 'SUCCESSFULLY RETRIEVE ORDER',
        trackingResponse: row,
      }))
    : rows;
  return succeeded('SUCCESSFULLY RETRIEVE ORDERS', dist);
}

function rangeOf(query: Fields): { from: string; to: string } | undefined {
  const [from, to] = [text(query, 'startDate'), text(query, 'endDate')];
  return isDay(from) && isDay(to) ? { from, to } : undefined;
}

const invalidDates = (): Answer => malformed('dates are not yyyy-mm-dd', refused('400', 'INVALID DATE FORMAT'));
