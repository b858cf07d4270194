import { z } from 'zod';
import {
  PlatformError,
  type PlatformAccess,
  type PlatformBilling,
  type PlatformNewSubscription,
  type PlatformSubscription,
  type PlatformSubscriptionStatus,
} from '../platform.ts';
import type { Shopify } from './client.ts';
import { Billing, CancelSubscription, CreateSubscription } from './billing-operations.ts';
import { throwRefusal, UserErrors } from './user-errors.ts';

const intervalOf = { month: 'EVERY_30_DAYS', year: 'ANNUAL' } as const;

/** Repeatable: a second request that no one approves expires after two days. */
export async function createSubscription(
  shopify: Shopify,
  access: PlatformAccess,
  input: PlatformNewSubscription,
): Promise<{ subscriptionId: string; confirmationUrl: string }> {
  const price = { amount: input.price, currencyCode: 'USD' };
  const variables = {
    name: input.name,
    returnUrl: input.returnUrl,
    test: input.test,
    // Replaces the current subscription at once, but keeps a paid year until its end when the new one is monthly.
    replacementBehavior: 'STANDARD',
    lineItems: [{ plan: { appRecurringPricingDetails: { interval: intervalOf[input.duration], price } } }],
  };
  const reply = z.object({ appSubscriptionCreate: CreateReply });
  const answer = await shopify.ask(access, { document: CreateSubscription, variables, reply, repeatable: true });
  const { appSubscription, confirmationUrl, userErrors } = answer.appSubscriptionCreate;
  throwRefusal(userErrors);
  if (!appSubscription || !confirmationUrl)
    throw new PlatformError('unavailable', 'Shopify did not create the subscription.');
  return { subscriptionId: appSubscription.id, confirmationUrl };
}

export async function cancelSubscription(
  shopify: Shopify,
  access: PlatformAccess,
  subscriptionId: string,
): Promise<void> {
  const variables = { id: subscriptionId, prorate: true };
  const reply = z.object({ appSubscriptionCancel: z.object({ userErrors: UserErrors }) });
  const answer = await shopify.ask(access, { document: CancelSubscription, variables, reply });
  throwRefusal(answer.appSubscriptionCancel.userErrors);
}

export async function billing(
  shopify: Shopify,
  access: PlatformAccess,
  subscriptionIds: readonly string[],
): Promise<PlatformBilling> {
  const variables = { ids: subscriptionIds };
  const answer = await shopify.ask(access, { document: Billing, variables, reply: BillingReply });
  return {
    isDevelopment: answer.shop.plan.partnerDevelopment,
    active: answer.currentAppInstallation.activeSubscriptions.map(platformSubscription),
    statuses: new Map(
      answer.nodes.flatMap((node) => (node?.id && node.status ? [[node.id, statusOf[node.status]]] : [])),
    ),
  };
}

function platformSubscription(found: z.infer<typeof Subscription>): PlatformSubscription {
  const yearly = found.lineItems.some(({ plan }) => plan.pricingDetails.interval === 'ANNUAL');
  return {
    subscriptionId: found.id,
    duration: yearly ? 'year' : 'month',
    test: found.test,
    createdAt: new Date(found.createdAt),
    periodEndsAt: found.currentPeriodEnd ? new Date(found.currentPeriodEnd) : undefined,
  };
}

const statusOf: Record<z.infer<typeof Status>, PlatformSubscriptionStatus> = {
  PENDING: 'pending',
  ACCEPTED: 'pending',
  ACTIVE: 'active',
  DECLINED: 'declined',
  EXPIRED: 'expired',
  FROZEN: 'frozen',
  CANCELLED: 'cancelled',
};

const Status = z.enum(['PENDING', 'ACCEPTED', 'ACTIVE', 'DECLINED', 'EXPIRED', 'FROZEN', 'CANCELLED']);

const CreateReply = z.object({
  confirmationUrl: z.url().nullish(),
  appSubscription: z.object({ id: z.string() }).nullish(),
  userErrors: UserErrors,
});

const Subscription = z.object({
  id: z.string(),
  test: z.boolean(),
  createdAt: z.string(),
  currentPeriodEnd: z.string().nullish(),
  lineItems: z.array(z.object({ plan: z.object({ pricingDetails: z.object({ interval: z.string().optional() }) }) })),
});

const BillingReply = z.object({
  shop: z.object({ plan: z.object({ partnerDevelopment: z.boolean() }) }),
  currentAppInstallation: z.object({ activeSubscriptions: z.array(Subscription) }),
  nodes: z.array(z.object({ id: z.string().optional(), status: Status.optional() }).nullable()),
});
