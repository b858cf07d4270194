import type { Company } from '@courierdesk/contract/companies';
import type { BookingRule } from '@courierdesk/contract/booking-rules';
import type { StoreOrdersMatch } from '@courierdesk/contract/store-order-filters';
import { sql, type RawBuilder } from 'kysely';
import type { UserActor } from '../../base/actor.ts';
import { canonicalCity } from '../../shop/booking-rules/choose-account.ts';
import { suggestedAccountSql } from '../../shop/booking-rules/suggested-account-sql.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { searchPatterns } from '../../base/db/search-patterns.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { courierCityNames, meaningsOf, type CompanyCities, type CourierCityNames } from './city-matches.ts';
import { codsOfParts, correctedOrders, readEntries } from './corrected-orders.ts';
import { isInRupees, isPrepaidSql, type AccountLimits, type StoreOrdersRequest } from './order-filters.ts';
import { readChoice, type Choice } from './read-choice.ts';
import { cityKeysOfShop, openOrdersByCity, type OrdersOfCity } from './tab-queries.ts';

export type StoreOrdersListRequest = StoreOrdersRequest & {
  readonly choice: Choice;
};

/** Reads what the list's filters need: the couriers' cities, the shop's courier rules, and what people entered. */
export async function resolveStoreOrdersRequest(
  context: Context,
  actor: Pick<UserActor, 'shopId' | 'shop'>,
  query: StoreOrdersMatch,
): Promise<StoreOrdersListRequest> {
  const { shopId } = actor;
  const byCity = query.city !== undefined;
  const onlyOpen = query.tab === 'ready' || query.tab === 'look';
  const { open, otherKeys, choice, entries, found } = await withShop(context.db, shopId, async (trx) => ({
    open: await openOrdersByCity(trx, shopId),
    otherKeys: byCity && !onlyOpen ? await cityKeysOfShop(trx, shopId) : [],
    choice: await readChoice(trx, context, shopId),
    entries: await readEntries(trx, shopId),
    found: await findOrders(trx, shopId, query),
  }));
  const spellings = open.map(({ city }) => city);
  const needsNames = byCity || choice.rules.rules.some(({ cities }) => cities.length > 0);
  const named = [query.city ?? '', ...spellings, ...otherKeys];
  const names = await courierCityNames(choice.companies, needsNames ? named : []);
  const partCods = codsOfParts(entries);
  const written = [...open, ...otherKeys.map((key) => ({ city: key, key }))];
  return {
    shopId,
    query,
    timeZone: actor.shop.timeZone,
    now: context.clock(),
    choice,
    usualCod: choice.usualCod,
    hiddenBefore: choice.hiddenBefore,
    limits: await limitsOf(context, choice, spellings),
    corrected: await correctedOrders(choice, entries),
    partCods,
    cityKeys: query.city === undefined ? [] : matchingKeys(query.city, written, names),
    found,
    suggested: suggestion(choice, spellings, names, partCods),
  };
}

/** What a batch asks about with each account, of orders with these cities. Without an account, the first courier's list counts. */
export async function limitsOf(
  { couriers }: Pick<Context, 'couriers'>,
  { accounts, companies, settings: { default_weight: weight } }: Choice,
  spellings: readonly string[],
): Promise<AccountLimits> {
  const uncertain = new Map<Company, ReadonlySet<string>>();
  for (const company of companies) uncertain.set(company.company, await uncertainSpellings(company, spellings));
  const [first] = uncertain.values();
  const none: ReadonlySet<string> = new Set();
  return {
    byAccount: new Map(
      accounts.map((account) => [
        account.id,
        {
          isAccount: true,
          uncertainCities: uncertain.get(account.company) ?? none,
          weight: account.weight || weight,
          maxCod: couriers[account.company].abilities.maxCod,
          takesZeroCod: couriers[account.company].abilities.takesZeroCod,
        },
      ]),
    ),
    otherwise: {
      isAccount: false,
      uncertainCities: first ?? none,
      weight,
      maxCod: Number.MAX_SAFE_INTEGER,
      takesZeroCod: true,
    },
  };
}

function matchingKeys(
  filter: string,
  written: readonly Pick<OrdersOfCity, 'city' | 'key'>[],
  names: CourierCityNames,
): string[] {
  const wanted = new Set(meaningsOf(filter, names));
  const matching = written.filter(({ city }) => meaningsOf(city, names).some((meaning) => wanted.has(meaning)));
  return [...new Set([filter.toLowerCase(), ...matching.map(({ key }) => key)])];
}

function suggestion(
  { rules, accounts, settings: { default_weight: weight } }: Choice,
  cities: readonly string[],
  names: CourierCityNames,
  partCods: StoreOrdersRequest['partCods'],
): RawBuilder<string> {
  const withNames = cities.map((city) => ({ city, names: meaningsOf(city, names) }));
  const citiesOf = (rule: BookingRule): string[] => {
    const ruleCities = new Set(rule.cities.map(canonicalCity));
    return withNames.filter((city) => city.names.some((name) => ruleCities.has(name))).map(({ city }) => city);
  };
  return suggestedAccountSql(rules, accounts, citiesOf, {
    id: sql.ref('o.id'),
    city: sql.ref('o.city'),
    isPrepaid: isPrepaidSql(partCods),
    totalPaisa: sql<number | null>`case when ${isInRupees} then o.total_paisa end`,
    weight: sql<number>`coalesce(nullif(o.store_weight, 0), ${weight}::int)`,
    assigned: sql.ref('o.assigned_account_id'),
  });
}

/** Spellings that a courier's list does not match for certain. */
async function uncertainSpellings(company: CompanyCities, cities: readonly string[]): Promise<ReadonlySet<string>> {
  const names = await company.names(cities);
  return new Set(cities.filter((city) => city !== '' && names.get(city) === null));
}

/** The search text's index and that of tags answer only through functions of the database (`0014-functions.sql`). */
async function findOrders(
  trx: Db,
  shopId: string,
  { query, tag, tab }: StoreOrdersMatch,
): Promise<StoreOrdersRequest['found']> {
  const isOpen = tab === 'ready' || tab === 'look';
  return {
    words: query ? await ordersWithWords(trx, shopId, query) : undefined,
    // Unbooked orders are few, so their own index is fast enough.
    tag: tag && !isOpen ? await idsOf(trx, sql`select tagged_store_orders(${tag}) as id`) : undefined,
  };
}

/** A trigram search needs three characters; shorter text is compared with order names. */
function ordersWithWords(trx: Db, shopId: string, words: string): Promise<string[]> {
  if (words.length < 3)
    return idsOf(trx, sql`select id from store_order where shop_id = ${shopId} and name in (${words}, ${`#${words}`})`);
  const patterns = searchPatterns(words);
  return idsOf(
    trx,
    sql`select distinct search_store_orders(pattern) as id from unnest(${patterns}::text[]) as pattern`,
  );
}

async function idsOf(trx: Db, ids: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${ids}`.execute(trx);
  return rows.map(({ id }) => id);
}
