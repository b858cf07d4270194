import { setTimeout as pause } from 'node:timers/promises';
import { matchCity, normaliseCity, type City, type CityMatches } from '@courierdesk/contract/cities';
import type { Company } from '@courierdesk/contract/companies';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Context } from '../../base/context.ts';
import { CourierError } from '../../adapters/couriers/courier-error.ts';
import type { CourierCity } from '../../adapters/couriers/courier.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { RecentMap } from '../../base/process-memory.ts';
import { AppError } from '../../base/errors.ts';
import { callCourier, type CallOptions, type CourierWork } from './call-courier.ts';
import type { AccountRow } from './load-account.ts';

export const freshMs = 24 * 3_600_000;
/** After a failure, how long we use the old list before we ask the courier again. */
const retryMs = 5 * 60_000;
/** How long a person waits for a list. Some couriers need two calls for it, which may take longer: the job has more time. */
const maxWaitMs = 15_000;

/** Lists in memory: each has up to some thousand cities. */
const maxLists = 300;

type Kept = { readonly cities: CourierCity[]; readonly until: number };

const cityLists = () => ({ kept: new RecentMap<Kept>(maxLists), asking: new Map<string, Promise<Kept>>() });

/** The destinations of an account, at most a day old, or older while the courier does not respond. */
export async function cityListOf(context: Context, shopId: string, account: AccountRow): Promise<CourierCity[]> {
  const { kept: lists, asking: questions } = context.memory.of(cityLists);
  const key = `${shopId}:${account.id}:${account.version}`;
  const kept = lists.get(key);
  if (kept && kept.until > context.clock().getTime()) return kept.cities;
  const asking = questions.get(key) ?? find(context, shopId, account).finally(() => questions.delete(key));
  questions.set(key, asking);
  const found = await asking;
  lists.set(key, found);
  return found.cities;
}

/** The destinations of an account, or undefined if the courier sends no list within `waitMs`. */
export function cityListInTime(
  context: Context,
  shopId: string,
  account: AccountRow,
  waitMs: number,
): Promise<CourierCity[] | undefined> {
  const list = cityListOf(context, shopId, account).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'city-fetching-failed') return undefined;
    throw error;
  });
  return Promise.race([list, pause(waitMs, undefined, { ref: false })]);
}

/** Asks the courier now and saves its reply, unless the account was changed since. */
export async function refreshCityList(
  context: Context,
  shopId: string,
  account: AccountRow,
  limit: CallOptions,
): Promise<CourierCity[]> {
  const ask: CourierWork<CourierCity[]> = (courier, access, call) => courier.cities(access, call);
  const cities = await callCourier(context, account, 'cities', ask, limit);
  if (cities.length === 0) throw new CourierError('unavailable', 'The courier returned no cities.');
  const now = context.clock();
  await withShop(context.db, shopId, async (trx) => {
    const isCurrent = await trx
      .updateTable('courier_account')
      .set({ cities_next_at: new Date(now.getTime() + freshMs) })
      .where('shop_id', '=', shopId)
      .where('id', '=', account.id)
      // Other credentials may have other destinations.
      .where('version', '=', account.version)
      .returning('id')
      .executeTakeFirst();
    if (!isCurrent) return;
    const list = { cities: JSON.stringify(cities), fetched_at: now };
    await trx
      .insertInto('courier_city_list')
      .values({ shop_id: shopId, account_id: account.id, ...list })
      .onConflict((conflict) => conflict.columns(['shop_id', 'account_id']).doUpdateSet(list))
      .execute();
  });
  return cities;
}

async function find(context: Context, shopId: string, account: AccountRow): Promise<Kept> {
  const stored = await withShop(context.db, shopId, (trx) =>
    trx
      .selectFrom('courier_city_list')
      .select(['cities', 'fetched_at'])
      .where('shop_id', '=', shopId)
      .where('account_id', '=', account.id)
      .executeTakeFirst(),
  );
  const now = context.clock().getTime();
  if (stored && stored.fetched_at.getTime() + freshMs > now)
    return { cities: Cities.parse(stored.cities), until: stored.fetched_at.getTime() + freshMs };
  try {
    return { cities: await refreshCityList(context, shopId, account, { timeoutMs: maxWaitMs }), until: now + freshMs };
  } catch (error) {
    if (!(error instanceof CourierError)) throw error;
    if (stored) return { cities: Cities.parse(stored.cities), until: now + retryMs };
    throw new AppError('city-fetching-failed', 'City fetching failed', {
      detail: { reason: [error.message, error.courierWords].filter(Boolean).join(' ') },
      cause: error,
    });
  }
}

