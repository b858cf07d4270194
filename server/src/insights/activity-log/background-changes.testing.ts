import { createHmac, randomUUID } from 'node:crypto';
import type { AuditAction } from '@courierdesk/contract/audit-actions';
import type { JobKind } from '../../base/db/job-kinds.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { aBatch } from '../../testing/batches.ts';
import { aBookableShop } from '../../testing/bookable-shop.ts';
import { aUser } from '../../testing/factories.ts';
import { anInstalledStore, deliverWebhooks, mirrorWholeStore, storeOrders } from '../../testing/installed-store.ts';
import { aSubscribedShop, changeInStore } from '../../testing/subscribed-shop.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { scheduledJobs } from '../../app/worker.ts';

/** Sets up a shop; then `run` lets the webhook or the job make its change. */
type Change = {
  readonly leaves: AuditAction;
  readonly prepare: () => Promise<{ shopId: string; run: () => Promise<unknown> }>;
};
export type BackgroundChanges = Readonly<Record<string, Change>>;

const day = 86_400_000;

/** A change by each webhook, sweep and job that leaves an audit event, with all that it needs. */
export async function backgroundChanges(server: TestServer): Promise<BackgroundChanges> {
  const shop = await aBookableShop(server);
  const { shopId, domain } = shop;
  await mirrorWholeStore(server, shopId);

  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await server.call(method, path, { token: shop.token, ...(body !== undefined && { body }) });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const fault = (target: string, operation: string, kind: string) =>
    server.sandbox.control('faults', { target, operation, kind, times: 1 });
  /** Instead of waiting for a day: a look-up compares our clock with that of the courier. */
  const requestNow = (kind: JobKind, of: string) =>
    withShop(server.context.db, of, (trx) =>
      server.context.jobs.request(trx, kind, { shopId: of, at: server.clock.now }),
    );
  const job = (name: string) => scheduledJobs.find((one) => one.name === name)?.run(server.context);
  const booked = async (company: 'LEOPARD' | 'POSTEX' = 'LEOPARD') => {
    const order = await shop.newOrder();
    const { id, trackingNumber } = (await shop.book(order, company)).body.data;
    return { order, id: String(id), number: String(trackingNumber) };
  };
  const post = async (store: string, topic: string, given: object) => {
    const body = JSON.stringify({ id: 1, ...given });
    const secret = server.context.config.shopify.clientSecret;
    const { status } = await fetch(`${server.url}/webhooks/shopify`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-shopify-topic': topic,
        'x-shopify-shop-domain': store,
        'x-shopify-webhook-id': randomUUID(),
        'x-shopify-triggered-at': new Date(server.clock.now.getTime() + 1_000).toISOString(),
        'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
      },
    });
    if (status !== 200) throw new Error(`the webhook ${topic} was answered with ${status}`);
    await server.work('webhooks');
  };
  /** A change of the store, which it reports. */
  const reported = (path: string, change: object) => async () => {
    await server.sandbox.control(path, change);
    await deliverWebhooks(server);
  };
  const withCustomer = async () => {
    const store = await anInstalledStore(server);
    await storeOrders(server, store.domain, { email: 'rabia@example.com' });
    await mirrorWholeStore(server, store.shopId);
    return store;
  };

  return {
    ORDERS_UPDATED: {
      leaves: 'store-order.changed-after-booking',
      prepare: async () => {
        const { order } = await booked();
        return { shopId, run: reported(`orders/${order.id}`, { address: { address1: 'House 99, Street 12' } }) };
      },
    },
    ORDERS_CANCELLED: {
      leaves: 'store-order.changed-after-booking',
      prepare: async () => {
        const { order } = await booked();
        await server.sandbox.control(`orders/${order.id}`, { cancelFulfillments: true });
        return { shopId, run: reported(`orders/${order.id}`, { cancel: true }) };
      },
    },
    ORDERS_DELETE: {
      leaves: 'store-order.deleted',
      prepare: async () => {
        const order = await shop.newOrder();
        await deliverWebhooks(server);
        return { shopId, run: reported(`orders/${order.id}`, { delete: true }) };
      },
    },
    APP_UNINSTALLED: {
      leaves: 'shop.uninstalled',
      prepare: async () => {
        const store = await withCustomer();
        return { shopId: store.shopId, run: reported(`shops/${store.domain}`, { uninstall: true }) };
      },
    },
    APP_SUBSCRIPTIONS_UPDATE: {
      leaves: 'subscription.frozen',
      prepare: async () => {
        const store = await aSubscribedShop(server);
        return {
          shopId: store.shopId,
          run: async () => {
            await changeInStore(server, store.domain, { change: 'freeze' });
            await deliverWebhooks(server);
          },
        };
      },
    },
    APP_SCOPES_UPDATE: {
      leaves: 'shop.scopes-changed',
      prepare: async () => {
        const store = await anInstalledStore(server);
        return {
          shopId: store.shopId,
          run: () => post(store.domain, 'app/scopes_update', { current: ['read_orders'] }),
        };
      },
    },
    SHOP_UPDATE: {
      leaves: 'shop.updated',
      prepare: () => Promise.resolve({ shopId, run: reported(`shops/${domain}`, { name: 'Chinar Weavers' }) }),
    },
    'customers/data_request': {
      leaves: 'customer.data-requested',
      prepare: async () => {
        const store = await withCustomer();
        const request = { compliance: 'customers/data_request' };
        return { shopId: store.shopId, run: reported(`shops/${store.domain}`, request) };
      },
    },
    'customers/redact': {
      leaves: 'customer.erased',
      prepare: async () => {
        const store = await withCustomer();
        return { shopId: store.shopId, run: reported(`shops/${store.domain}`, { compliance: 'customers/redact' }) };
      },
    },

    'booking-look-ups': {
      leaves: 'shipment.booked',
      prepare: async () => {
        await fault('leopard', 'book', 'lose-answer');
        await booked();
        server.clock.advance(10_000);
        return { shopId, run: () => server.work('booking-look-ups') };
      },
    },
    'booking-expiry': {
      leaves: 'shipment.interrupted',
      prepare: async () => {
        await fault('leopard', 'book', 'lose-answer');
        const { id } = await booked();
        // As a process leaves it that dies before it asks the courier.
        await withShop(server.context.db, shopId, (trx) => {
          const expired = { booking_state: 'claimed', lease_until: new Date(0), next_look_up_at: null };
          return trx.updateTable('shipment').set(expired).where('id', '=', id).execute();
        });
        return { shopId, run: () => server.sweep('booking-expiry') };
      },
    },
    cancels: {
      leaves: 'shipment.cancelled',
      prepare: async () => {
        const { number } = await booked('POSTEX');
        await fault('postex', 'cancel', 'lose-answer');
        await fault('postex', 'track', 'error500');
        await call('PUT', `cancel-booking/${number}`);
        server.clock.advance(60_000);
        return { shopId, run: () => server.work('cancels') };
      },
    },
    tracking: {
      leaves: 'shipment.cancelled-by-courier',
      prepare: async () => {
        const { number } = await booked('POSTEX');
        await server.sandbox.control('advance', { tracking_number: number, to: 'expired' });
        server.clock.advance(2 * 3_600_000);
        return { shopId, run: () => server.work('tracking') };
      },
    },
    'batch-rows': {
      leaves: 'shipment.booked',
      prepare: async () => {
        const batch = await aBatch(server, shop, [await shop.newOrder()], { account: shop.accounts.LEOPARD });
        await batch.call('POST', '/book', {});
        return { shopId, run: () => server.work('batch-rows') };
      },
    },
    'batches.delete-old-drafts': {
      leaves: 'batch.deleted',
      prepare: async () => {
        const batch = await aBatch(server, shop, [await shop.newOrder()]);
        const created_at = new Date(server.clock.now.getTime() - 31 * day);
        await withShop(server.context.db, shopId, (trx) =>
          trx.updateTable('batch').set({ created_at }).where('id', '=', batch.id).execute(),
        );
        return { shopId, run: async () => job('batches.delete-old-drafts') };
      },
    },
    subscriptions: {
      leaves: 'subscription.ended',
      prepare: async () => {
        const store = await aSubscribedShop(server);
        await changeInStore(server, store.domain, { change: 'cancel' });
        // The daily comparison finds it when the webhook is lost.
        const due = { next_check_at: server.clock.now };
        await withShop(server.context.db, store.shopId, (trx) => trx.updateTable('subscription').set(due).execute());
        await requestNow('subscriptions', store.shopId);
        return { shopId: store.shopId, run: () => server.work('subscriptions') };
      },
    },
    'store-probes': {
      leaves: 'shop.reopened',
      prepare: async () => {
        const store = await withCustomer();
        await server.sandbox.control(`shops/${store.domain}`, { settings: { lockedWith: 402 } });
        server.clock.advance(20 * 60_000);
        await server.work('store-reads');
        await server.sandbox.control(`shops/${store.domain}`, { settings: { lockedWith: null } });
        server.clock.advance(20 * 60_000);
        return { shopId: store.shopId, run: () => server.work('store-probes') };
      },
    },
    'store-details': {
      leaves: 'shop.updated',
      prepare: async () => {
        await server.sandbox.control(`shops/${domain}`, { name: 'Chinar Weavers of Lahore' });
        await requestNow('store-details', shopId);
        return { shopId, run: () => server.work('store-details') };
      },
    },
    'difference-repairs': {
      leaves: 'difference.repaired',
      prepare: async () => {
        const { order } = await booked();
        await server.work('store-updates');
        await server.sandbox.control(`orders/${order.id}`, { cancelFulfillments: true });
        server.clock.advance(11 * 60_000);
        await call('POST', 'comparisons');
        await server.work('comparisons');
        const { data } = await call('GET', 'differences?kind=unfulfilled-in-store&limit=200');
        const { id } = data.find((one: { order_name: string }) => one.order_name === order.name);
        return {
          shopId,
          run: async () => {
            await call('POST', 'difference-repairs', { ids: [id] });
            server.clock.advance(6_000);
            await server.work('store-updates');
            server.clock.advance(6_000);
            await server.work('difference-repairs');
          },
        };
      },
    },
    'load-sheets': {
      leaves: 'load-sheet.answered',
      prepare: async () => {
        const { id } = await booked('POSTEX');
        await server.sandbox.control('faults', { target: 'postex', kind: 'down' });
        await call('POST', 'load-sheets', { shipment_ids: [id] });
        await server.sandbox.control('faults', { clear: true });
        server.clock.advance(10 * 60_000);
        return { shopId, run: () => server.work('load-sheets') };
      },
    },
    imports: {
      leaves: 'import.done',
      prepare: async () => {
        const ordersData = Array.from({ length: 150 }, (_, index) => ({
          order_name: `#NONE-${index}`,
          tracking_number: `LE88${index}`,
          company: 'Leopards',
        }));
        await call('POST', 'bulk/orders/fulfillment', { ordersData });
        return { shopId, run: () => server.work('imports') };
      },
    },
    'old-customers': {
      leaves: 'old-customers.erased',
      prepare: async () => {
        const { id } = await booked();
        await server.work('store-updates');
        const longAgo = new Date(server.clock.now.getTime() - 400 * day);
        const ended = { status: 'DELIVERED', final: true, payment_status: 'PAID' };
        const times = { created_at: longAgo, status_at: longAgo, delivered_at: longAgo };
        await withShop(server.context.db, shopId, (trx) =>
          trx
            .updateTable('shipment')
            .set({ ...ended, ...times })
            .where('id', '=', id)
            .execute(),
        );
        await call('PUT', 'old-customers', { years: 1, confirmed: true });
        await requestNow('old-customers', shopId);
        return { shopId, run: () => server.work('old-customers') };
      },
    },
    'reset-mails': {
      leaves: 'user.password-reset-requested',
      prepare: async () => {
        const { email } = await aUser(server.context, shopId);
        await server.call('POST', 'password/reset-password-pin', { body: { email } });
        return { shopId, run: () => server.work('reset-mails') };
      },
    },
    exports: {
      leaves: 'export.made',
      prepare: async () => {
        await booked();
        await call('POST', 'export-orders?filter=STORE_ORDERS');
        return { shopId, run: () => server.work('exports') };
      },
    },
  };
}
