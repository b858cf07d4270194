import { readableCity } from '@courierdesk/contract/readable-city';
import type { StoreOrdersTab } from '@courierdesk/contract/store-order-filters';
import { sql, type RawBuilder } from 'kysely';
import type { UserActor } from '../../base/actor.ts';
import { canonicalCity } from '../../shop/booking-rules/choose-account.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { courierCityNames, meaningsOf, type CourierCityNames } from './city-matches.ts';
import { isUnbooked, matchingOrders, type StoreOrdersRequest } from './order-filters.ts';
import { resolveStoreOrdersRequest } from './resolve-list-request.ts';
import { ordersByCity, type OrdersOfCity } from './tab-queries.ts';

type Choice = { name: string; orders: number | null };
type CityChoice = Choice & { spellings: string[] };

const maxTags = 500;
/** Cities as customers wrote them. Each is matched with every courier's list. */
const maxWritten = 3000;
const maxSpellings = 30;

/** Cities and tags of the orders of a tab, those with the most orders first. */
export async function storeOrderChoices(
  context: Context,
  actor: UserActor,
  tab: StoreOrdersTab,
): Promise<{ cities: CityChoice[]; tags: Choice[] }> {
  const request = await resolveStoreOrdersRequest(context, actor, { tab, dir: 'asc', op: 'GREATER' });
  const { written, tags } = await withShop(context.db, actor.shopId, async (trx) => ({
    written: await ordersByCity(trx, request, maxWritten),
    tags: await sql<Choice>`
        select min(tag) as name, ${tab === 'all' ? sql`null::int` : sql`count(*)`} as orders
        from (select o.tags ${ordersWithTags(request)}) o cross join unnest(o.tags) as tag
        group by lower(tag) order by count(*) desc, 1 limit ${maxTags}`.execute(trx),
  }));
  const spellings = written.map(({ city }) => city);
  const ofCouriers = await courierCityNames(request.choice.companies, spellings);
  // What the filter makes of the choices themselves.
  const names = await courierCityNames(request.choice.companies, [...spellings, ...spellings.flatMap(ofCouriers)]);
  const cities = citiesOf(written, names);
  const isComplete = written.length < maxWritten;
  return { cities: isComplete ? cities : cities.map((city) => ({ ...city, orders: null })), tags: tags.rows };
}

/** All orders of a shop are too many to look through: of them, those that wait. */
function ordersWithTags(request: StoreOrdersRequest): RawBuilder<unknown> {
  const orders =
    request.query.tab === 'all'
      ? sql`from store_order o where o.shop_id = ${request.shopId} and ${isUnbooked}`
      : matchingOrders(request);
  return sql`${orders} and o.tags <> '{}'`;
}

/**
 * One choice for each city that couriers name, with the number of orders that the filter finds by it. A spelling that no
 * courier knows for certain is a choice of its own.
 */
function citiesOf(written: readonly OrdersOfCity[], names: CourierCityNames): CityChoice[] {
  const byMeaning = Map.groupBy(
    written.flatMap((one) => [...new Set(meaningsOf(one.city, names))].map((meaning) => ({ meaning, one }))),
    ({ meaning }) => meaning,
  );
  const choices = Map.groupBy(
    written.map(({ city }) => readableCity(names(city)) ?? city),
    canonicalCity,
  );
  return [...choices.values()]
    .map((same) => {
      const name = readableCity(same) ?? '';
      const found = new Set(
        meaningsOf(name, names).flatMap((meaning) => (byMeaning.get(meaning) ?? []).map(({ one }) => one)),
      );
      const spellings = [...found].map(({ city }) => city).filter((city) => city !== name);
      return {
        name,
        orders: [...found].reduce((sum, { orders }) => sum + orders, 0),
        spellings: spellings.slice(0, maxSpellings),
      };
    })
    .toSorted((a, b) => b.orders - a.orders || a.name.localeCompare(b.name));
}
