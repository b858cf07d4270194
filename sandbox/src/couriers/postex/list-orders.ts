import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from '../http/answer.ts';
import { malformed } from '../http/answer.ts';
import { consignmentBook } from '../parcels/consignment-book.ts';
import type { Fields } from '../http/fields.ts';
import { text, whole } from '../http/fields.ts';
import type { Asked } from './envelope.ts';
import { refused, told } from './envelope.ts';
import { listedOrder, withPieces } from './present-order.ts';
import { knownStatusIds, statusOf } from './statuses.ts';

/** couriers/postex.md 2.6; `cityName` is the pickup city. */
export function unbookedOrders(context: SandboxContext, { account, query }: Asked): Answer {
  const range = rangeOf(query);
  if (!range) return badDates();
  const city = text(query, 'cityName').toLowerCase();
  const rows = consignmentBook(context)
    .bookedBetween('POSTEX', account.token, range.from, range.to)
    .filter((parcel) => parcel.status === 'Unbooked' && (city === '' || parcel.origin_city.toLowerCase() === city))
    .map((parcel) => withPieces(parcel, { history: false }));
  return told('SUCCESSFULLY RETRIEVE ORDERS', rows);
}

/** couriers/postex.md 2.16: flat for some merchants, wrapped for others, and in its own words. */
export function allOrders(context: SandboxContext, { account, query }: Asked): Answer {
  const range = rangeOf(query);
  if (!range) return badDates();
  const wanted = whole(query, 'orderStatusId') ?? -1;
  if (!knownStatusIds.has(wanted)) return malformed('unknown orderStatusId', refused('400', 'INVALID ORDER STATUS ID'));
  const rows = consignmentBook(context)
    .bookedBetween('POSTEX', account.token, range.from, range.to)
    .filter((parcel) => wanted === 0 || statusOf(parcel).id === wanted)
    .map(listedOrder);
  const dist = account.wrapsLists
    ? rows.map((row) => ({
        trackingNumber: row.trackingNumber,
        message: 'SUCCESSFULLY RETRIEVE ORDER',
        trackingResponse: row,
      }))
    : rows;
  return told('SUCCESSFULLY RETRIEVE ORDERS', dist);
}

function rangeOf(query: Fields): { from: string; to: string } | undefined {
  const [from, to] = [text(query, 'startDate'), text(query, 'endDate')];
  return isDay(from) && isDay(to) ? { from, to } : undefined;
}

const badDates = (): Answer => malformed('dates are not yyyy-mm-dd', refused('400', 'INVALID DATE FORMAT'));

const isDay = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
