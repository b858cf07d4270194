import { gid, newId } from '../protocol/ids.ts';
import { decimal } from '../protocol/money.ts';
import type { StoredShop } from '../platform/shop.ts';
import type { Shopify } from '../platform/shopify.ts';
import type { UserError } from '../protocol/user-error.ts';
import { userError } from '../protocol/user-error.ts';

export type AppSubscription = {
  id: number;
  shop: string;
  name: string;
  status: 'PENDING' | 'ACTIVE' | 'DECLINED' | 'EXPIRED' | 'FROZEN' | 'CANCELLED';
  test: boolean;
  trialDays: number;
  returnUrl: string;
  replacementBehavior: string;
  createdAt: string;
  updatedAt: string;
  currentPeriodEnd: string | null;
  lines: { id: string; interval: 'EVERY_30_DAYS' | 'ANNUAL'; amount: number; currency: string }[];
};

export type SubscriptionInput = {
  name: string;
  returnUrl: string;
  test?: boolean | null;
  trialDays?: number | null;
  replacementBehavior?: string | null;
  lineItems: {
    plan: {
      appRecurringPricingDetails?: {
        interval?: 'EVERY_30_DAYS' | 'ANNUAL';
        price: { amount: string | number; currencyCode: string };
        discount?: object | null;
      } | null;
      appUsagePricingDetails?: object | null;
    };
  }[];
};

const expiresAfterMs = 2 * 86_400_000;

function stored(shopify: Shopify) {
  return shopify.context.state.collection<AppSubscription>('shopify.app-subscription');
}

export function subscriptionById(shopify: Shopify, shop: string, id: number): AppSubscription | undefined {
  const subscription = stored(shopify).get(String(id));
  if (subscription?.shop !== shop) return undefined;
  expire(shopify, subscription);
  return subscription;
}

/** All subscriptions of a store, oldest first. */
export function subscriptionsOf(shopify: Shopify, shop: string): AppSubscription[] {
  const found = [...stored(shopify).values()].filter((entry) => entry.shop === shop);
  for (const entry of found) expire(shopify, entry);
  return found.toSorted((one, other) => one.id - other.id);
}

export function activeSubscriptions(shopify: Shopify, shop: string): AppSubscription[] {
  const active = subscriptionsOf(shopify, shop).filter((entry) => entry.status === 'ACTIVE');
  for (const entry of active) renew(shopify, entry);
  return active;
}

/** An active subscription goes on, period after period. */
function renew(shopify: Shopify, subscription: AppSubscription): void {
  const now = shopify.context.now().getTime();
  if (!subscription.currentPeriodEnd) return;
  let end = new Date(subscription.currentPeriodEnd).getTime();
  if (end > now) return;
  while (end <= now) end += periodMs(subscription);
  subscription.currentPeriodEnd = new Date(end).toISOString();
  stored(shopify).put(String(subscription.id), subscription);
}

const periodMs = ({ lines }: AppSubscription): number =>
  (lines.some((line) => line.interval === 'ANNUAL') ? 365 : 30) * 86_400_000;

/** A subscription that is not approved within two days expires. */
function expire(shopify: Shopify, subscription: AppSubscription): void {
  const age = shopify.context.now().getTime() - new Date(subscription.createdAt).getTime();
  if (subscription.status === 'PENDING' && age > expiresAfterMs) setStatus(shopify, subscription, 'EXPIRED');
}

export function createSubscription(
  shopify: Shopify,
  shop: StoredShop,
  input: SubscriptionInput,
): { subscription: AppSubscription | null; userErrors: UserError[] } {
  const refusal = refusalOf(shop, input);
  if (refusal) return { subscription: null, ...refusal };
  const now = shopify.context.now().toISOString();
  const id = newId(shopify.context);
  const subscription: AppSubscription = {
    id,
    shop: shop.domain,
    name: input.name,
    status: 'PENDING',
    test: input.test ?? false,
    trialDays: input.trialDays ?? 0,
    returnUrl: input.returnUrl,
    replacementBehavior: input.replacementBehavior ?? 'STANDARD',
    createdAt: now,
    updatedAt: now,
    currentPeriodEnd: null,
    lines: input.lineItems.flatMap(({ plan }, index) => {
      const details = plan.appRecurringPricingDetails;
      if (!details) return [];
      return {
        id: `${gid('AppSubscriptionLineItem', id)}?v=1&index=${index}`,
        interval: details.interval ?? 'EVERY_30_DAYS',
        amount: Math.round(Number(details.price.amount) * 100),
        currency: details.price.currencyCode,
      };
    }),
  };
  stored(shopify).put(String(id), subscription);
  return { subscription, userErrors: [] };
}

