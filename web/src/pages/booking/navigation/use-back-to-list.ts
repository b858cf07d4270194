import { searchOfList, useOrderList } from '../../../lib/store-orders-search.ts';

/** The list of store orders that the person came from, with its filters, sort order and page. */
export function useBackToList() {
  const list = useOrderList();
  return { to: '/dashboard/shopify/orders', search: searchOfList(list), label: 'store orders' } as const;
}
