import { searchOfList, useOrderList } from '../../../lib/store-orders-search.ts';

/** Back to the list of store orders that one came from, with its filters, sort and page. */
export function useBackToList() {
  const list = useOrderList();
  return { to: '/dashboard/shopify/orders', search: searchOfList(list), label: 'store orders' } as const;
}
