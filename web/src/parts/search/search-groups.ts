import type { SearchGroup, SearchItem } from './search-item.ts';

type SearchSources = {
  readonly recent: readonly SearchItem[];
  readonly pages: readonly SearchItem[];
  readonly actions: readonly SearchItem[];
  /** The bookings that `cancel …` means. */
  readonly cancels: readonly SearchItem[];
  /** The parcels of each city. */
  readonly cities: readonly SearchItem[];
  /** What the server found for the text. */
  readonly found: readonly SearchGroup[];
  readonly docs: readonly SearchItem[];
};

const minCityLength = 3;
const maxCities = 4;

/** The list for a text, best group first. Pages and actions are first, so they do not move when the server answers. */
export function searchGroups(text: string, sources: SearchSources): SearchGroup[] {
  const { recent, pages, actions, cancels, cities, found, docs } = sources;
  const groups =
    text === ''
      ? [
          { title: 'Recent searches', items: recent },
          { title: 'Actions', items: actions },
          { title: 'Pages', items: pages },
        ]
      : [
          { title: 'Pages', items: matchingItems(pages, text) },
          { title: 'Actions', items: [...matchingItems(actions, text), ...cancels] },
          {
            title: 'Cities',
            items: text.length < minCityLength ? [] : matchingItems(cities, text).slice(0, maxCities),
          },
          ...found,
          { title: 'Docs', items: docs },
        ];
  return groups.filter(({ items }) => items.length > 0);
}

/** Items where each word typed begins a word of the label, or is another name for it. Labels are first. */
export function matchingItems(items: readonly SearchItem[], text: string): SearchItem[] {
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (words: string): boolean => {
    const parts = words.toLowerCase().split(/[\s&]+/);
    return typed.every((word) => parts.some((part) => part.startsWith(word)));
  };
  const byLabel = items.filter(({ label }) => matches(label));
  const byOtherWords = items.filter(
    (item) => !byLabel.includes(item) && item.otherWords !== undefined && matches(`${item.label} ${item.otherWords}`),
  );
  return [...byLabel, ...byOtherWords];
}
