import type { StoreOrdersMatch, StoreOrdersSort } from '@courierdesk/contract/store-order-filters';
import { sql, type RawBuilder } from 'kysely';

/** The columns of each sort. Each list is an index, which PostgreSQL reads in either direction. */
const columns: Record<StoreOrdersSort, readonly string[]> = {
  age: ['o.placed_at', 'o.id'],
  total: ['o.total_paisa', 'o.id'],
  /** The oldest order of each city first. */
  city: ['o.city_key', 'o.placed_at', 'o.id'],
};

type Order = Pick<StoreOrdersMatch, 'tab' | 'sort' | 'dir'>;

export function orderBy({ tab, sort, dir }: Order): RawBuilder<unknown> {
  if (tab === 'booked-today' && sort === undefined) return sql`s.booked_at desc, o.id desc`;
  const steps = columns[sort ?? 'age'].map(
    (column) => sql`${sql.ref(column)} ${isDescending(sort, dir) ? sql`desc` : sql`asc`}`,
  );
  return sql.join(steps);
}

/** SQL condition: the order comes after the first of these orders in the list. */
export function isAfter(shopId: string, ids: readonly string[], { sort, dir }: Order): RawBuilder<boolean> {
  const keys = columns[sort ?? 'age'];
  const places = sql.join(keys.map((column) => sql.ref(column)));
  const direction = isDescending(sort, dir) ? sql`desc` : sql`asc`;
  const first = sql`
    select ${places} from store_order o where o.shop_id = ${shopId} and o.id = any(${[...ids]}::text[])
    order by ${sql.join(keys.map((column) => sql`${sql.ref(column)} ${direction}`))} limit 1`;
  return sql<boolean>`(${places}) ${isDescending(sort, dir) ? sql`<` : sql`>`} (${first})`;
}

/** Sorting by age goes by the date of the order, so the direction is reversed. */
const isDescending = (sort: StoreOrdersSort | undefined, dir: Order['dir']): boolean =>
  (sort ?? 'age') === 'age' ? dir === 'asc' : dir === 'desc';
