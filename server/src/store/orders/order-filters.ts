import { addDays, dayOf } from '@courierdesk/contract/dates';
import { homeCurrency } from '@courierdesk/contract/money';
import {
  noAccount,
  type OrderProblem,
  type ProblemInShop,
  type StoreOrdersMatch,
  type StoreOrdersSort,
} from '@courierdesk/contract/store-order-filters';
import { heaviestItem, lightestItem, maxWeight, whyUnusualWeight } from '@courierdesk/contract/weights';
import { sql, type RawBuilder } from 'kysely';
import { highCodOf } from '../../shipments/record/usual-cod.ts';
import type { StoreOrderRow } from './store-order-row.ts';

/** The query of a list of store orders, with the data that its filters need. */
export type StoreOrdersRequest = {
  readonly shopId: string;
  readonly query: StoreOrdersMatch;
  readonly timeZone: string;
  readonly now: Date;
  /** COD in whole rupees that is usual in the shop; null while it has too few parcels to tell. */
  readonly usualCod: number | null;
  readonly limits: AccountLimits;
  /** The store hides orders placed before. */
  readonly hiddenBefore: Date;
  /** Orders for which other values were entered in a batch or for an earlier parcel. */
  readonly corrected: ReadonlySet<string>;
  /** COD of unbooked orders of which not all that is open is to be collected. */
  readonly partCods: ReadonlyMap<string, number>;
  /** Every spelling, in lower case, of the city in the filter. */
  readonly cityKeys: readonly string[];
  /** Ids of the orders that the search text finds, and of those with the tag, if there is such a filter. */
  readonly found: { readonly words?: readonly string[] | undefined; readonly tag?: readonly string[] | undefined };
  /** SQL for the id of an order's suggested account. */
  readonly suggested: RawBuilder<string>;
};

/** What a batch asks about depends on the account that is suggested for the order. */
type AccountLimit = {
  /** False: no account is suggested, so a person chooses one. */
  readonly isAccount: boolean;
  /** Cities as written that its courier does not match for certain. */
  readonly uncertainCities: ReadonlySet<string>;
  /** Grams for a parcel that the store did not weigh; 0: none. */
  readonly weight: number;
  /** Whole rupees. */
  readonly maxCod: number;
  readonly takesZeroCod: boolean;
};

export type AccountLimits = {
  readonly byAccount: ReadonlyMap<string, AccountLimit>;
  /** Of orders for which no account is suggested. */
  readonly otherwise: AccountLimit;
};

type AccountProblem = Extract<
  OrderProblem,
  'account-missing' | 'city-uncertain' | 'weight-unusual' | 'cod-over-limit' | 'cod-not-positive'
>;

type AccountCondition = (limit: AccountLimit, cod: RawBuilder<number>) => RawBuilder<boolean>;

const accountConditions: Record<AccountProblem, AccountCondition> = {
  'account-missing': ({ isAccount }) => (isAccount ? sql`false` : sql`true`),
  'city-uncertain': ({ uncertainCities }) => sql`o.city = any(${[...uncertainCities]}::text[])`,
  'weight-unusual': ({ weight }) => sql`(o.store_weight > ${maxWeight}::int or o.store_weight = 0
    and ${weight}::bigint not between ${lightestItem}::bigint * o.to_ship and ${heaviestItem}::bigint * o.to_ship)`,
  'cod-over-limit': ({ maxCod }, cod) => sql`${cod} > ${maxCod}::bigint`,
  'cod-not-positive': ({ takesZeroCod }, cod) => (takesZeroCod ? sql`false` : sql`${cod} = 0`),
};

