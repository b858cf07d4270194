import { maxMergedOrders } from '@courierdesk/contract/merging';
import type { Context } from '../context.ts';
import { withShop } from '../db/tenancy.ts';
import { storeOrdersByPlatformIds } from '../store-orders/find-store-orders.ts';
import { shopByDomain } from '../shops/find-shop.ts';

/**
 * Where orders chosen in the store's admin lead: one to its booking form, several of one customer to the form that books
 * them together, others to a batch of separate parcels; none to the list of store orders.
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

/** As far as the mirror knows: the same phone number on each. */
async function areOfOneCustomer(context: Context, domain: string, orderIds: readonly string[]): Promise<boolean> {
  const shop = await shopByDomain(context.db, domain);
  if (!shop) return false;
  const orders = await withShop(context.db, shop.shopId, (trx) => storeOrdersByPlatformIds(trx, shop.shopId, orderIds));
  const phones = new Set([...orders.values()].map((order) => order.phone));
  return orders.size === new Set(orderIds).size && phones.size === 1 && !phones.has('');
}
