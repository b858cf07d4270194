import type { StoreOrdersMatch, StoreOrdersSort } from '@courierdesk/contract/store-order-filters';
import { sql, type RawBuilder } from 'kysely';

/** What the list is sorted by; each is an index read forwards or backwards. The id decides between equals. */
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
    (column) => sql`${sql.ref(column)} ${falls(sort, dir) ? sql`desc` : sql`asc`}`,
  );
  return sql.join(steps);
}

/** Orders that come in the list after the first of these ones. */
export function isAfter(shopId: string, ids: readonly string[], { sort, dir }: Order): RawBuilder<boolean> {
  const keys = columns[sort ?? 'age'];
  const places = sql.join(keys.map((column) => sql.ref(column)));
  const direction = falls(sort, dir) ? sql`desc` : sql`asc`;
  const first = sql`
    select ${places} from store_order o where o.shop_id = ${shopId} and o.id = any(${[...ids]}::text[])
    order by ${sql.join(keys.map((column) => sql`${sql.ref(column)} ${direction}`))} limit 1`;
  return sql<boolean>`(${places}) ${falls(sort, dir) ? sql`<` : sql`>`} (${first})`;
}

/** The youngest order is the one that was placed last. */
const falls = (sort: StoreOrdersSort | undefined, dir: Order['dir']): boolean =>
  (sort ?? 'age') === 'age' ? dir === 'asc' : dir === 'desc';
