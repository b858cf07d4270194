import type { SandboxContext } from '../../core/sandbox-context.ts';
import { GraphQLError } from 'graphql';
import { gid, newId } from '../protocol/ids.ts';
import type { UserError } from '../protocol/user-error.ts';
import { userError } from '../protocol/user-error.ts';
import { scopeForTopic } from './webhook-topics.ts';
import type { WebhookSubscription } from './webhook.ts';
import type { Webhooks } from './webhooks.ts';

export type WebhookSubscriptionInput = {
  uri?: string | null;
  callbackUrl?: string | null;
  format?: string | null;
  includeFields?: string[] | null;
  filter?: string | null;
  name?: string | null;
};

/** The parts of the platform that subscriptions need. */
type WebhookPlatform = {
  context: SandboxContext;
  webhooks: Webhooks;
};

type Outcome = {
  subscription: WebhookSubscription | null;
  userErrors: UserError[];
};

// The error fields still carry the old name of `uri`.
const uriField = ['webhookSubscription', 'callbackUrl'];

export function createWebhookSubscription(
  shopify: WebhookPlatform,
  shop: string,
  topic: string,
  input: WebhookSubscriptionInput,
  scopes: ReadonlySet<string>,
): Outcome {
  const uri = input.uri ?? input.callbackUrl ?? '';
  const scope = scopeForTopic(topic);
  if (scope && !scopes.has(scope)) {
    return refused(['topic'], 'You cannot create a webhook subscription with the specified topic');
  }
  const refusal = refusalOf(shopify, shop, topic, uri, input);
  if (refusal) return refusal;
  const now = shopify.context.now().toISOString();
  const subscription: WebhookSubscription = {
    id: newId(shopify.context),
    shop,
    topic,
    uri,
    format: 'JSON',
    includeFields: input.includeFields ?? [],
    name: input.name ?? null,
    createdAt: now,
    updatedAt: now,
    failures: 0,
  };
  shopify.webhooks.saveSubscription(subscription);
  return { subscription, userErrors: [] };
}

export function updateWebhookSubscription(
  shopify: WebhookPlatform,
  subscription: WebhookSubscription,
  input: WebhookSubscriptionInput,
): Outcome {
  const uri = input.uri ?? input.callbackUrl ?? subscription.uri;
  const refusal = refusalOf(shopify, subscription.shop, subscription.topic, uri, input, subscription.id);
  if (refusal) return refusal;
  subscription.uri = uri;
  if (input.includeFields) subscription.includeFields = input.includeFields;
  if (input.name !== undefined) subscription.name = input.name;
  subscription.updatedAt = shopify.context.now().toISOString();
  shopify.webhooks.saveSubscription(subscription);
  return { subscription, userErrors: [] };
}

function refusalOf(
  shopify: WebhookPlatform,
  shop: string,
  topic: string,
  uri: string,
  input: WebhookSubscriptionInput,
  ownId?: number,
): Outcome | undefined {
  const notSimulated = input.filter ? 'filter' : input.format === 'XML' ? 'format XML' : undefined;
  if (notSimulated) {
    throw new GraphQLError(`SIM_NOT_IMPLEMENTED WebhookSubscriptionInput ${notSimulated}`, {
      extensions: { code: 'SIM_NOT_IMPLEMENTED' },
    });
  }
  if (!uri) return refused(uriField, "Address can't be blank");
  if (!URL.canParse(uri)) return refused(uriField, 'Address is invalid');
  const { protocol, hostname } = new URL(uri);
  // Shopify requires HTTPS. The sandbox also allows plain HTTP to this machine.
  const isLocal = protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1');
  if (protocol !== 'https:' && !isLocal) return refused(uriField, `Address protocol ${protocol}// is not supported`);
  if (/(^|\.)(shopify|myshopify)\.(com|io)$/.test(hostname)) {
    return refused(uriField, 'Address cannot be a Shopify or an internal domain');
  }
  const taken = shopify.webhooks
    .subscriptions(shop)
    .some((other) => other.id !== ownId && other.topic === topic && other.uri === uri);
  return taken ? refused(uriField, 'Address for this topic has already been taken') : undefined;
}

function refused(field: string[], message: string): Outcome {
  return { subscription: null, ...userError(field, message) };
}

export function presentWebhookSubscription(subscription: WebhookSubscription): object {
  return {
    __typename: 'WebhookSubscription',
    id: gid('WebhookSubscription', subscription.id),
    legacyResourceId: String(subscription.id),
    topic: subscription.topic,
    uri: subscription.uri,
    format: subscription.format,
    includeFields: subscription.includeFields,
    filter: null,
    name: subscription.name,
    metafieldNamespaces: [],
    createdAt: subscription.createdAt,
    updatedAt: subscription.updatedAt,
    apiVersion: { handle: '2026-10', displayName: '2026-10', supported: true },
  };
}
