import { StoreOrderViewSearch, type SavedView, type StoreOrderView } from '@courierdesk/contract/order-views';
import { redirect } from '@tanstack/react-router';
import { orderViewsQuery } from '../../api/order-views.ts';
import { queryClient } from '../../api/query-client.ts';
import { StoreOrdersSearch } from '../../lib/store-orders-search.ts';

export const isStoreOrderView = (view: SavedView): view is StoreOrderView => view.page === 'store-orders';

/** The URL that shows a view. */
export const searchOfView = (view: StoreOrderView): StoreOrdersSearch =>
  StoreOrdersSearch.parse({ ...view.search, view: view.id });

/** What a view keeps of a URL. */
export const viewSearchOf = (search: StoreOrdersSearch): StoreOrderViewSearch => StoreOrderViewSearch.parse(search);

/** Whether a URL shows something else than the view it stands for. */
export const differsFrom = (view: StoreOrderView, search: StoreOrdersSearch): boolean =>
  asText(view.search) !== asText(viewSearchOf(search));

const asText = (search: StoreOrderViewSearch): string =>
  JSON.stringify(
    Object.entries(search)
      .filter(([, value]) => value !== undefined && value !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

/** The page, opened without anything else, shows the view that a person wants first. */
export async function openFirstStoreOrderView(): Promise<void> {
  // Without an answer the whole list is shown: views are a convenience.
  const views = await queryClient.ensureQueryData(orderViewsQuery).catch((): SavedView[] => []);
  const first = views.filter(isStoreOrderView).find((view) => view.is_default);
  if (first) throw redirect({ to: '/dashboard/shopify/orders', search: searchOfView(first), replace: true });
}
