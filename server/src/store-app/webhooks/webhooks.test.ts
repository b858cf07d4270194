import { createHmac, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { acrossShops, withShop } from '../../base/db/tenancy.ts';
import { aBookableShop } from '../../testing/bookable-shop.ts';
import { aUser } from '../../testing/factories.ts';
import { anInstalledStore, deliverWebhooks, mirrorWholeStore, storeOrders } from '../../testing/installed-store.ts';
import { deliverDueNow, mailsTo } from '../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { shopTables } from '../../shop/shops/erase-shop.ts';
import { shopByDomain } from '../../shop/shops/find-shop.ts';
import { processWebhooks } from './process-webhooks.ts';
import { reportOverdueRequests } from './report-overdue-requests.ts';

const day = 86_400_000;

let server: TestServer;
let domain: string;
let shopId: string;
let storeId: number;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  // No webhook of another test is left, and our time is that of the store.
  server.clock.advance(1_000);
  await server.work('webhooks');
  server.clock.now = new Date();
  ({ domain, shopId } = await anInstalledStore(server));
  storeId = await storeIdOf(shopId);
});
afterAll(() => server.close());

test('a delivery without the store’s signature is refused and not stored', async () => {
  const body = JSON.stringify({ id: 1 });
  const right = sign(body);
  expect((await post(body, { 'x-shopify-hmac-sha256': '' })).status).toBe(401);
  expect((await post(body, { 'x-shopify-hmac-sha256': sign(body, 'another-secret') })).status).toBe(401);
  expect((await post(JSON.stringify({ id: 2 }), { 'x-shopify-hmac-sha256': right })).status).toBe(401);
  expect(await inbox()).toEqual([]);
});

test('a body that names another store than the header is refused', async () => {
  const body = JSON.stringify({ id: 7, myshopify_domain: 'another-store.myshopify.com' });
  expect((await post(body, { 'x-shopify-topic': 'app/uninstalled' })).status).toBe(401);
  expect(await inbox()).toEqual([]);
});

test('a delivery for an unknown store is answered and not stored', async () => {
  const body = JSON.stringify({ id: 1 });
  expect((await post(body, { 'x-shopify-shop-domain': 'unknown-store.myshopify.com' })).status).toBe(200);
});

const topicsWithStoreId = [
  ['app/uninstalled', 'id'],
  ['customers/data_request', 'shop_id'],
  ['customers/redact', 'shop_id'],
  ['shop/redact', 'shop_id'],
] as const;

test.each(topicsWithStoreId)(
  '%s of a store that got another domain, which we never heard of, is stored for its shop',
  async (topic, field) => {
    const renamed = `renamed-${domain}`;
    const body = JSON.stringify({ [field]: storeId, shop_domain: renamed });
    expect((await post(body, { 'x-shopify-topic': topic, 'x-shopify-shop-domain': renamed })).status).toBe(200);
    expect((await inbox()).map((row) => row.topic)).toEqual([topic]);
  },
);

test.each(topicsWithStoreId)(
  '%s that names the former domain of its store is not stored for the shop that has the domain now',
  async (topic, field) => {
    const holder = await anInstalledStore(server);
    const headers = { 'x-shopify-topic': topic, 'x-shopify-shop-domain': holder.domain };
    for (const id of [storeId, 999])
      expect((await post(JSON.stringify({ [field]: id, shop_domain: holder.domain }), headers)).status).toBe(200);
    expect((await inbox()).map((row) => row.topic)).toEqual([topic]);
    expect(await inbox(holder.shopId)).toEqual([]);
  },
);

test('a repeated delivery is stored once, without personal data', async () => {
  const body = JSON.stringify({ id: 4711, email: 'ayesha@example.com', shipping_address: { phone: '03001234567' } });
  const webhookId = randomUUID();
  await post(body, { 'x-shopify-webhook-id': webhookId });
  expect((await post(body, { 'x-shopify-webhook-id': webhookId })).status).toBe(200);
  const kept = await inbox();
  expect(kept).toHaveLength(1);
  expect(kept[0]).toMatchObject({ platform_order_id: '4711', topic: 'orders/updated' });
  expect(JSON.stringify(kept)).not.toMatch(/ayesha|0300/);
});

