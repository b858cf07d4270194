import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from '../../base/context.ts';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { textFault } from '../../base/http/text-fault.ts';
import { shopByDomain, shopOfStore } from '../../shop/shops/find-shop.ts';
import { isLegal } from './legal-requests.ts';
import { storedPayload } from './webhook-payload.ts';

/** Changes of one order come in bursts. We wait this long, then read the order once. */
const debounceMs = 500;

/**
 * Stores a delivery for the worker and does nothing else, because the store waits only five seconds. A repeated
 * delivery is stored once.
 */
export async function receiveWebhook(
  context: Context,
  body: Buffer,
  headers: IncomingHttpHeaders,
): Promise<'stored' | 'not-ours' | 'refused' | 'unreadable'> {
  const { platform } = context;
  const delivery = platform.readWebhookHeaders(headers);
  if (!delivery || !platform.verifyWebhook(body, delivery.signature)) return 'refused';
  const payload = jsonOf(body);
  if (payload === undefined) return 'refused';
  const content = platform.readWebhookContent(delivery.topic, payload);
  const { domain: named, platformShopId } = content;
  // Headers are not signed, so a body that names another store is refused.
  if (named !== undefined && named.toLowerCase() !== delivery.domain) return 'refused';
  // Topics without the store’s id only make us read the store again.
  const shop =
    platformShopId === undefined
      ? await shopByDomain(context.db, delivery.domain)
      : await shopOfStore(context.db, platformShopId, delivery.domain);
  if (!shop || (!shop.installed && !isLegal(delivery.topic))) return 'not-ours';
  const stored = storedPayload(content);
  if (textFault(stored)) return 'unreadable';
  const now = context.clock();
  const aboutOrders = stored.platformOrderIds.length > 0;
  const dueAt = aboutOrders ? new Date(now.getTime() + debounceMs) : now;
  await withShop(context.db, shop.shopId, async (trx) => {
    await trx
      .insertInto('webhook_inbox')
      .values({
        shop_id: shop.shopId,
        id: newId(now),
        webhook_id: delivery.webhookId,
        topic: delivery.topic,
        platform_order_id: stored.platformOrderIds[0] ?? null,
        payload: JSON.stringify(stored),
        triggered_at: delivery.triggeredAt ?? null,
        received_at: now,
        next_at: dueAt,
      })
      .onConflict((conflict) => conflict.columns(['shop_id', 'webhook_id']).doNothing())
      .execute();
    await context.jobs.request(trx, 'webhooks', { shopId: shop.shopId, at: dueAt });
  });
  return 'stored';
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
