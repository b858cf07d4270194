import { sql, type Selectable } from 'kysely';
import { systemActor } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { compareWithStore } from '../billing/compare-with-store.ts';
import type { Context } from '../context.ts';
import type { WebhookInbox } from '../db/schema.ts';
import { acrossShops, withShop } from '../db/tenancy.ts';
import { claimDueRows } from '../jobs/claim-due-rows.ts';
import { PlatformError } from '../platforms/platform.ts';
import { missingScopes } from '../platforms/shopify/scopes.ts';
import { eraseShop } from '../shops/erase-shop.ts';
import { platformAccess } from '../shops/platform-access.ts';
import { closeStore, isStoreClosed, probeEveryMs, storeIsOpen } from '../shops/closed-stores.ts';
import { hiddenBefore } from '../shops/hidden-before.ts';
import { refreshShopInfo } from '../shops/refresh-shop-info.ts';
import { uninstallShop } from '../shops/uninstall-shop.ts';
import { answerDataRequest } from '../privacy/answer-data-request.ts';
import { mirrorAnswer } from '../store-orders/mirror-orders.ts';
import { retryOutOfReach } from '../store-sync/out-of-reach.ts';
import { redactOrders } from '../privacy/redact-orders.ts';
import { StoredPayload } from './webhook-payload.ts';

const deliveriesAtOnce = 500;
const ordersAtOnce = 100;
const leaseMs = 120_000;
const shortestBackOffMs = 5_000;
const longestBackOffMs = 30 * 60_000;
const maxTries = 12;

/** Deliveries that we can process only with the store's answer. Those of a closed store wait until it opens. */
const needsStore = sql`(platform_order_id is not null or topic in ('shop/update', 'app_subscriptions/update'))`;

type Delivery = Selectable<WebhookInbox>;

/** Processes due deliveries. Returns how many. */
export async function processWebhooks(context: Context): Promise<number> {
  const deliveries = await claimDeliveries(context);
  const byShop = Map.groupBy(deliveries, (delivery) => delivery.shop_id);
  await Promise.all([...byShop].map(([shopId, ofShop]) => processShop(context, shopId, ofShop)));
  return deliveries.length;
}

function claimDeliveries(context: Context): Promise<Delivery[]> {
  const now = context.clock();
  return acrossShops(context.db, (trx) =>
    claimDueRows(trx, 'webhook_inbox', {
      due: sql`processed_at is null and next_at <= ${now} and (lease_until is null or lease_until < ${now})
        and (not ${needsStore} or ${storeIsOpen('webhook_inbox')})`,
      orderBy: sql`next_at`,
      limit: deliveriesAtOnce,
      set: sql`lease_until = ${new Date(now.getTime() + leaseMs)}, tries = tries + 1`,
    }),
  );
}

async function processShop(context: Context, shopId: string, deliveries: readonly Delivery[]): Promise<void> {
  const aboutOrders = deliveries.filter((delivery) => delivery.platform_order_id !== null);
  // A delivery that failed before is processed alone, so that it does not block the others.
  const alone = aboutOrders.filter((delivery) => delivery.tries > 2);
  const together = aboutOrders.filter((delivery) => delivery.tries <= 2);
  for (let start = 0; start < together.length; start += ordersAtOnce) {
    const some = together.slice(start, start + ordersAtOnce);
    await processDeliveries(context, shopId, some, () => rereadOrders(context, shopId, some));
  }
  for (const delivery of alone)
    await processDeliveries(context, shopId, [delivery], () => rereadOrders(context, shopId, [delivery]));
  const others = deliveries.filter((delivery) => delivery.platform_order_id === null);
  for (const delivery of others)
    await processDeliveries(context, shopId, [delivery], () => handleDelivery(context, shopId, delivery));
}

/** A delivery only says that an order changed. We read the order from the store. */
async function rereadOrders(context: Context, shopId: string, deliveries: readonly Delivery[]): Promise<void> {
  const ids = [...new Set(deliveries.flatMap((delivery) => delivery.platform_order_id ?? []))];
  const readAt = context.clock();
  const access = await platformAccess(context, shopId);
  const read = await context.platform.ordersByIds(access, ids);
  const answer = {
    orders: read.filter((order) => order !== undefined),
    missing: ids.filter((_, index) => read[index] === undefined),
  };
  await withShop(context.db, shopId, async (trx) => {
    await mirrorAnswer(trx, context, shopId, answer);
    // Earlier deliveries about these orders are done too.
    await trx
      .updateTable('webhook_inbox')
      .set({ processed_at: context.clock() })
      .where('shop_id', '=', shopId)
      .where('platform_order_id', '=', (where) => where.fn.any(where.val(ids)))
      .where('processed_at', 'is', null)
      .where('received_at', '<', readAt)
      .execute();
  });
}