test('a new order and its changes reach the mirror', async () => {
  await mirrorWholeStore(server, shopId);
  const [order] = await storeOrders(server, domain, { city: 'Lahore', phone: '0300 1234567', payment: 'cod' });
  await deliverWebhooks(server);
  expect(await mirrored(order?.id)).toMatchObject({ name: order?.name, city: 'Lahore', phone: '03001234567' });

  await server.sandbox.control(`orders/${order?.id}`, { address: { city: 'Karachi' }, outstanding: 99.5 });
  await deliverWebhooks(server);
  expect(await mirrored(order?.id)).toMatchObject({ city: 'Karachi', outstanding: '99.50' });

  await server.sandbox.control(`orders/${order?.id}`, { cancel: true });
  await deliverWebhooks(server);
  expect((await mirrored(order?.id))?.cancelled_at).toBeInstanceOf(Date);
});

test('many deliveries about one order cause one request to the store', async () => {
  const [order] = await storeOrders(server, domain);
  for (let n = 0; n < 5; n += 1) await post(JSON.stringify({ id: Number(order?.id) }));
  const asked: string[][] = [];
  const { platform } = server.context;
  const counting = {
    ...server.context,
    platform: {
      ...platform,
      ordersByIds: (access: Parameters<typeof platform.ordersByIds>[0], ids: readonly string[]) => {
        asked.push([...ids]);
        return platform.ordersByIds(access, ids);
      },
    },
  };
  server.clock.advance(1_000);
  await processWebhooks(counting, { shopId }, new AbortController().signal);
  expect(asked).toEqual([[order?.id]]);
  expect((await inbox()).every((row) => row.processed_at !== null)).toBe(true);
});

test('deliveries are retried until the store responds', async () => {
  const [order] = await storeOrders(server, domain);
  await post(JSON.stringify({ id: Number(order?.id) }));
  await server.sandbox.control('faults', { target: 'shopify', kind: 'error500', times: 3 });
  server.clock.advance(1_000);
  await server.work('webhooks');
  expect(await mirrored(order?.id)).toBeUndefined();
  server.clock.advance(60_000);
  await server.work('webhooks');
  expect(await mirrored(order?.id)).toMatchObject({ name: order?.name });
});

test('a shop whose store does not respond stops at the first silence, and does what needs no store', async () => {
  const [order] = await storeOrders(server, domain);
  await post(JSON.stringify({ id: Number(order?.id) }));
  const about = { shop_id: storeId, shop_domain: domain };
  await post(JSON.stringify({ id: storeId, myshopify_domain: domain }), { 'x-shopify-topic': 'shop/update' });
  await post(JSON.stringify({ ...about, orders_requested: [] }), { 'x-shopify-topic': 'customers/data_request' });
  await server.sandbox.control('faults', { target: 'shopify', kind: 'error500' });
  server.clock.advance(1_000);
  await server.work('webhooks');
  const { hits } = z.object({ hits: z.record(z.string(), z.number()) }).parse(await server.sandbox.control('faults'));
  await server.sandbox.control('faults', { clear: true });
  // One call, repeated twice.
  expect(Object.values(hits).at(-1)).toBe(3);
  const open = (await inbox()).filter((row) => row.processed_at === null);
  expect(open.map(({ topic, tries }) => [topic, tries])).toEqual([
    ['orders/updated', 0],
    ['shop/update', 0],
  ]);
  server.clock.advance(60_000);
  await server.work('webhooks');
  expect((await inbox()).every((row) => row.processed_at !== null)).toBe(true);
});

test('a privacy request that fails is tried until it is done, and what is given up is counted', async () => {
  const about = { shop_id: storeId, shop_domain: domain, myshopify_domain: domain };
  await post(JSON.stringify({ ...about, orders_requested: [] }), { 'x-shopify-topic': 'customers/data_request' });
  await post(JSON.stringify({ ...about, current: ['read_orders'] }), { 'x-shopify-topic': 'app/scopes_update' });
  await withShop(server.context.db, shopId, (trx) => trx.updateTable('webhook_inbox').set({ tries: 11 }).execute());
  const admin = new pg.Client({ connectionString: server.database.adminUrl });
  await admin.connect();
  await admin.query(`create function fail() returns trigger language plpgsql as $$ begin raise 'a bug'; end $$`);
  await admin.query('create trigger failing before insert on audit_event execute function fail()');
  await server.work('webhooks');
  await admin.query('drop trigger failing on audit_event');
  await admin.end();
  expect((await inbox()).map((row) => [row.topic, row.tries, row.processed_at !== null])).toEqual([
    ['customers/data_request', 12, false],
    ['app/scopes_update', 12, true],
  ]);
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(metrics).toContain('courierdesk_webhooks_given_up_total 1');
  expect(metrics).toContain('courierdesk_open_legal_requests{topic="customers/data_request"} 1');
  server.clock.advance(60 * 60_000);
  await server.work('webhooks');
  expect((await inbox()).every((row) => row.processed_at !== null)).toBe(true);
});

