import type { Selectable } from 'kysely';
import { systemActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import { compareWithStore } from '../billing/compare-with-store.ts';
import type { Context } from '../../base/context.ts';
import type { WebhookInbox } from '../../base/db/schema.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { answerDataRequest } from '../privacy/answer-data-request.ts';
import { redactOrders } from '../privacy/redact-orders.ts';
import { closeStore, isStoreClosed } from '../../shop/shops/closed-stores.ts';
import { eraseShop } from '../../shop/shops/erase-shop.ts';
import { platformAccess } from '../../shop/shops/platform-access.ts';
import { refreshShopInfo } from '../../shop/shops/refresh-shop-info.ts';
import { uninstallShop } from '../../shop/shops/uninstall-shop.ts';
import { requestStoreUpdate } from '../../store/sync/request-store-update.ts';
import { StoredPayload } from './webhook-payload.ts';

/** Does what a delivery that is not about an order asks for. */
export async function handleDelivery(
  context: Context,
  shopId: string,
  delivery: Pick<Selectable<WebhookInbox>, 'topic' | 'webhook_id' | 'payload'>,
): Promise<void> {
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
      return refreshScopes(context, shopId, delivery.webhook_id);
    case 'bulk_operations/finish':
      return importNow(context, shopId, payload.backfillOperationId);
    case 'customers/redact':
      return redactOrders(context, shopId, payload.ordersToRedact, delivery.webhook_id);
    case 'customers/data_request':
      return answerDataRequest(context, shopId, payload.ordersRequested, delivery.webhook_id);
    case 'shop/redact':
      await eraseShop(context, shopId, delivery.webhook_id);
      return;
  }
}

/** The delivery may be late, so we ask the store what it allows now. A closed store is asked by its probe. */
async function refreshScopes(context: Context, shopId: string, deliveryId: string): Promise<void> {
  const now = context.clock();
  if (await isStoreClosed(context, shopId)) return probeNow(context, shopId, now);
  const scopes = await context.platform.grantedScopes(await platformAccess(context, shopId));
  await withShop(context.db, shopId, async (trx) => {
    await trx
      .updateTable('shop_credential')
      .set({ scopes: scopes.join(',') })
      .where('shop_id', '=', shopId)
      .execute();
    await recordAuditEvent(trx, systemActor(shopId, 'Store', deliveryId), {
      at: now,
      action: 'shop.scopes-changed',
      subjectKind: 'shop',
      subjectId: shopId,
      label: '',
      detail: { scopes },
    });
    await requestStoreUpdate(trx, shopId, { jobs: context.jobs, now });
  });
  if (context.platform.missingScopes(scopes).length > 0) await closeStore(context, shopId, 'scopes-missing');
}

async function probeNow(context: Context, shopId: string, now: Date): Promise<void> {
  await withShop(context.db, shopId, async (trx) => {
    await trx
      .updateTable('shop_credential')
      .set({ probe_at: now })
      .where('shop_id', '=', shopId)
      .where('closed_as', '=', 'scopes-missing')
      .execute();
    await context.jobs.request(trx, 'store-probes', { shopId, at: now });
  });
}

async function importNow(context: Context, shopId: string, operationId: string | null): Promise<void> {
  const now = context.clock();
  await withShop(context.db, shopId, async (trx) => {
    await trx
      .updateTable('store_sync')
      .set({ next_at: now })
      .where('shop_id', '=', shopId)
      .where('backfill_operation', '=', operationId)
      .execute();
    await context.jobs.request(trx, 'store-reads', { shopId, at: now });
  });
}
