import type { FilterChip } from './filter-chips.tsx';

/** An active filter of a URL, and the change of the URL that clears it. */
export type UrlFilter<Search> = FilterChip & { readonly without: Partial<Search> };

/** The change of a URL that clears several filters. */
export const withoutFilters = <Search>(filters: readonly UrlFilter<Search>[]): Partial<Search> =>
  Object.assign({}, ...filters.map(({ without }) => without));
