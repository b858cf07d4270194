import type { City } from '@courierdesk/contract/cities';
import type { CityMatcher } from '../../shop/courier-accounts/city-list.ts';
import type { PreparationData } from './preparation-data.ts';
import type { RowDraft } from './row.ts';

/**
 * Finds the row's city in its account's list: the one that a person typed, otherwise the one that the customer wrote.
 * Sets the city only if the match is certain, as the booking form does; otherwise keeps the typed text.
 */
export function matchRowCity(row: RowDraft, { cities }: PreparationData): RowDraft {
  const isTyped = 'destination_city' in row.edited;
  const known = cities.get(row.fields.tracking_account);
  const typed = isTyped ? row.destination_name : '';
  const city =
    known && (typed === '' ? known.match(row.facts.city).certain : findCity(known, typed, row.fields.destination_city));
  return {
    ...row,
    fields: { ...row.fields, destination_city: city?.id ?? '' },
    destination_name: city?.name ?? typed,
  };
}

/**
 * Finds the city that a person chose or typed: the chosen one if the list has it by that name, otherwise the one with that
 * text as its id, or that the text certainly means. A name that two cities have means none of them.
 */
const findCity = (known: CityMatcher, typed: string, chosenId: string): City | undefined =>
  known.cities.find(({ id, name }) => id === chosenId && name === typed) ??
  known.cities.find(({ id }) => id === typed) ??
  known.match(typed).certain;
