import { z } from 'zod';
import type { WebhookContent, WebhookHeaders } from '../webhooks.ts';
import { isShopDomain } from './settings.ts';

/** Headers are not signed; Shopify's have up to 50 characters. An index of PostgreSQL takes texts of 2,700 bytes. */
const maxHeaderLength = 200;

/** Headers with lower-case names, as Node gives them. `undefined` when it is no delivery of Shopify's. */
export function readWebhookHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): WebhookHeaders | undefined {
  const one = (name: string): string => {
    const value = headers[name];
    return typeof value === 'string' ? value : '';
  };
  const topic = one('x-shopify-topic');
  const webhookId = one('x-shopify-webhook-id');
  const domain = one('x-shopify-shop-domain').toLowerCase();
  const signature = one('x-shopify-hmac-sha256');
  if (!topic || !webhookId || !signature || !isShopDomain(domain)) return undefined;
  if (topic.length > maxHeaderLength || webhookId.length > maxHeaderLength) return undefined;
  const triggered = new Date(one('x-shopify-triggered-at'));
  return {
    topic,
    webhookId,
    domain,
    signature,
    triggeredAt: Number.isNaN(triggered.getTime()) ? undefined : triggered,
  };
}

/**
 * What a delivery is about. A body is a hint, never data: read the order again. A body that is not
 * what its topic promises concerns nothing.
 */
export function readWebhookContent(topic: string, payload: unknown): WebhookContent {
  const parsed = Payload.safeParse(payload);
  const body = parsed.success ? parsed.data : {};
  return {
    platformOrderIds: orderIds(topic, body),
    ordersToRedact: topic === 'customers/redact' ? (body.orders_to_redact ?? []).map(String) : [],
    ordersRequested: topic === 'customers/data_request' ? (body.orders_requested ?? []).map(String) : [],
    backfillOperationId: topic === 'bulk_operations/finish' ? body.admin_graphql_api_id : undefined,
    platformShopId: storeId(topic, body),
    domain: body.shop_domain ?? body.myshopify_domain,
  };
}

function orderIds(topic: string, body: z.infer<typeof Payload>): string[] {
  const id = topic.startsWith('orders/') ? body.id : topic.startsWith('fulfillments/') ? body.order_id : undefined;
  return id === undefined ? [] : [String(id)];
}

function storeId(topic: string, body: z.infer<typeof Payload>): string | undefined {
  const id = topic === 'shop/update' || topic === 'app/uninstalled' ? body.id : body.shop_id;
  return id === undefined ? undefined : String(id);
}

/** Numbers beyond 2^53 would lose digits; Shopify's ids have at most 14. */
const Id = z.union([z.number().int().positive(), z.string().regex(/^\d{1,20}$/)]);

const optional = <T>(schema: z.ZodType<T>) => schema.optional().catch(undefined);

const Payload = z.object({
  id: optional(Id),
  order_id: optional(Id),
  admin_graphql_api_id: optional(z.string().max(200)),
  orders_to_redact: optional(z.array(Id)),
  orders_requested: optional(z.array(Id)),
  shop_id: optional(Id),
  shop_domain: optional(z.string()),
  myshopify_domain: optional(z.string()),
});
