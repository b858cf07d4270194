import { normaliseCity } from '@courierdesk/contract/cities';
import type { CityMatcher } from '../courier-accounts/city-list.ts';
import type { RowPreparationData } from './row-preparation-data.ts';
import type { RowDraft } from './row.ts';

/**
 * Finds the row's city among those of its account: the one that a person typed, else what the customer wrote. Chosen
 * only when it is certain; otherwise what was typed stays to be read.
 */
export function placeIn(row: RowDraft, { cities }: RowPreparationData): RowDraft {
  const isTyped = 'destination_city' in row.edited;
  const known = cities.get(row.fields.tracking_account);
  const typed = isTyped ? row.destination_name : '';
  const city = known && cityMeant(known, typed || row.facts.city);
  return {
    ...row,
    fields: { ...row.fields, destination_city: city?.id ?? '' },
    destination_name: city?.name ?? typed,
  };
}

/** A city by its id, its name, or a spelling that is certain. */
export function cityMeant(known: CityMatcher, typed: string): { id: string; name: string } | undefined {
  if (typed === '') return undefined;
  const written = normaliseCity(typed);
  return (
    known.cities.find((city) => city.id === typed) ??
    known.cities.find((city) => city.name === typed) ??
    known.cities.find((city) => normaliseCity(city.name) === written) ??
    known.match(typed).certain
  );
}