/** The same for an order that was read. */
function accountProblems(order: StoreOrderRow, cod: number, limit: AccountLimit): AccountProblem[] {
  const { store_weight: known, to_ship: items } = order;
  const { isAccount, weight, maxCod, takesZeroCod, uncertainCities } = limit;
  const isWeightUnusual = known > maxWeight || whyUnusualWeight(known || weight, { store: known, items }) !== undefined;
  return [
    ...(isAccount ? [] : ['account-missing' as const]),
    ...(uncertainCities.has(order.city) ? ['city-uncertain' as const] : []),
    ...(isWeightUnusual ? ['weight-unusual' as const] : []),
    ...(cod > maxCod ? ['cod-over-limit' as const] : []),
    ...(cod === 0 && !takesZeroCod ? ['cod-not-positive' as const] : []),
  ];
}

/** A condition by the account that is suggested for the order. */
function byAccount(
  { limits, suggested, partCods }: StoreOrdersRequest,
  condition: AccountCondition,
): RawBuilder<boolean> {
  const cod = proposedCod(partCods);
  const cases = [...limits.byAccount].map(([id, limit]) => sql`when ${id}::text then ${condition(limit, cod)}`);
  if (cases.length === 0) return condition(limits.otherwise, cod);
  return sql<boolean>`case (${suggested}) ${sql.join(cases, sql` `)} else ${condition(limits.otherwise, cod)} end`;
}

/**
 * SQL for the COD that the booking form of an order proposes, as `codOf`: the column has all that is open, in any currency.
 * `partCods`: see `codsOfParts`.
 */
export const proposedCod = (partCods: ReadonlyMap<string, number>): RawBuilder<number> =>
  sql<number>`case when ${isInOtherCurrency} then 0
    else coalesce((${JSON.stringify(Object.fromEntries(partCods))}::jsonb ->> o.id)::bigint, o.cod) end`;

/** SQL for `isPrepaid`. */
export const isPrepaidSql = (partCods: ReadonlyMap<string, number>): RawBuilder<boolean> =>
  sql<boolean>`(not ${isInOtherCurrency} and ${proposedCod(partCods)} = 0)`;

/** Something is open in another currency. The indexes of the list have the problems, not the currency. */
const isInOtherCurrency = sql`'other-currency' = any(o.problems)`;

/** Problems that depend on the shop, but not on the account. */
const shopConditions: Record<
  Exclude<ProblemInShop, AccountProblem>,
  (request: StoreOrdersRequest) => RawBuilder<boolean>
> = {
  'hidden-by-store': ({ hiddenBefore }) => sql`o.placed_at < ${hiddenBefore}::timestamptz`,
  'void-needed': () => sql`o.void_needed`,
  'second-parcel': () => sql`o.second_parcel`,
  'earlier-returns': () => sql`o.returned_before`,
  'corrected-before': ({ corrected }) =>
    corrected.size === 0 ? sql`false` : sql`o.id = any(${[...corrected]}::text[])`,
  'cod-unusual': ({ usualCod, partCods }) =>
    usualCod === null ? sql`false` : sql`${proposedCod(partCods)} >= ${highCodOf(usualCod)}::bigint`,
};

/**
 * Why a batch asks about the order: nothing, once it is booked or there is nothing to book. `cod`: what the booking form
 * proposes.
 */
export function problemsBeforeBooking(
  order: StoreOrderRow,
  cod: number,
  request: Pick<StoreOrdersRequest, 'usualCod' | 'limits' | 'hiddenBefore' | 'corrected'>,
  account: string,
): OrderProblem[] {
  const { usualCod, limits, hiddenBefore, corrected } = request;
  if (order.held || order.cancelled_at || order.deleted_at || order.to_ship === 0) return [];
  return [
    ...problemsOfOrder(order),
    ...(order.placed_at < hiddenBefore ? ['hidden-by-store' as const] : []),
    ...(order.returned_before ? ['earlier-returns' as const] : []),
    ...(corrected.has(order.id) ? ['corrected-before' as const] : []),
    ...(usualCod !== null && cod >= highCodOf(usualCod) ? ['cod-unusual' as const] : []),
    ...accountProblems(order, cod, limits.byAccount.get(account) ?? limits.otherwise),
  ];
}

