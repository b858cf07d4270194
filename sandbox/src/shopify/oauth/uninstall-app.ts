import { isStanding, setStatus, subscriptionsOf } from '../billing/app-subscriptions.ts';
import type { Shopify } from '../platform/shopify.ts';
import { shopPayload } from '../stores/shop-payload.ts';

/** Cancels the subscription, sends `app/uninstalled`, and deletes the webhooks and tokens. */
export function uninstallApp(shopify: Shopify, domain: string): void {
  const shop = shopify.shops.get(domain);
  if (!shop || !shopify.installations.get(domain)) return;
  for (const subscription of subscriptionsOf(shopify, domain))
    if (isStanding(subscription)) setStatus(shopify, subscription, 'CANCELLED');
  shopify.webhooks.emit(domain, 'app/uninstalled', shopPayload(shop));
  for (const subscription of shopify.webhooks.subscriptions(domain))
    shopify.webhooks.deleteSubscription(subscription.id);
  shopify.installations.remove(domain);
}
