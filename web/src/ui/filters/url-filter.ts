import { textOf, type FilterProblems, type FilterText } from '../../lib/url-filters.ts';
import type { FilterChip } from './filter-chips.tsx';

/** An active filter of a URL, and the change of the URL that clears it. */
export type UrlFilter<Search> = FilterChip & { readonly without: Partial<Search> };

/** The change of a URL that clears several filters. */
export const withoutFilters = <Search>(filters: readonly UrlFilter<Search>[]): Partial<Search> =>
  Object.assign({}, ...filters.map(({ without }) => without));

/**
 * The filters of a URL that cannot be read, with their names on the page. Without them, its list would show more than was
 * meant.
 */
export const unreadableFilters = <Name extends string>(
  search: Readonly<Partial<Record<Name, FilterText>>>,
  names: readonly (readonly [Name, string])[],
  problems: FilterProblems = {},
): readonly UrlFilter<Record<string, undefined>>[] =>
  names
    .filter(([name]) => name in problems)
    .map(([name, label]) => ({
      name: label,
      value: textOf(search[name]),
      without: Object.fromEntries([[name, undefined]]),
      error: 'We can’t read this filter',
    }));
