import { addDays, dayOf } from '@courierdesk/contract/dates';
import { spellingsOf } from '@courierdesk/contract/phones';
import { noAccount, type StoreOrdersMatch } from '@courierdesk/contract/store-order-filters';
import { sql, type RawBuilder } from 'kysely';

/** What a list of store orders is asked for, with what is known of cities, accounts and the shop's calendar. */
export type AskedOrders = {
  readonly shopId: string;
  readonly query: StoreOrdersMatch;
  readonly timeZone: string;
  readonly now: Date;
  readonly startOfDay: Date;
  /** Cities as written that the default account's courier does not know for certain. */
  readonly uncertainCities: readonly string[];
  /** Cities as written, in lower case, that the city filter means. */
  readonly cityKeys: readonly string[];
  /** SQL that gives the id of the account suggested for an order. */
  readonly suggested: RawBuilder<string> | undefined;
};

/** Waits to be booked. The same words as in the conditions of the indexes. */
export const open = sql<boolean>`o.cancelled_at is null and o.deleted_at is null and o.to_ship > 0 and not o.held`;

/** The orders (`o`) of a tab that the filters let through: what follows `select ...`. */
export function ordersIn(asked: AskedOrders): RawBuilder<unknown> {
  const conditions = sql.join([tabCondition(asked), ...conditionsOf(asked)], sql` and `);
  if (asked.query.tab !== 'booked-today')
    return sql`from store_order o where o.shop_id = ${asked.shopId} and ${conditions}`;
  return sql`
    from shipment s
    join shipment_order h on h.shop_id = s.shop_id and h.shipment_id = s.id and h.holds
    join store_order o on o.shop_id = h.shop_id and o.id = h.store_order_id
    where s.shop_id = ${asked.shopId} and s.tracking_number is not null and s.booked_at >= ${asked.startOfDay}
      and ${conditions}`;
}

export const isFiltered = ({ query }: AskedOrders): boolean => {
  const { tab: _tab, sort: _sort, dir: _dir, op: _op, ...filters } = query;
  return Object.values(filters).some((value) => value !== undefined);
};

/** Can be booked without a look: the tab "Ready to book". */
export const isReady = (asked: AskedOrders): RawBuilder<boolean> =>
  sql<boolean>`${open} and o.problems = '{}' and not o.void_needed and not ${isUncertain(asked)}`;

function tabCondition(asked: AskedOrders): RawBuilder<boolean> {
  switch (asked.query.tab) {
    case 'ready':
      return isReady(asked);
    case 'look':
      return sql`${open} and (o.problems <> '{}' or o.void_needed or ${isUncertain(asked)})`;
    case 'booked-today':
      return sql`true`;
    case 'all':
      return sql`o.deleted_at is null`;
  }
}

const isUncertain = ({ uncertainCities }: AskedOrders): RawBuilder<boolean> =>
  sql<boolean>`o.city = any(${[...uncertainCities]}::text[])`;

function conditionsOf(asked: AskedOrders): RawBuilder<boolean>[] {
  const { query, suggested } = asked;
  const conditions: RawBuilder<boolean>[] = [];
  if (query.query) conditions.push(found(query.query));
  if (query.tag) conditions.push(isTagged(query.tag, query.tab));
  if (query.city) conditions.push(sql`o.city_key = any(${[...asked.cityKeys]}::text[])`);
  if (query.payment) conditions.push(query.payment === 'COD' ? sql`o.cod > 0` : sql`o.cod = 0`);
  if (query.days !== undefined) conditions.push(hasAge(asked, query.days));
  if (query.total_from !== undefined) conditions.push(sql`o.total_paisa >= ${query.total_from * 100}`);
  if (query.total_to !== undefined) conditions.push(sql`o.total_paisa <= ${query.total_to * 100}`);
  if (query.account && suggested)
    conditions.push(sql`${open} and ${suggested} = ${query.account === noAccount ? '' : query.account}`);
  if (query.missing) conditions.push(isMissing(asked, query.missing));
  return conditions;
}

function hasAge({ query, timeZone, now }: AskedOrders, days: number): RawBuilder<boolean> {
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

function isMissing(asked: AskedOrders, missing: NonNullable<StoreOrdersMatch['missing']>): RawBuilder<boolean> {
  if (missing === 'void-needed') return sql`${open} and o.void_needed`;
  if (missing === 'city-uncertain') return sql`${open} and ${isUncertain(asked)}`;
  return sql`${missing} = any(o.problems)`;
}

/** Orders that wait are compared one by one along the index of the list's order; among all orders an index of tags helps. */
const isTagged = (tag: string, tab: StoreOrdersMatch['tab']): RawBuilder<boolean> =>
  tab === 'ready' || tab === 'look'
    ? sql`${tag.toLowerCase()} = any(o.tag_keys)`
    : sql`o.id = any(array(select tagged_store_orders(${tag})))`;

/** Trigrams need three characters; shorter words are taken for an order's name. */
function found(words: string): RawBuilder<boolean> {
  if (words.length < 3) return sql`o.name in (${words}, ${`#${words}`})`;
  const spelled = spellingsOf(words).map(
    (spelling) => sql`select search_store_orders(${spelling.replace(/[\\%_]/g, String.raw`\$&`)})`,
  );
  return sql`o.id in (${sql.join(spelled, sql` union `)})`;
}
