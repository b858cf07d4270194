import type { SortDirection } from '@courierdesk/contract/paging';
import { StoreOrdersSort } from '@courierdesk/contract/store-order-filters';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { readStoreOrders, type StoreOrdersSearch } from '../../lib/store-orders-search.ts';
import { withoutFilters } from '../../ui/filters/url-filter.ts';
import type { ActiveFilter } from './store-order-filters.ts';

const route = getRouteApi('/dashboard/shopify/orders');

/** What the address of the store orders page says, and how people change it. */
export function useStoreOrdersSearch() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/shopify/orders' });
  // Without `view`, an empty URL opens the default view.
  const setFilters = (part: Partial<StoreOrdersSearch>, replace = false): Promise<void> =>
    navigate({ search: (now) => ({ ...now, view: now.view ?? 'all', page: 1, ...part }), replace });
  return {
    search,
    ...readStoreOrders(search),
    setSearch: (to: Partial<StoreOrdersSearch>): void => void navigate({ search: to }),
    setFilters,
    clearFilters: (cleared: readonly ActiveFilter[]): void => void setFilters(withoutFilters(cleared)),
    setSort: (by: string, dir: SortDirection): void => void setFilters({ sort: StoreOrdersSort.parse(by), dir }),
    /** Opens an order beside the list, or closes it. */
    openOrder: (id: string | undefined): void =>
      void navigate({
        search: (now) => ({ ...now, open: id }),
        // From one open order to the next: Back leads to the list, not through all of them.
        replace: search.open !== undefined && id !== undefined,
      }),
  };
}