/** Those that do not depend on the shop's permissions, settings, accounts and customers. */
export const problemsOfOrder = (order: StoreOrderRow): OrderProblem[] => [
  ...order.problems,
  ...(order.void_needed ? ['void-needed' as const] : []),
  ...(order.second_parcel ? ['second-parcel' as const] : []),
];

/** Something of the order is not booked yet. Must equal the conditions of the partial indexes. */
export const isUnbooked = sql<boolean>`o.cancelled_at is null and o.deleted_at is null and o.to_ship > 0 and not o.held`;

/** SQL for the orders (`o`) of a tab that match the filters: the part after `select ...`. */
export function matchingOrders(request: StoreOrdersRequest): RawBuilder<unknown> {
  const conditions = sql.join([tabCondition(request), ...conditionsOf(request)], sql` and `);
  if (request.query.tab !== 'booked-today')
    return sql`from store_order o where o.shop_id = ${request.shopId} and ${conditions}`;
  return sql`
    from shipment s
    join shipment_order h on ${isNewestShipment}
    join store_order o on o.shop_id = h.shop_id and o.id = h.store_order_id
    where s.shop_id = ${request.shopId} and s.tracking_number is not null and s.booked_at >= ${startOfToday(request)}
      and ${conditions}`;
}

/** The start of the shop's day. */
export const startOfToday = ({ now, timeZone }: Pick<StoreOrdersRequest, 'now' | 'timeZone'>): RawBuilder<Date> =>
  sql`date_trunc('day', ${now}::timestamptz, ${timeZone})`;

/** Joins a shipment (`s`) with those of its orders (`h`) that have no newer parcel. */
export const isNewestShipment = sql`h.shop_id = s.shop_id and h.shipment_id = s.id and h.holds and not exists (
  select from shipment_order newer
  where newer.shop_id = h.shop_id and newer.store_order_id = h.store_order_id and newer.claim > h.claim and newer.holds)`;

export function isFiltered({ query }: StoreOrdersRequest): boolean {
  const { tab: _tab, sort: _sort, dir: _dir, op: _op, ...filters } = query;
  return Object.values(filters).some((value) => value !== undefined);
}

/** Ready to book: a batch would ask nothing about it. */
export const isReady = (request: StoreOrdersRequest): RawBuilder<boolean> =>
  sql<boolean>`${isUnbooked} and not ${hasProblems(request)}`;

const hasProblems = (request: StoreOrdersRequest): RawBuilder<boolean> =>
  isOneOf([
    sql`o.problems <> '{}'`,
    ...Object.values(shopConditions).map((condition) => condition(request)),
    byAccount(request, (limit, cod) =>
      isOneOf(Object.values(accountConditions).map((condition) => condition(limit, cod))),
    ),
  ]);

const isOneOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(conditions, sql` or `)})`;

function hasProblem(request: StoreOrdersRequest, problem: OrderProblem): RawBuilder<boolean> {
  if (isAccountProblem(problem)) return byAccount(request, accountConditions[problem]);
  if (isShopProblem(problem)) return shopConditions[problem](request);
  return sql`${problem} = any(o.problems)`;
}

const isAccountProblem = (problem: OrderProblem): problem is AccountProblem => problem in accountConditions;
const isShopProblem = (problem: OrderProblem): problem is keyof typeof shopConditions => problem in shopConditions;

function tabCondition(request: StoreOrdersRequest): RawBuilder<boolean> {
  switch (request.query.tab) {
    case 'ready':
      return isReady(request);
    case 'look':
      return sql`${isUnbooked} and ${hasProblems(request)}`;
    case 'booked-today':
      return sql`true`;
    case 'all':
      return sql`o.deleted_at is null`;
  }
}

function conditionsOf(request: StoreOrdersRequest): RawBuilder<boolean>[] {
  const { query, found, suggested } = request;
  const conditions: RawBuilder<boolean>[] = [];
  if (found.words) conditions.push(sql`o.id = any(${[...found.words]}::text[])`);
  if (found.tag) conditions.push(sql`o.id = any(${[...found.tag]}::text[])`);
  else if (query.tag) conditions.push(sql`${query.tag.toLowerCase()} = any(o.tag_keys)`);
  if (query.city) conditions.push(sql`o.city_key = any(${[...request.cityKeys]}::text[])`);
  const isPrepaid = isPrepaidSql(request.partCods);
  if (query.payment) conditions.push(query.payment === 'COD' ? sql`not ${isPrepaid}` : isPrepaid);
  if (query.days !== undefined) conditions.push(hasAge(request, query.days));
  if (query.total_from !== undefined) conditions.push(isInRupees, sql`o.total_paisa >= ${query.total_from * 100}`);
  if (query.total_to !== undefined) conditions.push(isInRupees, sql`o.total_paisa <= ${query.total_to * 100}`);
  if (query.account)
    conditions.push(sql`${isUnbooked} and ${suggested} = ${query.account === noAccount ? '' : query.account}`);
  if (query.missing) conditions.push(isUnbooked, hasProblem(request, query.missing));
  return conditions;
}

export const isInRupees = sql<boolean>`o.currency = ${homeCurrency}`;

function hasAge({ query, timeZone, now }: StoreOrdersRequest, days: number): RawBuilder<boolean> {
  const today = dayOf(now, timeZone);
  const startOf = (day: string) => sql`${day}::timestamp at time zone ${timeZone}`;
  const first = startOf(addDays(today, -days));
  const next = startOf(addDays(today, 1 - days));
  switch (query.op) {
    case 'GREATER':
      return sql`o.placed_at < ${first}`;
    case 'LESS':
      return sql`o.placed_at >= ${next}`;
    case 'EQUAL':
      return sql`o.placed_at >= ${first} and o.placed_at < ${next}`;
  }
}

/** The columns of each sort. Each list is an index, which PostgreSQL reads in either direction. */
const columns: Record<StoreOrdersSort, readonly string[]> = {
  age: ['o.placed_at', 'o.id'],
  /** Amounts of two currencies cannot be compared: the orders of each one are together. */
  total: ['o.currency', 'o.total_paisa', 'o.id'],
  /** The oldest order of each city first. */
  city: ['o.city_key', 'o.placed_at', 'o.id'],
};

type Order = Pick<StoreOrdersMatch, 'tab' | 'sort' | 'dir'>;

export function orderBy({ tab, sort, dir }: Order): RawBuilder<unknown> {
  if (tab === 'booked-today' && sort === undefined) return sql`s.booked_at desc, o.id desc`;
  const steps = columns[sort ?? 'age'].map(
    (column) => sql`${sql.ref(column)} ${isDescending({ tab, sort, dir }) ? sql`desc` : sql`asc`}`,
  );
  return sql.join(steps);
}

/** SQL condition: the order comes after the first of these orders in the list. */
export function isAfter(shopId: string, ids: readonly string[], order: Order): RawBuilder<boolean> {
  const keys = columns[order.sort ?? 'age'];
  const places = sql.join(keys.map((column) => sql.ref(column)));
  const direction = isDescending(order) ? sql`desc` : sql`asc`;
  const first = sql`
    select ${places} from store_order o where o.shop_id = ${shopId} and o.id = any(${[...ids]}::text[])
    order by ${sql.join(keys.map((column) => sql`${sql.ref(column)} ${direction}`))} limit 1`;
  return sql<boolean>`(${places}) ${isDescending(order) ? sql`<` : sql`>`} (${first})`;
}

/**
 * Orders to book are a queue: without a sort the oldest is first. Sorting by age goes by the date of the order, so the direction
 * is reversed.
 */
function isDescending({ tab, sort, dir }: Order): boolean {
  if (sort === undefined) return tab === 'all';
  return sort === 'age' ? dir === 'asc' : dir === 'desc';
}
