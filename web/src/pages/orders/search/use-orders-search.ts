import type { OrderColumn } from '@courierdesk/contract/order-views';
import type { SortDirection } from '@courierdesk/contract/paging';
import { ShipmentsSort } from '@courierdesk/contract/shipment-sorts';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { withoutFilters } from '../../../ui/filters/url-filter.ts';
import type { ActiveFilter } from './active-filters.ts';
import { readList, type OrdersSearch } from './orders-search.ts';

const route = getRouteApi('/dashboard/orders');

/** What the address of the orders page says, and how people change it. */
export function useOrdersSearch() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/orders' });
  // Typed text is applied later, when other filters may be set and a row open.
  // Without `view`, an empty URL opens the default view.
  const setFilters = (part: Partial<OrdersSearch>, replace = false): Promise<void> =>
    navigate({ search: (now) => ({ ...now, view: now.view ?? 'all', page: 1, ...part }), replace });
  return {
    search,
    ...readList(search),
    setSearch: (to: Partial<OrdersSearch>): void => void navigate({ search: to }),
    setFilters,
    clearFilters: (cleared: readonly ActiveFilter[]): void => void setFilters(withoutFilters(cleared)),
    setSort: (by: string, dir: SortDirection): void => void setFilters({ sort: ShipmentsSort.parse(by), dir }),
    setColumns: (columns: readonly OrderColumn[] | undefined): void =>
      void navigate({ search: (now) => ({ ...now, columns: columns?.join(',') }) }),
    /** Opens a parcel or a task beside the list, or closes both. */
    openPanel: (panel: Pick<OrdersSearch, 'shipment' | 'parcel' | 'task'>): void =>
      void navigate({
        search: (now) => ({
          ...{ ...now, shipment: undefined, parcel: undefined, task: undefined, ask: undefined },
          ...panel,
        }),
        // From one open parcel to the next: Back leads to the list, not through all of them.
        replace: search.shipment !== undefined && panel.shipment !== undefined,
        resetScroll: false,
      }),
  };
}
