import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { installShop } from '../../shop/shops/install-shop.ts';
import { platformAccess } from '../../shop/shops/platform-access.ts';
import { anInstalledStore, mirrorWholeStore, storeOrders } from '../../testing/installed-store.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { claimDueRead, claimRead } from './read-lease.ts';
import { readStore } from './read-store.ts';

let server: TestServer;
let domain: string;
let shopId: string;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  // Otherwise the stores of earlier tests are read too.
  await server.context.pool.query('delete from pgboss.job');
  ({ domain, shopId } = await anInstalledStore(server));
});
afterAll(() => server.close());

test('after the installation we have all orders of the last 60 days and one subscription per webhook', async () => {
  await storeOrders(server, domain, { count: 30, spreadHours: 24 * 50 });
  await mirrorWholeStore(server, shopId);
  expect(await countOrders()).toBe(30);
  expect(await sync()).toMatchObject({ backfill_since: null, backfill_operation: null, failures: 0, last_error: '' });
  const topics = await subscribedTopics();
  expect(topics).toContain('ORDERS_UPDATED');
  expect(new Set(topics).size).toBe(topics.length);
});

test('if the store refuses the export, its orders are read in pages', async () => {
  await storeOrders(server, domain, { count: 230 });
  await server.sandbox.control('faults', { target: 'shopify', operation: 'bulkOperationRunQuery', kind: 'error500' });
  await mirrorWholeStore(server, shopId);
  await server.sandbox.control('faults', { clear: true });
  expect(await countOrders()).toBe(230);
});

test('when the lease of a killed process ends, another one continues from its progress', async () => {
  await mirrorWholeStore(server, shopId);
  await storeOrders(server, domain, { count: 3 });
  server.clock.advance(20 * 60_000);
  expect(await claimDueRead(server.context, shopId)).toMatchObject({ shopId });
  expect(await claimRead(server.context, shopId)).toBeUndefined();
  await server.work('store-reads');
  expect(await countOrders()).toBe(0);
  server.clock.advance(5 * 60_000);
  await server.work('store-reads');
  expect(await countOrders()).toBe(3);
});

test('a process that lost its lease saves nothing', async () => {
  await mirrorWholeStore(server, shopId);
  server.clock.advance(20 * 60_000);
  const old = await claimDueRead(server.context, shopId);
  server.clock.advance(5 * 60_000);
  const taken = await claimRead(server.context, shopId);
  if (!old || !taken) throw new Error('the lease was not to be had');
  await readStore(server.context, old);
  expect(await sync()).toMatchObject({ lease_id: taken.lease_id });
});

test('a store that is down is retried with growing pauses', async () => {
  await mirrorWholeStore(server, shopId);
  await server.sandbox.control('faults', { target: 'shopify', kind: 'error500' });
  server.clock.advance(16 * 60_000);
  await server.work('store-reads');
  const first = await sync();
  server.clock.advance(first.next_at.getTime() - server.clock.now.getTime() + 1);
  await server.work('store-reads');
  const second = await sync();
  await server.sandbox.control('faults', { clear: true });
  expect(second.failures).toBe(2);
  expect(second.next_at.getTime() - server.clock.now.getTime()).toBeGreaterThan(30_000);
  server.clock.advance(second.next_at.getTime() - server.clock.now.getTime() + 1);
  await server.work('store-reads');
  expect(await sync()).toMatchObject({ failures: 0, last_error: '' });
});

test('two installations of a store at once are one shop', async () => {
  const info = await server.context.platform.shopInfo(await platformAccess(server.context, shopId));
  const grant = {
    accessToken: 'shpat_1',
    scopes: server.context.platform.askedScopes,
    expiresAt: server.clock.now,
    refreshToken: 'shprt_1',
    refreshTokenExpiresAt: server.clock.now,
  };
  const install = () => installShop(server.context, { domain: 'twice-installed.myshopify.com', grant, info });
  const shops = await Promise.all([install(), install(), install()]);
  expect(new Set(shops.map((shop) => shop.shopId)).size).toBe(1);
});

test('a shop that installs the app again keeps its data and reads the store again', async () => {
  await storeOrders(server, domain, { count: 2 });
  await mirrorWholeStore(server, shopId);
  await withShop(server.context.db, shopId, (trx) =>
    trx.updateTable('shop_setting').set({ default_weight: 900 }).execute(),
  );
  const again = await anInstalledStore(server, { domain });
  expect(again.shopId).toBe(shopId);
  expect((await sync()).backfill_since).toBeInstanceOf(Date);
  const setting = await withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('shop_setting').select('default_weight').executeTakeFirstOrThrow(),
  );
  expect(setting.default_weight).toBe(900);
  expect(await countOrders()).toBe(2);
});

function sync() {
  return withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('store_sync').selectAll().executeTakeFirstOrThrow(),
  );
}

async function countOrders(): Promise<number> {
  const rows = await withShop(server.context.db, shopId, (trx) => trx.selectFrom('store_order').select('id').execute());
  return rows.length;
}

async function subscribedTopics(): Promise<string[]> {
  const store = await server.sandbox.control(`shops/${domain}`);
  const webhooks: { topic: string }[] = Reflect.get(Object(store), 'webhooks');
  return webhooks.map(({ topic }) => topic);
}
