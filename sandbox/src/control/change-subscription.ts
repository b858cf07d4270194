import type * as z from 'zod';
import {
  approveSubscription,
  createSubscription,
  setStatus,
  subscriptionsOf,
  type AppSubscription,
} from '../shopify/billing/app-subscriptions.ts';
import type { StoredShop } from '../shopify/platform/shop.ts';
import type { Shopify } from '../shopify/platform/shopify.ts';
import type { SubscriptionChange } from './inputs.ts';

type Status = AppSubscription['status'];

/** From which status a change leads to which. */
const changes: Record<string, { from: readonly Status[]; to: Status }> = {
  approve: { from: ['PENDING'], to: 'ACTIVE' },
  decline: { from: ['PENDING'], to: 'DECLINED' },
  expire: { from: ['PENDING'], to: 'EXPIRED' },
  freeze: { from: ['ACTIVE'], to: 'FROZEN' },
  unfreeze: { from: ['FROZEN'], to: 'ACTIVE' },
  cancel: { from: ['ACTIVE', 'FROZEN'], to: 'CANCELLED' },
};

/** Returns why it is not possible, if so. */
export function changeSubscription(
  shopify: Shopify,
  shop: StoredShop,
  wanted: z.output<typeof SubscriptionChange>,
): string | undefined {
  if ('start' in wanted) return start(shopify, shop, wanted.start);
  const change = changes[wanted.change];
  const newest = subscriptionsOf(shopify, shop.domain).findLast((entry) => change?.from.includes(entry.status));
  if (!change || !newest) return `No subscription of ${shop.domain} can ${wanted.change}`;
  if (wanted.change === 'approve') approveSubscription(shopify, newest);
  else setStatus(shopify, newest, change.to);
  return undefined;
}

function start(
  shopify: Shopify,
  shop: StoredShop,
  wanted: { name: string; interval: 'EVERY_30_DAYS' | 'ANNUAL'; price: number },
): string | undefined {
  const price = { amount: wanted.price, currencyCode: 'USD' };
  const { subscription, userErrors } = createSubscription(shopify, shop, {
    name: wanted.name,
    returnUrl: shopify.context.config.appUrl,
    test: shop.settings.partnerDevelopment,
    lineItems: [{ plan: { appRecurringPricingDetails: { interval: wanted.interval, price } } }],
  });
  if (!subscription) return userErrors.map(({ message }) => message).join(' ');
  approveSubscription(shopify, subscription);
  return undefined;
}
