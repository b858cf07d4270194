import { z } from 'zod';
import type { PlatformAccess } from '../platform.ts';
import { allPages } from './all-pages.ts';
import type { Shopify } from './client.ts';
import { PageInfo } from './page-info.ts';
import { CreateWebhook, DeleteWebhook, WebhookList } from './operations.ts';
import { throwRefusal, UserErrors } from './user-errors.ts';
import { webhookTopics } from '../webhooks.ts';

/**
 * Only for shops without these topics in the app's own settings: the same topic both ways would be
 * delivered twice. The list shows this app's subscriptions in this shop alone.
 */
export async function reconcileWebhooks(shopify: Shopify, access: PlatformAccess, uri: string): Promise<void> {
  const missing = new Set<string>(webhookTopics);
  for (const subscription of await subscriptions(shopify, access)) {
    const isWanted = subscription.uri === uri && subscription.format === 'JSON' && missing.delete(subscription.topic);
    if (!isWanted) await unsubscribe(shopify, access, subscription.id);
  }
  for (const topic of missing) await subscribe(shopify, access, topic, uri);
}

type Subscription = z.infer<typeof Subscription>;

async function subscriptions(shopify: Shopify, access: PlatformAccess): Promise<Subscription[]> {
  const page = async (after?: string) => {
    const variables = { first: 100, after };
    const reply = await shopify.ask(access, { document: WebhookList, variables, reply: ListReply });
    return reply.webhookSubscriptions;
  };
  return allPages(await page(), page);
}

async function subscribe(shopify: Shopify, access: PlatformAccess, topic: string, uri: string): Promise<void> {
  const variables = { topic, input: { uri, format: 'JSON' } };
  const reply = z.object({ webhookSubscriptionCreate: z.object({ userErrors: UserErrors }) });
  const answer = await shopify.ask(access, { document: CreateWebhook, variables, reply, repeatable: true });
  const { userErrors } = answer.webhookSubscriptionCreate;
  if (!userErrors.some(({ message }) => message === 'Address for this topic has already been taken')) {
    throwRefusal(userErrors);
  }
}

async function unsubscribe(shopify: Shopify, access: PlatformAccess, id: string): Promise<void> {
  const reply = z.object({ webhookSubscriptionDelete: z.object({ userErrors: UserErrors }) });
  const answer = await shopify.ask(access, { document: DeleteWebhook, variables: { id }, reply, repeatable: true });
  const { userErrors } = answer.webhookSubscriptionDelete;
  if (!userErrors.some(({ message }) => message === 'Webhook subscription does not exist')) throwRefusal(userErrors);
}

const Subscription = z.object({ id: z.string(), topic: z.string(), uri: z.string(), format: z.string() });

const ListReply = z.object({ webhookSubscriptions: z.object({ nodes: z.array(Subscription), pageInfo: PageInfo }) });