test('a change without any webhook is found by the next round', async () => {
  await mirrorWholeStore(server, shopId);
  await server.sandbox.control('faults', { target: 'webhooks', kind: 'drop-before' });
  const [order] = await storeOrders(server, domain);
  server.clock.advance(16 * 60_000);
  await server.work('store-reads');
  await server.sandbox.control('faults', { clear: true });
  expect(await mirrored(order?.id)).toMatchObject({ name: order?.name });
});

test('deliveries that come twice and in another order leave what the store says', async () => {
  await mirrorWholeStore(server, shopId);
  await server.sandbox.control('faults', [
    { target: 'webhooks', kind: 'duplicate-webhook', rate: 0.5 },
    { target: 'webhooks', kind: 'reorder-webhook', delayMs: 200 },
  ]);
  const [changed, deleted] = await storeOrders(server, domain, { count: 2, city: 'Lahore' });
  for (const city of ['Karachi', 'Multan', 'Quetta'])
    await server.sandbox.control(`orders/${changed?.id}`, { address: { city } });
  await server.sandbox.control(`orders/${changed?.id}`, { cancel: true });
  await server.sandbox.control(`orders/${deleted?.id}`, { address: { city: 'Karachi' } });
  await server.sandbox.control(`orders/${deleted?.id}`, { delete: true });
  await deliverWebhooks(server);
  await server.sandbox.control('faults', { clear: true });
  await deliverWebhooks(server);
  expect(await mirrored(changed?.id)).toMatchObject({
    city: 'Quetta',
    cancelled_at: expect.any(Date),
    deleted_at: null,
  });
  // It was deleted before we first read it.
  expect(await mirrored(deleted?.id)).toBeUndefined();
});

test('an order deleted in the store disappears from the lists', async () => {
  await mirrorWholeStore(server, shopId);
  const [order] = await storeOrders(server, domain);
  await deliverWebhooks(server);
  expect((await mirrored(order?.id))?.deleted_at).toBeNull();
  await server.sandbox.control(`orders/${order?.id}`, { delete: true });
  await deliverWebhooks(server);
  expect((await mirrored(order?.id))?.deleted_at).toBeInstanceOf(Date);
});

test('when Courierdesk is removed from the store, access and sessions end and the data stays', async () => {
  await mirrorWholeStore(server, shopId);
  await storeOrders(server, domain);
  await deliverWebhooks(server);
  const { token } = await aUser(server.context, shopId);
  await server.sandbox.control(`shops/${domain}`, { uninstall: true });
  await deliverWebhooks(server);
  expect(await shopByDomain(server.context.db, domain)).toEqual({ shopId, installed: false });
  expect((await server.call('GET', 'me', { token })).body.errors).toEqual([
    { code: 'unauthorised', msg: 'Unauthorized', detail: { reason: 'uninstalled' } },
  ]);
  const left = await withShop(server.context.db, shopId, async (trx) => ({
    credentials: await trx.selectFrom('shop_credential').selectAll().execute(),
    orders: await trx.selectFrom('store_order').select('id').execute(),
  }));
  expect(left.credentials).toEqual([]);
  expect(left.orders).toHaveLength(1);
  await server.work('store-reads');
});

test('an uninstall webhook that comes after a new installation changes nothing', async () => {
  const body = JSON.stringify({ id: storeId, myshopify_domain: domain });
  await post(body, { 'x-shopify-topic': 'app/uninstalled' });
  await server.work('webhooks');
  expect((await inbox()).every((row) => row.processed_at !== null)).toBe(true);
  expect(await shopByDomain(server.context.db, domain)).toEqual({ shopId, installed: true });
});