/** How a customer's spelling matches the cities of an account. A city that a user chose before is proposed. */
export async function matchCityOf(
  context: Context,
  shopId: string,
  account: AccountRow,
  spelling: string,
): Promise<CityMatches> {
  const cities = await cityListOf(context, shopId, account);
  const correction = await withShop(context.db, shopId, (trx) =>
    corrections(trx, shopId, account.company).where('spelling', '=', normaliseCity(spelling)).executeTakeFirst(),
  );
  return match(spelling, cities, correction);
}

/** As `matchCityOf`, for many spellings at once. */
export async function cityMatcherOf(
  context: Context,
  shopId: string,
  account: AccountRow,
): Promise<(spelling: string) => CityMatches> {
  const cities = await cityListOf(context, shopId, account);
  const rows = await withShop(context.db, shopId, (trx) => corrections(trx, shopId, account.company).execute());
  const bySpelling = new Map(rows.map((row) => [row.spelling, row]));
  return (spelling) => match(spelling, cities, bySpelling.get(normaliseCity(spelling)));
}

export type CityMatcher = { readonly cities: readonly CourierCity[]; match(spelling: string): CityMatches };

/** The same for several accounts, without those that have no list within `waitMs`. */
export async function cityMatchersOf(
  context: Context,
  shopId: string,
  accounts: readonly AccountRow[],
  waitMs: number,
): Promise<Map<string, CityMatcher>> {
  const rows = await withShop(context.db, shopId, (trx) =>
    trx.selectFrom('city_correction').selectAll().where('shop_id', '=', shopId).execute(),
  );
  const bySpelling = new Map(rows.map((row) => [`${row.company} ${row.spelling}`, row]));
  const matchers = new Map<string, CityMatcher>();
  const matching = accounts.map(async (account) => {
    const cities = await cityListInTime(context, shopId, account, waitMs);
    if (!cities) return;
    const corrected = (spelling: string) => bySpelling.get(`${account.company} ${normaliseCity(spelling)}`);
    const known = new Map<string, CityMatches>();
    matchers.set(account.id, {
      cities,
      match(spelling) {
        const found = known.get(spelling) ?? match(spelling, cities, corrected(spelling));
        known.set(spelling, found);
        return found;
      },
    });
  });
  await Promise.all(matching);
  return matchers;
}

/** Remembers the city that a user chose for a spelling, unless the list alone is certain about it. */
export async function rememberCity(
  trx: Db,
  shopId: string,
  company: Company,
  spelling: string,
  city: City,
  cities: readonly City[],
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<void> {
  const normalised = normaliseCity(spelling);
  if (normalised === '' || matchCity(spelling, cities).certain) return;
  const chosen = { city_id: city.id, city_name: city.name, corrected_at: now, chosen_by: by };
  await trx
    .insertInto('city_correction')
    .values({ shop_id: shopId, company, spelling: normalised, ...chosen })
    .onConflict((conflict) =>
      conflict.columns(['shop_id', 'company', 'spelling']).doUpdateSet({
        ...chosen,
        contradicted: sql<boolean>`city_correction.contradicted or city_correction.city_name <> excluded.city_name`,
        times: sql<number>`case when city_correction.city_name = excluded.city_name then city_correction.times + 1 else 1 end`,
      }),
    )
    .execute();
}

type Correction = {
  readonly spelling: string;
  readonly city_id: string;
  readonly city_name: string;
  readonly contradicted: boolean;
};

const corrections = (trx: Db, shopId: string, company: Company) =>
  trx
    .selectFrom('city_correction')
    .select(['spelling', 'city_id', 'city_name', 'contradicted'])
    .where('shop_id', '=', shopId)
    .where('company', '=', company);

/** A courier may renumber its cities, so we also look by name. */
function match(spelling: string, cities: CourierCity[], correction: Correction | undefined): CityMatches {
  const chosen =
    correction &&
    (cities.find((city) => city.id === correction.city_id && city.name === correction.city_name) ??
      cities.find((city) => city.name === correction.city_name) ??
      cities.find((city) => city.id === correction.city_id));
  return matchCity(spelling, cities, chosen && { cityId: chosen.id, contradicted: correction.contradicted });
}

const Cities = z.array(z.object({ id: z.string(), name: z.string() }));
