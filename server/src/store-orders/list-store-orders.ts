import type { StoreOrdersTab } from '@courierdesk/contract/store-orders';
import { sql } from 'kysely';
import type { UserActor } from '../actor.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { withShop } from '../db/tenancy.ts';
import { citiesOfCompanies, type CompanyCities } from './city-matches.ts';
import {
  countAll,
  countBookedToday,
  countFound,
  openOrdersByCity,
  ordersOfTab,
  type ListedOrder,
  type TabFilter,
} from './tab-queries.ts';

export type StoreOrderList = {
  readonly rows: readonly (ListedOrder & CityView)[];
  readonly total: number;
  readonly counts: Record<StoreOrdersTab, number>;
  readonly mirroredAt: Date | null;
};

/** What is known of an order's city where it is listed. */
export type CityView = {
  readonly cityMatches: readonly { company: CompanyCities['company']; name: string | null }[];
  readonly cityUncertain: boolean;
};

/** A page of a tab of the mirror, newest first, with the size of every tab. */
export async function listStoreOrders(
  context: Context,
  actor: UserActor,
  query: { tab: StoreOrdersTab; query: string; page: number; limit: number },
): Promise<StoreOrderList> {
  const { shopId } = actor;
  const companies = await citiesOfCompanies(context, shopId);
  const [open, startOfDay] = await withShop(context.db, shopId, (trx) =>
    Promise.all([openOrdersByCity(trx, shopId), startOfToday(trx, context.clock(), actor.shop.timeZone)]),
  );
  const uncertainCities = await uncertain(
    companies,
    open.map((group) => group.city),
  );
  const filter: TabFilter = { shopId, tab: query.tab, words: query.query, uncertainCities, startOfDay };
  const [bookedToday, all, rows, searched, mirrored] = await withShop(context.db, shopId, (trx) =>
    Promise.all([
      countBookedToday(trx, shopId, startOfDay),
      countAll(trx, shopId),
      ordersOfTab(trx, filter, { limit: query.limit, offset: (query.page - 1) * query.limit }),
      query.query === '' ? undefined : countFound(trx, filter),
      mirroredAt(trx, shopId),
    ]),
  );
  const counts = { ...countsOfOpen(open, new Set(uncertainCities)), 'booked-today': bookedToday, all };
  return {
    counts,
    rows: await withCities(companies, rows),
    total: searched ?? counts[query.tab],
    mirroredAt: mirrored,
  };
}

/** Adds to each order how the couriers know its city. */
export async function withCities(
  companies: readonly CompanyCities[],
  rows: readonly ListedOrder[],
): Promise<(ListedOrder & CityView)[]> {
  const spellings = rows.map((row) => row.order.city);
  const named = await Promise.all(
    companies.map(async (cities) => ({ company: cities.company, names: await cities.names(spellings) })),
  );
  return rows.map((row) => {
    const { city } = row.order;
    const cityMatches = named.map(({ company, names }) => ({ company, name: names.get(city) ?? null }));
    return { ...row, cityMatches, cityUncertain: city !== '' && named[0]?.names.get(city) === null };
  });
}

/** Spellings that the courier booked with by default does not know for certain. */
async function uncertain(companies: readonly CompanyCities[], cities: readonly string[]): Promise<string[]> {
  const names = await companies[0]?.names(cities);
  return names ? cities.filter((city) => city !== '' && names.get(city) === null) : [];
}

function countsOfOpen(
  open: readonly { city: string; clean: number; withProblems: number }[],
  uncertainCities: ReadonlySet<string>,
): { ready: number; look: number } {
  let ready = 0;
  let look = 0;
  for (const { city, clean, withProblems } of open) {
    look += withProblems;
    if (uncertainCities.has(city)) look += clean;
    else ready += clean;
  }
  return { ready, look };
}

async function startOfToday(trx: Db, now: Date, timeZone: string): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select date_trunc('day', ${now}::timestamptz, ${timeZone}) as at`.execute(trx);
  return rows[0]?.at ?? now;
}

export async function mirroredAt(trx: Db, shopId: string): Promise<Date | null> {
  const sync = await trx
    .selectFrom('store_sync')
    .select('mirrored_at')
    .where('shop_id', '=', shopId)
    .executeTakeFirst();
  return sync?.mirrored_at ?? null;
}