test('the shop’s name and our scopes are updated from the store', async () => {
  await server.sandbox.control(`shops/${domain}`, { name: 'Chinar Weavers' });
  await post(JSON.stringify({ id: storeId, myshopify_domain: domain }), { 'x-shopify-topic': 'shop/update' });
  await server.work('webhooks');
  // A late delivery names scopes of earlier.
  const scopes = [...server.context.platform.askedScopes, 'read_all_orders'];
  await server.sandbox.control(`shops/${domain}`, { scopes });
  await post(JSON.stringify({ id: 1, previous: [], current: ['read_orders'] }), {
    'x-shopify-topic': 'app/scopes_update',
  });
  await server.work('webhooks');
  const known = await withShop(server.context.db, shopId, (trx) =>
    trx
      .selectFrom('shop')
      .innerJoin('shop_credential', 'shop_credential.shop_id', 'shop.id')
      .select(['shop.name', 'shop_credential.scopes'])
      .executeTakeFirstOrThrow(),
  );
  expect(known.name).toBe('Chinar Weavers');
  expect(known.scopes.split(',').toSorted()).toEqual(scopes.toSorted());
});

test('the shop gets an email with the data that a customer requested', async () => {
  await storeOrders(server, domain, { email: 'rabia@example.com' });
  await mirrorWholeStore(server, shopId);
  await server.sandbox.control(`shops/${domain}`, { email: 'owner@asked.store', compliance: 'customers/data_request' });
  await deliverWebhooks(server);
  await server.work('mails');
  const journal = await server.sandbox.control('journal');
  const mails: { to: unknown; subject: string }[] = Reflect.get(Object(journal), 'mails');
  expect(mails.find((mail) => JSON.stringify(mail.to).includes('owner@'))?.subject).toContain('asked for their data');
});

test('a request to erase a customer erases their data and keeps the order', async () => {
  const [order] = await storeOrders(server, domain, { email: 'rabia@example.com', phone: '03211234567' });
  await mirrorWholeStore(server, shopId);
  await server.sandbox.control(`shops/${domain}`, { compliance: 'customers/redact' });
  await deliverWebhooks(server);
  const row = await mirrored(order?.id);
  expect(row).toMatchObject({ name: order?.name, customer_name: 'Erased', email: '', phone: '', address: '' });
  expect(row?.search_text).toBe(order?.name.toLowerCase());
});

test('a customer whose name is only signs can be erased', async () => {
  const { shopId: shop, ...other } = await aBookableShop(server);
  const order = await other.newOrder({ address: { firstName: '":', lastName: '"' }, note: '2500' });
  await mirrorWholeStore(server, shop);
  expect(await ordersOf(shop, order.id)).toMatchObject([{ customer_name: '": "' }]);
  await other.book(order, 'LEOPARD', { consignee_name: 'Someone', remarks: '2500' });
  await server.sandbox.control(`orders/${order.id}`, { address: { address1: 'House 2500, Block 25' } });
  await deliverWebhooks(server);
  await server.sandbox.control(`shops/${other.domain}`, { compliance: 'customers/redact' });
  await deliverWebhooks(server);
  expect(await ordersOf(shop, order.id)).toMatchObject([{ customer_name: 'Erased', note: '' }]);
});

test('an uninstalled shop is erased when the store asks, unless the app is installed again', async () => {
  await storeOrders(server, domain, { count: 3 });
  await mirrorWholeStore(server, shopId);
  await aUser(server.context, shopId);
  const wish = JSON.stringify({ shop_id: storeId, shop_domain: domain });
  await post(wish, { 'x-shopify-topic': 'shop/redact' });
  await server.work('webhooks');
  expect((await shopByDomain(server.context.db, domain))?.installed).toBe(true);

  await server.sandbox.control(`shops/${domain}`, { uninstall: true });
  await deliverWebhooks(server);
  await post(wish, { 'x-shopify-topic': 'shop/redact' });
  await server.work('webhooks');
  expect(await shopByDomain(server.context.db, domain)).toBeUndefined();
  const rows = await acrossShops(server.context.db, (trx) =>
    trx.selectFrom('store_order').select('id').where('shop_id', '=', shopId).execute(),
  );
  expect(rows).toEqual([]);
  const events = await acrossShops(server.context.db, (trx) =>
    trx.selectFrom('audit_event').select('id').where('shop_id', '=', shopId).execute(),
  );
  expect(events).toEqual([]);
});

