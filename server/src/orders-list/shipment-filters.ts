import { addDays, dayOf, daysInOrder } from '@courierdesk/contract/dates';
import { normalisePhone, spellingsOf } from '@courierdesk/contract/phones';
import type { ShipmentsFilter, ShipmentsQuery } from '@courierdesk/contract/shipments';
import { sql, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { isCompany } from '@courierdesk/contract/companies';
import type { Db } from '../db/client.ts';
import type { DB } from '../db/schema.ts';
import { valuesInUse } from './values-in-use.ts';

export type Matching = SelectQueryBuilder<DB & { s: DB['shipment'] }, 's', object>;

/** What is asked of the list: the filters, the shop's calendar, and whether the search words are common ones. */
export type ListRequest = {
  readonly shopId: string;
  readonly query: ShipmentsQuery;
  /** The values that the query asks for, with their columns. */
  readonly wanted: readonly WantedValues[];
  readonly timeZone: string;
  readonly now: Date;
  readonly common: boolean;
};

/** Where words match at least one in a hundred of the newest, looking through all is faster than the words' index. */
const sample = 2000;
const commonFrom = 20;

type Asker = { readonly shopId: string; readonly shop: { readonly timeZone: string } };

/** What is asked without search words and with values as they are stored, or before that is known. */
export const askedPlainly = ({ shopId, shop }: Asker, query: ShipmentsQuery, now: Date): ListRequest => ({
  shopId,
  query,
  wanted: valuesOf(query),
  timeZone: shop.timeZone,
  now,
  common: false,
});

export async function askedOf(trx: Db, actor: Asker, query: ShipmentsQuery, now: Date): Promise<ListRequest> {
  const asked = await asStored(trx, askedPlainly(actor, query, now));
  if (!query.query) return asked;
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
  return { ...asked, common: row.n >= commonFrom };
}

/** Values that people make up may be written in any letter case: those are asked for that are stored. */
export async function asStored(trx: Db, asked: ListRequest): Promise<ListRequest> {
  const wanted: WantedValues[] = [];
  for (const one of asked.wanted) {
    const { column } = one;
    const isKnown = !isMadeUp(column) || (column === 'company' && one.values.every(isCompany));
    wanted.push(isKnown ? one : { column, values: await spellings(trx, asked.shopId, column, one.values) });
  }
  return { ...asked, wanted };
}

/** Whether a query may write values in another letter case than they are stored in. */
export const mayBeSpelledOtherwise = ({ wanted }: ListRequest): boolean =>
  wanted.some(({ column, values }) => isMadeUp(column) && !(column === 'company' && values.every(isCompany)));

type MadeUp = 'company' | 'booked_by' | 'tag';
const isMadeUp = (column: ValueColumn): column is MadeUp =>
  column === 'company' || column === 'booked_by' || column === 'tag';

async function spellings(trx: Db, shopId: string, column: MadeUp, values: readonly string[]): Promise<string[]> {
  const asked = new Set(values.map((value) => value.toLowerCase()));
  const stored = (await valuesInUse(trx, shopId, column)).filter((value) => asked.has(value.toLowerCase()));
  return stored.length > 0 ? stored : [...values];
}

/**
 * Booked shipments that the filters of the orders list let through. Conditions are of kinds that row-level security
 * lets an index answer: equality and ranges of text, numbers and times. Rare words are searched by a function of its
 * own; common ones are compared row by row, in an index that holds them.
 */
export function matchingShipments(trx: Db, { shopId, query, wanted, timeZone, now, common }: ListRequest): Matching {
  let rows = shipmentsWith(trx, shopId, wanted);
  const startOf = (day: string) => sql<Date>`${day}::timestamp at time zone ${timeZone}`;
  const beginsWith = (column: 's.tracking_number' | 's.consignee_phone', text: string): Matching =>
    rows.where(column, '>=', text).where(column, '<', afterAll(text));
  const words = query.query;
  if (words)
    rows = common
      ? rows.where((eb) => eb.or(patternsOf(words).map((pattern) => eb('s.search_text', 'like', pattern))))
      : rows.where('s.id', 'in', sql<string>`(${foundBy(spellingsOf(words).map(escapeLike))})`);
  if (query.track) rows = beginsWith('s.tracking_number', query.track);
  const booked = daysInOrder(query.bookingfrom, query.bookingto);
  const delivered = daysInOrder(query.deliveredfrom, query.deliveredto);
  if (booked.from) rows = rows.where('s.booked_at', '>=', startOf(booked.from));
  if (booked.to) rows = rows.where('s.booked_at', '<', startOf(addDays(booked.to, 1)));
  if (delivered.from) rows = rows.where('s.delivered_at', '>=', startOf(delivered.from));
  if (delivered.to) rows = rows.where('s.delivered_at', '<', startOf(addDays(delivered.to, 1)));
  if (query.phone_num) rows = beginsWith('s.consignee_phone', phoneOf(query.phone_num));
  if (query.days !== undefined) rows = withDays(rows, query.op, query.days, dayOf(now, timeZone), startOf);
  return rows;
}

/** Booked shipments with these values. */
export function shipmentsWith(trx: Db, shopId: string, wanted: readonly WantedValues[]): Matching {
  const booked: Matching = trx
    .selectFrom('shipment as s')
    .where('s.shop_id', '=', shopId)
    .where('s.tracking_number', 'is not', null);
  return wanted.reduce((rows, { column, values }) => {
    const found = rows.where(isOneOf(sql.ref(`s.${column}`), values));
    // The index of tags contains only rows with a tag.
    return column === 'tag' ? found.where('s.tag', '<>', '') : found;
  }, booked);
}

export const isOneOf = (column: Expression<unknown>, [value, ...others]: readonly string[]): Expression<SqlBool> =>
  others.length === 0 ? sql`${column} = ${value}` : sql`${column} in (${sql.join([value, ...others])})`;

/** The filters that ask for values of a column. */
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

/** A column, and the values of which a shipment shall have one. */
export type WantedValues = { readonly column: ValueColumn; readonly values: readonly string[] };

/** The values as the query writes them. */
const valuesOf = (query: ShipmentsQuery): WantedValues[] =>
  columnFilters.flatMap((filter) => {
    const wanted = query[filter];
    if (!wanted) return [];
    const values = typeof wanted === 'string' ? [filter === 'dest' ? wanted.toLowerCase() : wanted] : wanted;
    return [{ column: columnOf[filter], values }];
  });

/** The filters that a query carries. */
export const filtersOf = (query: ShipmentsQuery): ShipmentsFilter[] => allFilters.filter((name) => isSet(query, name));

/** The same without one filter. */
export const withoutFilter = (asked: ListRequest, filter: ShipmentsFilter): ListRequest => ({
  ...asked,
  query: { ...asked.query, ...Object.fromEntries(parametersOf[filter].map((name) => [name, undefined])) },
  wanted: asked.wanted.filter(({ column }) => !columnFilters.some((one) => one === filter && columnOf[one] === column)),
});

const patternsOf = (words: string): string[] =>
  spellingsOf(words).map((spelling) => `%${escapeLike(spelling.toLowerCase())}%`);

const foundBy = (spellings: readonly string[]) =>
  sql.join(
    spellings.map((spelling) => sql`select search_shipments(${spelling})`),
    sql` union `,
  );

/** Search words are words, not patterns. */
const escapeLike = (words: string): string => words.replace(/[\\%_]/g, '\\$&');

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
};
const allFilters = Object.keys(parametersOf) as ShipmentsFilter[];