function refusalOf(shop: StoredShop, input: SubscriptionInput): { userErrors: UserError[] } | undefined {
  if (shop.settings.distribution === 'custom') return userError(null, 'Custom apps cannot use the Billing API');
  if (!input.name.trim()) return userError(['name'], "Name can't be blank");
  if (input.lineItems.length === 0) return userError(['lineItems'], 'At least one plan must be provided');
  const currencies = new Set<string>();
  for (const [index, { plan }] of input.lineItems.entries()) {
    const details = plan.appRecurringPricingDetails;
    if (!details)
      return userError(['lineItems', String(index), 'plan'], 'Only recurring plans are simulated by this sandbox');
    if (!(Number(details.price.amount) > 0)) {
      return userError(['lineItems', String(index), 'plan'], 'Price must be greater than 0');
    }
    currencies.add(details.price.currencyCode);
  }
  if (currencies.size > 1) return userError(['lineItems'], 'All plans must use the same currency');
  if (!currencies.has('USD') && !currencies.has(shop.currency)) {
    return userError(['lineItems'], "Currency must be USD or the shop's billing currency");
  }
  if (shop.settings.partnerDevelopment && !input.test) {
    return userError(null, 'Development stores accept only test charges');
  }
  return undefined;
}

export function approveSubscription(shopify: Shopify, subscription: AppSubscription): void {
  expire(shopify, subscription);
  if (subscription.status !== 'PENDING') return;
  for (const other of subscriptionsOf(shopify, subscription.shop))
    if (isStanding(other)) setStatus(shopify, other, 'CANCELLED');
  const firstPeriodMs = subscription.trialDays * 86_400_000 + periodMs(subscription);
  subscription.currentPeriodEnd = new Date(shopify.context.now().getTime() + firstPeriodMs).toISOString();
  setStatus(shopify, subscription, 'ACTIVE');
}

export function declineSubscription(shopify: Shopify, subscription: AppSubscription): void {
  if (subscription.status === 'PENDING') setStatus(shopify, subscription, 'DECLINED');
}

export function cancelSubscription(shopify: Shopify, subscription: AppSubscription): UserError[] {
  if (!isStanding(subscription)) {
    return userError(['id'], 'Cannot cancel a subscription that is not active').userErrors;
  }
  setStatus(shopify, subscription, 'CANCELLED');
  return [];
}

/** Approved, and neither cancelled nor replaced. */
export const isStanding = ({ status }: AppSubscription): boolean => status === 'ACTIVE' || status === 'FROZEN';

export function setStatus(shopify: Shopify, subscription: AppSubscription, status: AppSubscription['status']): void {
  subscription.status = status;
  subscription.updatedAt = shopify.context.now().toISOString();
  stored(shopify).put(String(subscription.id), subscription);
  const line = subscription.lines[0];
  shopify.webhooks.emit(subscription.shop, 'app_subscriptions/update', {
    app_subscription: {
      admin_graphql_api_id: gid('AppSubscription', subscription.id),
      name: subscription.name,
      status,
      admin_graphql_api_shop_id: gid('Shop', shopify.shops.get(subscription.shop)?.id ?? 0),
      created_at: subscription.createdAt,
      updated_at: subscription.updatedAt,
      currency: line?.currency ?? 'USD',
      capped_amount: null,
      price: decimal(line?.amount ?? 0),
      interval: line?.interval === 'ANNUAL' ? 'annual' : 'every_30_days',
      plan_handle: null,
    },
  });
}

export function presentSubscription(subscription: AppSubscription): object {
  return {
    __typename: 'AppSubscription',
    id: gid('AppSubscription', subscription.id),
    name: subscription.name,
    status: subscription.status,
    test: subscription.test,
    trialDays: subscription.trialDays,
    returnUrl: subscription.returnUrl,
    createdAt: subscription.createdAt,
    currentPeriodEnd: subscription.currentPeriodEnd,
    lineItems: subscription.lines.map((line) => ({
      __typename: 'AppSubscriptionLineItem',
      id: line.id,
      plan: {
        pricingDetails: {
          __typename: 'AppRecurringPricing',
          interval: line.interval,
          discount: null,
          planHandle: null,
          price: { amount: decimal(line.amount), currencyCode: line.currency },
        },
      },
    })),
  };
}
