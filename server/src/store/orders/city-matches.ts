import { setImmediate as yieldOnce } from 'node:timers/promises';
import type { Company } from '@courierdesk/contract/companies';
import { canonicalCity } from '../../shop/booking-rules/choose-account.ts';
import type { Context } from '../../base/context.ts';
import { cityListInTime, cityMatcherOf } from '../../shop/courier-accounts/city-list.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import type { CourierCity } from '../../adapters/couriers/courier.ts';
import type { Db } from '../../base/db/client.ts';

/** Matches the cities that customers write with one courier's list. */
export type CompanyCities = {
  readonly company: Company;
  /** The courier's name for each spelling: null if the match is not certain, missing if the list is unavailable. */
  names(spellings: readonly string[]): Promise<ReadonlyMap<string, string | null>>;
};

/** A page does not wait longer than this for a courier's list. */
const waitMs = 1_500;
const matchesAtOnce = 50;
const maxCached = 20_000;

/** One entry per company with an active account, the default account's company first. */
export async function citiesOfCompanies(
  trx: Db,
  context: Context,
  shopId: string,
  accounts: readonly AccountRow[],
): Promise<CompanyCities[]> {
  const corrections = await trx
    .selectFrom('city_correction')
    .select(({ fn }) => ['company', fn.countAll<number>().as('count'), fn.max('corrected_at').as('last')])
    .where('shop_id', '=', shopId)
    .groupBy('company')
    .execute();
  const active = accounts
    .filter((account) => !account.in_active)
    .toSorted((a, b) => Number(b.is_default) - Number(a.is_default) || a.created_at.getTime() - b.created_at.getTime());
  const first = new Map<Company, AccountRow>();
  for (const account of active) if (!first.has(account.company)) first.set(account.company, account);
  return [...first.values()].map((account) => {
    const corrected = corrections.find((row) => row.company === account.company);
    const stamp = corrected ? `${corrected.count}:${corrected.last?.getTime()}` : '';
    return {
      company: account.company,
      names: (spellings) => namesOf(context, shopId, account, stamp, spellings),
    };
  });
}

/** The couriers' names for cities as customers wrote them. */
export type CourierCityNames = (city: string) => string[];

export async function courierCityNames(
  companies: readonly CompanyCities[],
  cities: readonly string[],
): Promise<CourierCityNames> {
  const written = cities.filter((city) => city !== '');
  const known = written.length === 0 ? [] : await Promise.all(companies.map((company) => company.names(written)));
  return (city) => known.flatMap((names) => names.get(city) ?? []);
}

/**
 * What a spelling means, in canonical form: as written, and as the couriers have it. Two spellings are of one city if they
 * have a meaning in common.
 */
export const meaningsOf = (city: string, names: CourierCityNames): string[] =>
  [city, ...names(city)].map(canonicalCity);

type CachedNames = { stamp: string; names: Map<string, string | null> };

/** Cached as long as the list itself, until a person corrects a city. */
const cachedNames = new WeakMap<readonly CourierCity[], CachedNames>();

async function namesOf(
  context: Context,
  shopId: string,
  account: AccountRow,
  stamp: string,
  spellings: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const cities = await cityListInTime(context, shopId, account, waitMs);
  if (!cities) return new Map();
  let cached = cachedNames.get(cities);
  if (!cached || cached.stamp !== stamp || cached.names.size > maxCached) {
    cached = { stamp, names: new Map() };
    cachedNames.set(cities, cached);
  }
  const { names } = cached;
  const unknown = [...new Set(spellings)].filter((spelling) => !names.has(spelling));
  if (unknown.length === 0) return names;
  const match = await cityMatcherOf(context, shopId, account);
  for (const [index, spelling] of unknown.entries()) {
    names.set(spelling, match(spelling).certain?.name ?? null);
    if (index % matchesAtOnce === matchesAtOnce - 1) await yieldOnce();
  }
  return names;
}
