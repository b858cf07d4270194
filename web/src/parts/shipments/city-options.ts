import { matchCity, type City } from '@courierdesk/contract/cities';
import { normaliseCity } from '@courierdesk/contract/city-names';
import type { getCities } from '@courierdesk/contract/courier-accounts';
import type { ReplyOf } from '@courierdesk/contract/endpoint';
import type { ComboboxItem, ComboboxItemGroup, ComboboxParsedItem, OptionsFilter } from '@mantine/core';
import { formatCount } from '@courierdesk/contract/count-text';

export type Cities = ReplyOf<typeof getCities>;

/** The city that a typed text certainly means, found as a batch finds it; undefined when we must ask. */
export const cityMeant = (text: string, cities: Cities | undefined): City | undefined =>
  cities && matchCity(text, cities.cities).certain;

/** The same after Enter or Tab, which also take the only city that the text begins a word of. */
export function cityTaken(text: string, cities: Cities | undefined): City | undefined {
  const meant = cityMeant(text, cities);
  const beginning = ` ${normaliseCity(text)}`;
  if (meant || !cities || beginning === ' ') return meant;
  const [only, ...others] = cities.cities.filter(({ name }) => ` ${normaliseCity(name)}`.includes(beginning));
  return others.length === 0 ? only : undefined;
}

export const unclearCity = (text: string, courier: string): string =>
  `${courier} has no city “${text.trim()}”. Choose one from the list.`;

/** The best matches first, then the courier's whole list. */
export function cityOptions(cities: Cities | undefined, courier: string): ComboboxItemGroup<ComboboxItem>[] {
  if (!cities) return [];
  const matched = new Set(cities.matches.map((match) => match.id));
  const option = ({ id, name }: { id: string; name: string }): ComboboxItem => ({ value: id, label: name });
  const rest = cities.cities.filter((city) => !matched.has(city.id));
  return [
    ...(matched.size > 0 ? [{ group: 'Best matches', items: cities.matches.map(option) }] : []),
    { group: `All cities of ${courier} (${formatCount(cities.cities.length)})`, items: rest.map(option) },
  ];
}

/**
 * Cities that start with the typed text before those that contain it; all cities while the chosen name is unchanged.
 */
export const filterCities =
  (chosen: string | undefined): OptionsFilter =>
  ({ options, search, limit }) => {
    const typed = search === chosen ? '' : search.trim().toLowerCase();
    let room = limit;
    const take = (items: ComboboxItem[]): ComboboxItem[] => {
      const taken = ranked(items, typed).slice(0, room);
      room -= taken.length;
      return taken;
    };
    return options.flatMap((option): ComboboxParsedItem[] => {
      if (!('group' in option)) return take([option]);
      const items = take(option.items.filter(isPlain));
      return items.length > 0 ? [{ group: option.group, items }] : [];
    });
  };

export const percent = (certainty: number): string => `${Math.floor(certainty * 100)} %`;

const isPlain = (item: ComboboxItem | { value: unknown }): item is ComboboxItem => 'label' in item;

function ranked(items: ComboboxItem[], typed: string): ComboboxItem[] {
  if (!typed) return items;
  const found = items.filter((item) => item.label.toLowerCase().includes(typed));
  const begins = (item: ComboboxItem): number => (item.label.toLowerCase().startsWith(typed) ? 0 : 1);
  return found.toSorted((a, b) => begins(a) - begins(b));
}
