import type { SearchGroup, SearchItem } from './search-item.ts';

export type SearchSources = {
  readonly recent: readonly SearchItem[];
  readonly pages: readonly SearchItem[];
  readonly actions: readonly SearchItem[];
  /** What the server found for the text. */
  readonly found: readonly SearchGroup[];
  readonly docs: readonly SearchItem[];
};

/** The list for a text, best group first. Pages and actions are first, so they do not move when the server answers. */
export function searchGroups(text: string, { recent, pages, actions, found, docs }: SearchSources): SearchGroup[] {
  const groups =
    text === ''
      ? [
          { title: 'Recent searches', items: recent },
          { title: 'Pages', items: pages },
          { title: 'Actions', items: actions },
        ]
      : [
          { title: 'Pages', items: matchingItems(pages, text) },
          { title: 'Actions', items: matchingItems(actions, text) },
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