test('a shop whose uninstall was never reported is uninstalled and erased when the store asks to erase it', async () => {
  await storeOrders(server, domain, { count: 3 });
  await mirrorWholeStore(server, shopId);
  await server.sandbox.control(`shops/${domain}`, { revokeTokens: true });
  const wish = JSON.stringify({ shop_id: storeId, shop_domain: domain });

  await server.sandbox.control('faults', { target: 'shopify', kind: 'error500' });
  await post(wish, { 'x-shopify-topic': 'shop/redact' });
  await server.work('webhooks');
  const [waiting] = await acrossShops(server.context.db, (trx) =>
    trx
      .selectFrom('webhook_inbox')
      .selectAll()
      .where('shop_id', '=', shopId)
      .where('topic', '=', 'shop/redact')
      .execute(),
  );
  expect(waiting?.processed_at).toBeNull();

  await server.sandbox.control('faults', { clear: true });
  server.clock.advance(60 * 60_000);
  await server.work('webhooks');
  expect(await shopByDomain(server.context.db, domain)).toBeUndefined();
});

test('erasing a shop covers every table', async () => {
  const tables = await server.context.db.introspection.getTables();
  const ofShops = tables.filter((table) => table.columns.some((column) => column.name === 'shop_id'));
  expect(ofShops.map((table) => table.name).toSorted()).toEqual(
    [...shopTables, 'audit_event', 'webhook_inbox'].toSorted(),
  );
});

// The last one, because it moves the clock by weeks.
test('the operator gets an email about a privacy request that is not done after three days, and again each week', async () => {
  const about = { shop_id: storeId, shop_domain: domain, myshopify_domain: domain };
  await post(JSON.stringify({ ...about, orders_requested: [] }), { 'x-shopify-topic': 'customers/data_request' });
  await post(JSON.stringify({ ...about, current: ['read_orders'] }), { 'x-shopify-topic': 'app/scopes_update' });
  const subjects = async (): Promise<string[]> => {
    await reportOverdueRequests(server.context);
    await deliverDueNow(server);
    const mails = await mailsTo(server, server.context.config.supportEmail);
    return mails.map(({ subject }) => subject).filter((subject) => subject.includes(domain));
  };
  expect(await subjects()).toEqual([]);
  server.clock.advance(3 * day + 1);
  const [first, ...more] = await subjects();
  expect([first, more]).toEqual([`customers/data_request of ${domain} is not done after 3 days`, []]);
  server.clock.advance(6 * day);
  expect(await subjects()).toHaveLength(1);
  server.clock.advance(day + 1);
  expect((await subjects()).at(-1)).toBe(`customers/data_request of ${domain} is not done after 10 days`);
  await server.work('webhooks');
  server.clock.advance(8 * day);
  expect(await subjects()).toHaveLength(2);
});

function post(body: string, headers: Record<string, string> = {}) {
  return fetch(`${server.url}/webhooks/shopify`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': 'orders/updated',
      'x-shopify-shop-domain': domain,
      'x-shopify-webhook-id': randomUUID(),
      'x-shopify-triggered-at': new Date(server.clock.now.getTime() + 1_000).toISOString(),
      'x-shopify-hmac-sha256': sign(body),
      ...headers,
    },
  });
}

function sign(body: string, secret = server.context.config.shopify.clientSecret): string {
  return createHmac('sha256', secret).update(body).digest('base64');
}

function inbox(shop = shopId) {
  return withShop(server.context.db, shop, (trx) =>
    trx.selectFrom('webhook_inbox').selectAll().orderBy('id').execute(),
  );
}

async function storeIdOf(shop: string): Promise<number> {
  const { platform_shop_id: id } = await withShop(server.context.db, shop, (trx) =>
    trx.selectFrom('shop').select('platform_shop_id').executeTakeFirstOrThrow(),
  );
  return Number(id);
}

async function mirrored(platformOrderId = '') {
  const [order] = await ordersOf(shopId, platformOrderId);
  return order;
}

function ordersOf(shop: string, platformOrderId: string) {
  return withShop(server.context.db, shop, (trx) =>
    trx.selectFrom('store_order').selectAll().where('platform_order_id', '=', platformOrderId).execute(),
  );
}