const isSet = (query: ShipmentsQuery, filter: ShipmentsFilter): boolean =>
  parametersOf[filter].some((name) => query[name] !== undefined && query[name] !== '');

/** The first text after all that begin with this one: a range, which an index may answer, where LIKE may not. */
const afterAll = (text: string): string => `${text}\u{10ffff}`;

/** However a person writes a number, or the beginning of one. */
function phoneOf(text: string): string {
  const { phone } = normalisePhone(text);
  return phone ?? text.replace(/[\s().-]/g, '').replace(/^(\+|00)?92/, '0');
}

/** What has ended took its days; what is under way takes as many as have gone since its booking. */
function withDays(
  rows: Matching,
  op: ShipmentsQuery['op'],
  days: number,
  today: string,
  startOf: (day: string) => ReturnType<typeof sql<Date>>,
): Matching {
  const dayAgo = startOf(addDays(today, -days));
  const dayAfter = startOf(addDays(today, 1 - days));
  return rows.where((eb) => {
    const since = {
      GREATER: () => eb('s.booked_at', '<', dayAgo),
      LESS: () => eb('s.booked_at', '>=', dayAfter),
      EQUAL: () => eb.and([eb('s.booked_at', '>=', dayAgo), eb('s.booked_at', '<', dayAfter)]),
    };
    const compare = { GREATER: '>', LESS: '<', EQUAL: '=' } as const;
    return eb.or([eb('s.days_taken', compare[op], days), eb.and([eb('s.days_taken', 'is', null), since[op]()])]);
  });
}
