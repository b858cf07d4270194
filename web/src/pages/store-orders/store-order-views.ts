import type { SavedView, StoreOrderView } from '@courierdesk/contract/order-views';
import { StoreOrderViewSearch } from '@courierdesk/contract/store-order-filters';
import { redirect } from '@tanstack/react-router';
import { orderViewsQuery } from '../../api/order-views.ts';
import { queryClient } from '../../api/query-client.ts';
import { StoreOrdersSearch } from '../../lib/store-orders-search.ts';
import { isSameSearch } from '../../lib/same-search.ts';

export const isStoreOrderView = (view: SavedView): view is StoreOrderView => view.page === 'store-orders';

/** The URL that shows a view. */
export const searchOfView = (view: StoreOrderView): StoreOrdersSearch =>
  StoreOrdersSearch.parse({ ...view.search, view: view.id });

/** The part of a URL that a view saves. */
export const viewSearchOf = (search: StoreOrdersSearch): StoreOrderViewSearch => StoreOrderViewSearch.parse(search);

/** Whether a URL differs from its view. */
export const differsFrom = (view: StoreOrderView, search: StoreOrdersSearch): boolean =>
  !isSameSearch(view.search, viewSearchOf(search));

/** Opens the person's default view when the URL has no search. */
export async function openFirstStoreOrderView(): Promise<void> {
  // Without a response, the whole list is shown: views are optional.
  const views = await queryClient.ensureQueryData(orderViewsQuery).catch((): SavedView[] => []);
  const first = views.filter(isStoreOrderView).find((view) => view.is_default);
  if (first) throw redirect({ to: '/dashboard/shopify/orders', search: searchOfView(first), replace: true });
}
