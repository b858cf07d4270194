import { maxMergedOrders } from '@courierdesk/contract/merging';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { storeOrdersByPlatformIds } from '../../store/orders/find-store-orders.ts';
import { shopByDomain } from '../../shop/shops/find-shop.ts';

/**
 * The page for orders that were selected in the store's admin. One order: its booking form. Several of one customer:
 * the merge form. Others: a new batch. None: the list of store orders.
 */
export async function bookingPageForOrders(
  context: Context,
  { domain, orderIds }: { readonly domain: string; readonly orderIds: readonly string[] },
): Promise<string> {
  const [only, ...others] = orderIds;
  if (!only) return '/dashboard/shopify/orders';
  if (others.length === 0) return `/dashboard/order/book?id=${only}`;
  const isMerge = orderIds.length <= maxMergedOrders && (await areOfOneCustomer(context, domain, orderIds));
  const page = isMerge ? '/dashboard/merge-orders' : '/dashboard/batches/new';
  return `${page}?${orderIds.map((id) => `ids[]=${id}`).join('&')}`;
}

/** All mirrored orders have the same phone number. */
async function areOfOneCustomer(context: Context, domain: string, orderIds: readonly string[]): Promise<boolean> {
  const shop = await shopByDomain(context.db, domain);
  if (!shop) return false;
  const orders = await withShop(context.db, shop.shopId, (trx) => storeOrdersByPlatformIds(trx, shop.shopId, orderIds));
  const phones = new Set([...orders.values()].map((order) => order.phone));
  return orders.size === new Set(orderIds).size && phones.size === 1 && !phones.has('');
}
