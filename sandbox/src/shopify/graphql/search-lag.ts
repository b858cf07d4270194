import type { StoredOrder } from '../platform/order.ts';
import type { View } from './graphql-context.ts';

/**
 * Shopify's search index lags: after `tagsAdd` a `tag:` search can still miss the order. The sandbox
 * lags on tags only.
 */
export function indexedOrder(view: View, order: StoredOrder): StoredOrder {
  const lag = view.shop.settings.searchLagMs;
  if (lag === 0 || !order.previousTags) return order;
  const age = view.now.getTime() - new Date(order.previousTags.until).getTime();
  return age < lag ? { ...order, tags: order.previousTags.tags } : order;
}