async function handleDelivery(context: Context, shopId: string, delivery: Delivery): Promise<void> {
  const payload = StoredPayload.parse(delivery.payload);
  switch (delivery.topic) {
    case 'app/uninstalled':
      await uninstallShop(context, shopId, delivery.webhook_id);
      return;
    case 'app_subscriptions/update':
      await compareWithStore(context, shopId);
      return;
    case 'shop/update':
      return refreshShopInfo(context, shopId, delivery.webhook_id);
    case 'app/scopes_update':
      return changeScopes(context, shopId, payload.scopes, delivery.webhook_id);
    case 'bulk_operations/finish':
      return importNow(context, shopId, payload.backfillOperationId);
    case 'customers/redact':
      return withShop(context.db, shopId, (trx) =>
        redactOrders(trx, context, shopId, payload.ordersToRedact, delivery.webhook_id),
      );
    case 'customers/data_request':
      return answerDataRequest(context, shopId, payload.ordersRequested, delivery.webhook_id);
    case 'shop/redact':
      return eraseShop(context, shopId, delivery.webhook_id);
  }
}

async function changeScopes(
  context: Context,
  shopId: string,
  scopes: readonly string[] | null,
  deliveryId: string,
): Promise<void> {
  if (!scopes) return;
  await withShop(context.db, shopId, async (trx) => {
    const before = await hiddenBefore(trx, context, shopId);
    await trx
      .updateTable('shop_credential')
      .set({ scopes: scopes.join(',') })
      .where('shop_id', '=', shopId)
      .execute();
    const showsMore = (await hiddenBefore(trx, context, shopId)) < before;
    if (showsMore) await retryOutOfReach(trx, shopId, context.clock());
    await recordAuditEvent(trx, systemActor(shopId, 'Store', deliveryId), {
      at: context.clock(),
      action: 'shop.scopes-changed',
      subjectKind: 'shop',
      subjectId: shopId,
      label: '',
      detail: { scopes },
    });
    // The delivery may be late, so we ask the store before we use it again.
    await trx
      .updateTable('shop_credential')
      .set({ probe_at: context.clock() })
      .where('shop_id', '=', shopId)
      .where('closed_as', '=', 'scopes-missing')
      .execute();
  });
  if (missingScopes(scopes).length > 0) await closeStore(context, shopId, 'scopes-missing');
  context.wake('store-probe');
  context.wake('store-sync-orders');
}

async function importNow(context: Context, shopId: string, operationId: string | null): Promise<void> {
  await withShop(context.db, shopId, (trx) =>
    trx
      .updateTable('store_sync')
      .set({ next_at: context.clock() })
      .where('shop_id', '=', shopId)
      .where('backfill_operation', '=', operationId)
      .execute(),
  );
  context.wake('read-store-orders');
}

async function processDeliveries(
  context: Context,
  shopId: string,
  deliveries: readonly Delivery[],
  work: () => Promise<void>,
): Promise<void> {
  const ids = deliveries.map((delivery) => delivery.id);
  try {
    await work();
    await write(context, shopId, ids, { processed_at: context.clock(), lease_until: null, error: '' });
  } catch (error) {
    const known = error instanceof PlatformError;
    if (!known)
      context.log.error(
        { err: error, shopId, topics: deliveries.map(({ topic }) => topic) },
        'could not process webhooks',
      );
    const words = known ? error.message : 'Internal error, see the log.';
    if (known && (await isStoreClosed(context, shopId))) {
      await holdBack(context, shopId, ids, words);
      return;
    }
    const tries = Math.max(...deliveries.map((delivery) => delivery.tries));
    // A store that does not respond today responds another day.
    const mayGiveUp = !known || error.kind === 'rejected';
    if (mayGiveUp && tries >= maxTries) {
      await write(context, shopId, ids, { processed_at: context.clock(), lease_until: null, error: words });
      return;
    }
    const waitMs = Math.min(longestBackOffMs, shortestBackOffMs * 2 ** Math.min(tries, maxTries));
    const next = new Date(context.clock().getTime() + waitMs);
    await write(context, shopId, ids, { next_at: next, lease_until: null, error: words });
  }
}

/** The store is closed: this was no try. What needs the store is due when it opens; the rest is tried at the next probe. */
async function holdBack(context: Context, shopId: string, ids: readonly string[], error: string): Promise<void> {
  const now = context.clock();
  await withShop(context.db, shopId, (trx) =>
    trx
      .updateTable('webhook_inbox')
      .set({
        tries: sql<number>`tries - 1`,
        next_at: sql<Date>`case when ${needsStore} then ${now}::timestamptz
          else ${new Date(now.getTime() + probeEveryMs)}::timestamptz end`,
        lease_until: null,
        error,
      })
      .where('shop_id', '=', shopId)
      .where('id', '=', (where) => where.fn.any(where.val([...ids])))
      .execute(),
  );
}

async function write(
  context: Context,
  shopId: string,
  ids: readonly string[],
  values: { processed_at?: Date; next_at?: Date; lease_until: null; error: string },
): Promise<void> {
  await withShop(context.db, shopId, (trx) =>
    trx
      .updateTable('webhook_inbox')
      .set(values)
      .where('shop_id', '=', shopId)
      .where('id', '=', (where) => where.fn.any(where.val([...ids])))
      .execute(),
  );
}
