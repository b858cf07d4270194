import { addDays, dayOf, daysInOrder } from '@courierdesk/contract/dates';
import { startOfPhone } from '@courierdesk/contract/phones';
import type { ShipmentsFilter, ShipmentsQuery } from '@courierdesk/contract/shipment-filters';
import { sql, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { isCompany } from '@courierdesk/contract/companies';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { searchPatterns } from '../../base/db/search-patterns.ts';
import type { DB } from '../../base/db/schema.ts';
import { parcelsToDo } from '../record/parcels-to-do.ts';
import { spellingsInUse, type FreeTextColumn } from '../../base/db/values-in-use.ts';

export type MatchingShipments = SelectQueryBuilder<DB & { s: DB['shipment'] }, 's', object>;

/** The query of the orders list, with the data that its filters need. */
export type ListRequest = {
  readonly shopId: string;
  readonly query: ShipmentsQuery;
  /** The filters by value, with their columns. */
  readonly valueFilters: readonly ValueFilter[];
  readonly timeZone: string;
  readonly now: Date;
  /** Ids of the shipments that the search text finds. Undefined: it is compared with each row. */
  readonly found: readonly string[] | undefined;
};

/**
 * If at least one in a hundred of the newest shipments matches the search text, a scan is faster than the search index.
 */
const sample = 2000;
const commonFrom = 20;

type ShopAndCalendar = { readonly shopId: string; readonly shop: { readonly timeZone: string } };

/** The request before we look up stored spellings and how common the search text is. */
export const plainListRequest = ({ shopId, shop }: ShopAndCalendar, query: ShipmentsQuery, now: Date): ListRequest => ({
  shopId,
  query,
  valueFilters: valuesOf(query),
  timeZone: shop.timeZone,
  now,
  found: undefined,
});

export async function resolveListRequest(
  trx: Db,
  actor: ShopAndCalendar,
  query: ShipmentsQuery,
  now: Date,
): Promise<ListRequest> {
  const request = await withStoredSpelling(trx, plainListRequest(actor, query, now));
  if (!query.query) return request;
  const patterns = patternsOf(query.query);
  const newest = trx
    .selectFrom('shipment')
    .select('search_text')
    .where('shop_id', '=', actor.shopId)
    .where('tracking_number', 'is not', null)
    .orderBy('booked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sample)
    .as('newest');
  const row = await trx
    .selectFrom(newest)
    .select(sql<number>`count(*)`.as('n'))
    .where((eb) => eb.or(patterns.map((pattern) => eb('search_text', 'like', pattern))))
    .executeTakeFirstOrThrow();
  return row.n >= commonFrom ? request : { ...request, found: await searchIds(trx, query.query) };
}

/** Replaces free-text values with their stored spellings, because people may type them in another letter case. */
export async function withStoredSpelling(trx: Db, request: ListRequest): Promise<ListRequest> {
  const valueFilters: ValueFilter[] = [];
  for (const one of request.valueFilters) {
    if (!isFreeText(one)) valueFilters.push(one);
    else valueFilters.push({ ...one, values: await spellingsInUse(trx, request.shopId, one.column, one.values) });
  }
  return { ...request, valueFilters };
}

/** Whether the query has values that may be stored in another letter case. */
export const needsStoredSpelling = ({ valueFilters }: ListRequest): boolean => valueFilters.some(isFreeText);

const isFreeText = (filter: ValueFilter): filter is ValueFilter & { readonly column: FreeTextColumn } =>
  filter.column === 'booked_by' ||
  filter.column === 'tag' ||
  (filter.column === 'company' && !filter.values.every(isCompany));

/**
 * Booked shipments that match the filters. Row-level security lets an index answer only equality and ranges of text,
 * numbers and times, so a database function has found the ids for rare search text. Common text is compared row by row in an
 * index that contains it.
 */
export function matchingShipments(
  trx: Db,
  { shopId, query, valueFilters, timeZone, now, found }: ListRequest,
): MatchingShipments {
  let rows = shipmentsWithValues(trx, shopId, valueFilters);
  const startOf = (day: string) => sql<Date>`${day}::timestamp at time zone ${timeZone}`;
  const beginsWith = (column: 's.tracking_number' | 's.consignee_phone', text: string): MatchingShipments =>
    rows.where(column, '>=', text).where(column, '<', upperBound(text));
  const words = query.query;
  if (words)
    rows = found
      ? rows.where('s.id', '=', anyOf(found))
      : rows.where((eb) => eb.or(patternsOf(words).map((pattern) => eb('s.search_text', 'like', pattern))));
  if (query.track) rows = beginsWith('s.tracking_number', query.track);
  const booked = daysInOrder(query.bookingfrom, query.bookingto);
  const delivered = daysInOrder(query.deliveredfrom, query.deliveredto);
  if (booked.from) rows = rows.where('s.booked_at', '>=', startOf(booked.from));
  if (booked.to) rows = rows.where('s.booked_at', '<', startOf(addDays(booked.to, 1)));
  if (delivered.from) rows = rows.where('s.delivered_at', '>=', startOf(delivered.from));
  if (delivered.to) rows = rows.where('s.delivered_at', '<', startOf(addDays(delivered.to, 1)));
  if (query.phone_num) rows = beginsWith('s.consignee_phone', startOfPhone(query.phone_num));
  if (query.todo) rows = rows.where(parcelsToDo(query.todo, shopId, now));
  if (query.days !== undefined) rows = withDays(rows, query.op, query.days, dayOf(now, timeZone), startOf);
  return rows;
}

/** Booked shipments with these values. */
function shipmentsWithValues(trx: Db, shopId: string, valueFilters: readonly ValueFilter[]): MatchingShipments {
  const booked: MatchingShipments = trx
    .selectFrom('shipment as s')
    .where('s.shop_id', '=', shopId)
    .where('s.tracking_number', 'is not', null);
  return valueFilters.reduce((rows, { column, values }) => {
    const found = rows.where(isOneOf(sql.ref(`s.${column}`), values));
    // The index of tags contains only rows with a tag.
    return column === 'tag' ? found.where('s.tag', '<>', '') : found;
  }, booked);
}

export const isOneOf = (column: Expression<unknown>, [value, ...others]: readonly string[]): Expression<SqlBool> =>
  others.length === 0 ? sql`${column} = ${value}` : sql`${column} in (${sql.join([value, ...others])})`;

/** The filters by value, with their columns. */
const columnOf = {
  courier: 'company',
  status: 'status',
  payment_status: 'payment_status',
  dest: 'destination_key',
  tag: 'tag',
  bookedBy: 'booked_by',
} as const satisfies Partial<Record<ShipmentsFilter, keyof DB['shipment']>>;
const columnFilters = Object.keys(columnOf) as (keyof typeof columnOf)[];

export type ValueColumn = (typeof columnOf)[keyof typeof columnOf];

/** A column, and the values that it may have. */
type ValueFilter = { readonly column: ValueColumn; readonly values: readonly string[] };

/** The values as the query has them. */
const valuesOf = (query: ShipmentsQuery): ValueFilter[] =>
  columnFilters.flatMap((filter) => {
    const valueFilters = query[filter];
    if (!valueFilters) return [];
    const values =
      typeof valueFilters === 'string' ? [filter === 'dest' ? valueFilters.toLowerCase() : valueFilters] : valueFilters;
    return [{ column: columnOf[filter], values }];
  });

/** The filters that are set in a query. */
export const filtersOf = (query: ShipmentsQuery): ShipmentsFilter[] => allFilters.filter((name) => isSet(query, name));

/** The request without one filter. */
export const withoutFilter = (request: ListRequest, filter: ShipmentsFilter): ListRequest => ({
  ...request,
  query: { ...request.query, ...Object.fromEntries(parametersOf[filter].map((name) => [name, undefined])) },
  valueFilters: request.valueFilters.filter(
    ({ column }) => !columnFilters.some((one) => one === filter && columnOf[one] === column),
  ),
});

const patternsOf = (words: string): string[] => searchPatterns(words).map((pattern) => `%${pattern.toLowerCase()}%`);

/** Ids of the booked shipments whose search text contains the words. */
export async function searchIds(trx: Db, words: string): Promise<string[]> {
  const patterns = searchPatterns(words);
  const { rows } = await sql<{ id: string }>`
    select distinct search_shipments(pattern) as id from unnest(${patterns}::text[]) as pattern`.execute(trx);
  return rows.map(({ id }) => id);
}

type Parameter = Exclude<keyof ShipmentsQuery, 'page' | 'limit' | 'sort' | 'dir' | 'op'>;

const parametersOf: Record<ShipmentsFilter, readonly Parameter[]> = {
  query: ['query'],
  track: ['track'],
  courier: ['courier'],
  status: ['status'],
  payment_status: ['payment_status'],
  booked: ['bookingfrom', 'bookingto'],
  delivered: ['deliveredfrom', 'deliveredto'],
  dest: ['dest'],
  days: ['days'],
  tag: ['tag'],
  bookedBy: ['bookedBy'],
  phone_num: ['phone_num'],
  todo: ['todo'],
};
const allFilters = Object.keys(parametersOf) as ShipmentsFilter[];

const isSet = (query: ShipmentsQuery, filter: ShipmentsFilter): boolean =>
  parametersOf[filter].some((name) => query[name] !== undefined && query[name] !== '');

/** The end of the range of texts with this prefix. An index can answer a range, but not LIKE. */
const upperBound = (text: string): string => `${text}\u{10ffff}`;

/**
 * Filters by days since booking: until the end for finished parcels, until today for others. A parcel that was added after
 * its end has negative days if its courier does not say when it began, and is never found.
 */
function withDays(
  rows: MatchingShipments,
  op: ShipmentsQuery['op'],
  days: number,
  today: string,
  startOf: (day: string) => ReturnType<typeof sql<Date>>,
): MatchingShipments {
  const dayAgo = startOf(addDays(today, -days));
  const dayAfter = startOf(addDays(today, 1 - days));
  return rows.where((eb) => {
    const since = {
      GREATER: () => eb('s.booked_at', '<', dayAgo),
      LESS: () => eb('s.booked_at', '>=', dayAfter),
      EQUAL: () => eb.and([eb('s.booked_at', '>=', dayAgo), eb('s.booked_at', '<', dayAfter)]),
    };
    const compare = { GREATER: '>', LESS: '<', EQUAL: '=' } as const;
    return eb.or([
      eb.and([eb('s.days_taken', '>=', 0), eb('s.days_taken', compare[op], days)]),
      eb.and([eb('s.days_taken', 'is', null), since[op]()]),
    ]);
  });
}
