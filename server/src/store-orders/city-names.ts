import { canonicalCity } from '../booking-rules/choose-account.ts';
import type { CompanyCities } from './city-matches.ts';

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
