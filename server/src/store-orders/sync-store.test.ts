import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withShop } from '../db/tenancy.ts';
import { shopifyScopes } from '../platforms/shopify/scopes.ts';
import { installShop } from '../shops/install-shop.ts';
import { platformAccess } from '../shops/platform-access.ts';
import { anInstalledStore, mirrorWholeStore, storeOrders } from '../testing/installed-store.ts';
import { startWorld, type World } from '../testing/world.ts';
import { takeDueSyncs, takeSync } from './sync-lease.ts';
import { syncStore } from './sync-store.ts';

let world: World;
let domain: string;
let shopId: string;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  ({ domain, shopId } = await anInstalledStore(world));
});
afterAll(() => world.close());

test('after the installation all orders of the last 60 days are there, and webhooks are subscribed once', async () => {
  await storeOrders(world, domain, { count: 130, spreadHours: 24 * 50 });
  await mirrorWholeStore(world, shopId);
  expect(await countOrders()).toBe(130);
  expect(await sync()).toMatchObject({ backfill_since: null, backfill_operation: null, failures: 0, last_error: '' });
  const topics = await subscribedTopics();
  expect(topics).toContain('ORDERS_UPDATED');
  expect(new Set(topics).size).toBe(topics.length);
});

test('an export that the store refuses is replaced by reading page after page', async () => {
  await storeOrders(world, domain, { count: 230 });
  await world.sandbox.control('faults', { target: 'shopify', operation: 'bulkOperationRunQuery', kind: 'error500' });
  await mirrorWholeStore(world, shopId);
  await world.sandbox.control('faults', { clear: true });
  expect(await countOrders()).toBe(230);
});

test('a reader that was killed is replaced when its lease has passed, and goes on where it was', async () => {
  await mirrorWholeStore(world, shopId);
  await storeOrders(world, domain, { count: 3 });
  world.clock.advance(20 * 60_000);
  const [killed] = (await takeDueSyncs(world.context, 10)).filter((lease) => lease.shopId === shopId);
  expect(killed).toBeDefined();
  expect(await takeSync(world.context, shopId)).toBeUndefined();
  await world.sweep('store-sync');
  expect(await countOrders()).toBe(0);
  world.clock.advance(5 * 60_000);
  await world.sweep('store-sync');
  expect(await countOrders()).toBe(3);
});

test('a reader that lost its lease writes nothing any more', async () => {
  await mirrorWholeStore(world, shopId);
  world.clock.advance(20 * 60_000);
  const [old] = (await takeDueSyncs(world.context, 10)).filter((lease) => lease.shopId === shopId);
  world.clock.advance(5 * 60_000);
  const taken = await takeSync(world.context, shopId);
  if (!old || !taken) throw new Error('the lease was not to be had');
  await syncStore(world.context, old);
  expect(await sync()).toMatchObject({ lease_id: taken.leaseId });
});

test('a store that is down is asked again, less and less often', async () => {
  await mirrorWholeStore(world, shopId);
  await world.sandbox.control('faults', { target: 'shopify', kind: 'error500' });
  world.clock.advance(16 * 60_000);
  await world.sweep('store-sync');
  const first = await sync();
  world.clock.advance(first.next_at.getTime() - world.clock.now.getTime() + 1);
  await world.sweep('store-sync');
  const second = await sync();
  await world.sandbox.control('faults', { clear: true });
  expect(second.failures).toBe(2);
  expect(second.next_at.getTime() - world.clock.now.getTime()).toBeGreaterThan(30_000);
  world.clock.advance(second.next_at.getTime() - world.clock.now.getTime() + 1);
  await world.sweep('store-sync');
  expect(await sync()).toMatchObject({ failures: 0, last_error: '' });
});

test('two installations of a store at once are one shop', async () => {
  const info = await world.context.platform.shopInfo(await platformAccess(world.context, shopId));
  const grant = {
    accessToken: 'shpat_1',
    scopes: shopifyScopes,
    expiresAt: world.clock.now,
    refreshToken: 'shprt_1',
    refreshTokenExpiresAt: world.clock.now,
  };
  const install = () => installShop(world.context, { domain: 'twice-installed.myshopify.com', grant, info });
  const shops = await Promise.all([install(), install(), install()]);
  expect(new Set(shops.map((shop) => shop.shopId)).size).toBe(1);
});

test('a shop that comes back keeps what it had and reads the store anew', async () => {
  await storeOrders(world, domain, { count: 2 });
  await mirrorWholeStore(world, shopId);
  await withShop(world.context.db, shopId, (trx) =>
    trx.updateTable('shop_setting').set({ default_weight: 900 }).execute(),
  );
  const again = await anInstalledStore(world, { domain });
  expect(again.shopId).toBe(shopId);
  expect((await sync()).backfill_since).toBeInstanceOf(Date);
  const setting = await withShop(world.context.db, shopId, (trx) =>
    trx.selectFrom('shop_setting').select('default_weight').executeTakeFirstOrThrow(),
  );
  expect(setting.default_weight).toBe(900);
  expect(await countOrders()).toBe(2);
});

function sync() {
  return withShop(world.context.db, shopId, (trx) =>
    trx.selectFrom('store_sync').selectAll().executeTakeFirstOrThrow(),
  );
}

async function countOrders(): Promise<number> {
  const rows = await withShop(world.context.db, shopId, (trx) => trx.selectFrom('store_order').select('id').execute());
  return rows.length;
}

async function subscribedTopics(): Promise<string[]> {
  const store = await world.sandbox.control(`shops/${domain}`);
  const webhooks: { topic: string }[] = Reflect.get(Object(store), 'webhooks');
  return webhooks.map(({ topic }) => topic);
}
