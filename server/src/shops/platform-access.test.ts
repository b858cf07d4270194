import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Context } from '../context.ts';
import { withShop } from '../db/tenancy.ts';
import { createShopify } from '../platforms/shopify/client.ts';
import { anInstalledStore } from '../testing/installed-store.ts';
import { startWorld, type World } from '../testing/world.ts';
import { shopJobs } from './jobs.ts';
import { platformAccess } from './platform-access.ts';

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

test('a token is used until five minutes before its end and then renewed', async () => {
  const first = await tokenOf(world.context);
  expect(await tokenOf(world.context)).toBe(first);
  world.clock.advance(56 * 60_000);
  const second = await tokenOf(world.context);
  expect(second).not.toBe(first);
  expect((await credential()).updated_at).toEqual(world.clock.now);
  expect(await shopName()).toBeTruthy();
});

test('two processes that find the same old token ask the store for one new one', async () => {
  const counted = countingRefreshes(world.context);
  const other = countingRefreshes(world.secondContext());
  world.clock.advance(56 * 60_000);
  const tokens = await Promise.all(
    [counted.context, other.context, counted.context, other.context].map((context) => tokenOf(context)),
  );
  expect(new Set(tokens).size).toBe(1);
  expect(counted.refreshes() + other.refreshes()).toBe(1);
});

test('a token that the store refuses early is renewed once, whoever noticed', async () => {
  const counted = countingRefreshes(world.context);
  await tokenOf(counted.context);
  await world.sandbox.control(`shops/${domain}`, { expireAccessTokens: true });
  const access = await platformAccess(counted.context, shopId);
  await Promise.all([1, 2, 3].map(() => counted.context.platform.shopInfo(access)));
  expect(counted.refreshes()).toBe(1);
});

test('a refresh whose answer is lost is asked again and works', async () => {
  const old = await tokenOf(world.context);
  await world.sandbox.control('faults', {
    target: 'shopify',
    operation: 'access_token',
    kind: 'lose-answer',
    times: 1,
  });
  world.clock.advance(56 * 60_000);
  expect(await tokenOf(world.context)).not.toBe(old);
  expect(await shopName()).toBeTruthy();
});

test('the answer that a killed process never stored does not lock the shop out', async () => {
  const old = await credential();
  world.clock.advance(56 * 60_000);
  await tokenOf(world.context);
  // As if the process had died between the store's answer and the commit.
  await withShop(world.context.db, shopId, (trx) =>
    trx
      .updateTable('shop_credential')
      .set({ ...old, lease_id: 'dead', lease_until: new Date(world.clock.now.getTime() + 90_000) })
      .where('shop_id', '=', shopId)
      .execute(),
  );
  world.clock.advance(91_000);
  const access = await platformAccess(world.secondContext(), shopId);
  expect((await world.context.platform.shopInfo(access)).domain).toBe(domain);
});

test('a token in its last minutes is used on while the store cannot be reached', async () => {
  const token = await tokenOf(world.context);
  await world.sandbox.control('faults', { target: 'shopify', operation: 'access_token', kind: 'error500', times: 3 });
  world.clock.advance(56 * 60_000);
  expect(await tokenOf(world.context)).toBe(token);
  world.clock.advance(20_000);
  expect(await tokenOf(world.context)).not.toBe(token);
});

test('a store that withdrew its access is told so without asking it again, until it is installed anew', async () => {
  await world.sandbox.control(`shops/${domain}`, { revokeTokens: true });
  await expect(shopName()).rejects.toMatchObject({ kind: 'unauthorised' });
  expect((await credential()).refused_at).toEqual(world.clock.now);
  const counted = countingRefreshes(world.context);
  await expect(tokenOf(counted.context)).rejects.toMatchObject({ kind: 'unauthorised' });
  expect(counted.refreshes()).toBe(0);
  expect(await actions()).toContain('shop.access-withdrawn');

  await anInstalledStore(world, { domain });
  expect(await shopName()).toBeTruthy();
});

test('a wrong client secret of ours is not taken for the store’s will', async () => {
  const mistaken = createShopify({
    clientId: world.context.config.shopify.clientId,
    clientSecret: 'a-wrong-secret',
    baseUrl: (shop) => world.context.config.shopify.origin.replace('{shop}', shop),
    now: world.context.clock,
  });
  world.clock.advance(61 * 60_000);
  await expect(tokenOf({ ...world.secondContext(), shopify: mistaken })).rejects.toMatchObject({ kind: 'rejected' });
  expect((await credential()).refused_at).toBeNull();
  expect(await shopName()).toBeTruthy();
});

test('tokens lie encrypted in the database', async () => {
  const token = await tokenOf(world.context);
  const stored = await credential();
  expect(stored.access_token.includes(token)).toBe(false);
  expect(() => world.context.vault.open(stored.access_token, 'shop_credential:000000000000000000000000')).toThrow(
    /authenticate/,
  );
});

test('a shop that was quiet for a month has its tokens renewed, so that they do not lapse', async () => {
  const before = await credential();
  world.clock.advance(31 * 86_400_000);
  await shopJobs.find((job) => job.name === 'shop.renew-idle-access')?.run(world.context);
  expect((await credential()).access_token.equals(before.access_token)).toBe(false);
  world.clock.advance(-31 * 86_400_000);
});

test('name and time zone follow the store', async () => {
  await world.sandbox.control(`shops/${domain}`, { name: 'Chinar Weavers', timezone: 'Asia/Dubai' });
  await shopJobs.find((job) => job.name === 'shop.refresh-info')?.run(world.context);
  const shop = await withShop(world.context.db, shopId, (trx) =>
    trx.selectFrom('shop').select(['name', 'time_zone']).executeTakeFirstOrThrow(),
  );
  expect(shop).toEqual({ name: 'Chinar Weavers', time_zone: 'Asia/Dubai' });
});

async function tokenOf(context: Context): Promise<string> {
  return (await platformAccess(context, shopId)).token();
}

async function shopName(): Promise<string> {
  return (await world.context.platform.shopInfo(await platformAccess(world.context, shopId))).name;
}

function credential() {
  return withShop(world.context.db, shopId, (trx) =>
    trx.selectFrom('shop_credential').selectAll().executeTakeFirstOrThrow(),
  );
}

async function actions(): Promise<string[]> {
  const rows = await withShop(world.context.db, shopId, (trx) =>
    trx.selectFrom('audit_event').select('action').execute(),
  );
  return rows.map((row) => row.action);
}

function countingRefreshes(context: Context): { context: Context; refreshes(): number } {
  let refreshes = 0;
  const refresh: Context['shopify']['refresh'] = (shop, token) => {
    refreshes += 1;
    return context.shopify.refresh(shop, token);
  };
  return { context: { ...context, shopify: { ...context.shopify, refresh } }, refreshes: () => refreshes };
}
