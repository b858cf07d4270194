import { sql } from 'kysely';
import type { UserActor } from '../actor.ts';
import { canonicalCity } from '../booking-rules/choose-account.ts';
import type { Context } from '../context.ts';
import { withShop } from '../db/tenancy.ts';
import { isUnbooked } from './order-filters.ts';
import { openOrdersByCity, type OpenCity } from './tab-queries.ts';

type Choice = { name: string; orders: number };

const maxTags = 500;

/** Cities and tags of unbooked orders, those with the most orders first. */
export async function storeOrderChoices(
  context: Context,
  { shopId }: UserActor,
): Promise<{ cities: Choice[]; tags: Choice[] }> {
  const [cities, tags] = await withShop(context.db, shopId, (trx) =>
    Promise.all([
      openOrdersByCity(trx, shopId),
      sql<Choice>`
        select min(tag) as name, count(*) as orders
        from store_order o cross join unnest(o.tags) as tag
        where o.shop_id = ${shopId} and ${isUnbooked} and o.tags <> '{}'
        group by lower(tag) order by 2 desc, 1 limit ${maxTags}`.execute(trx),
    ]),
  );
  return { cities: citiesOf(cities), tags: tags.rows };
}

/** One choice per city, with its most frequent spelling as the name. */
function citiesOf(open: readonly OpenCity[]): Choice[] {
  const written = open.filter(({ city }) => city !== '');
  const groups = Map.groupBy(written, ({ city }) => canonicalCity(city));
  return [...groups.values()]
    .flatMap((spellings) => {
      const [most] = spellings.toSorted((a, b) => b.orders - a.orders);
      return most ? [{ name: most.city, orders: spellings.reduce((sum, one) => sum + one.orders, 0) }] : [];
    })
    .toSorted((a, b) => b.orders - a.orders || a.name.localeCompare(b.name));
}
