import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { requestNeededJobs } from '../../base/jobs/request-needed-jobs.ts';
import { createPlatform } from '../../base/create-platform.ts';
import { anInstalledStore } from '../../testing/installed-store.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { closeStore } from './closed-stores.ts';
import { storeDetailWork } from './jobs.ts';
import { platformAccess } from './platform-access.ts';

let server: TestServer;
let domain: string;
let shopId: string;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  // The store has the real time.
  server.clock.now = new Date();
  ({ domain, shopId } = await anInstalledStore(server));
});
afterEach(() => void vi.useRealTimers());
afterAll(() => server.close());

test('a token is used until five minutes before its end and then renewed', async () => {
  const first = await tokenOf(server.context);
  expect(await tokenOf(server.context)).toBe(first);
  server.clock.advance(56 * 60_000);
  const second = await tokenOf(server.context);
  expect(second).not.toBe(first);
  expect((await credential()).updated_at).toEqual(server.clock.now);
  expect(await shopName()).toBe(nameInStore());
});

test('two processes that find the same expired token ask the store for one new one', async () => {
  const counted = countingRefreshes(server.context);
  const other = countingRefreshes(server.secondContext());
  server.clock.advance(61 * 60_000);
  const tokens = await Promise.all(
    [counted.context, other.context, counted.context, other.context].map((context) => tokenOf(context)),
  );
  expect(new Set(tokens).size).toBe(1);
  expect(counted.refreshes() + other.refreshes()).toBe(1);
});

test('a token that the store refuses early is renewed once, even if several calls notice it', async () => {
  const counted = countingRefreshes(server.context);
  await tokenOf(counted.context);
  await server.sandbox.control(`shops/${domain}`, { expireAccessTokens: true });
  const access = await platformAccess(counted.context, shopId);
  await Promise.all([1, 2, 3].map(() => counted.context.platform.shopInfo(access)));
  expect(counted.refreshes()).toBe(1);
});

test('a hundred requests that find an expired token ask the store for one new one', async () => {
  const counted = countingRefreshes(server.context);
  const other = countingRefreshes(server.secondContext());
  server.clock.advance(61 * 60_000);
  const names = await Promise.all(
    Array.from({ length: 100 }, async (_, n) => {
      const { context } = n % 2 === 0 ? counted : other;
      return (await context.platform.shopInfo(await platformAccess(context, shopId))).name;
    }),
  );
  expect(new Set(names)).toEqual(new Set([nameInStore()]));
  expect(counted.refreshes() + other.refreshes()).toBe(1);
});

test('a refresh with a lost answer is repeated and works', async () => {
  const old = await tokenOf(server.context);
  await server.sandbox.control('faults', {
    target: 'shopify',
    operation: 'access_token',
    kind: 'lose-answer',
    times: 1,
  });
  server.clock.advance(56 * 60_000);
  expect(await tokenOf(server.context)).not.toBe(old);
  expect(await shopName()).toBe(nameInStore());
});

test('a process that is killed before it stores new tokens does not lock the shop out', async () => {
  const { shop_id: shopOfTokens, ...old } = await credential();
  server.clock.advance(56 * 60_000);
  await tokenOf(server.context);
  // As if the process died between the store's answer and the commit.
  await withShop(server.context.db, shopId, (trx) =>
    trx
      .updateTable('shop_credential')
      .set({ ...old, lease_id: 'dead', lease_until: new Date(server.clock.now.getTime() + 90_000) })
      .where('shop_id', '=', shopOfTokens)
      .execute(),
  );
  server.clock.advance(91_000);
  const access = await platformAccess(server.secondContext(), shopId);
  expect((await server.context.platform.shopInfo(access)).domain).toBe(domain);
});

test('others wait 25 seconds for a process that was killed while it renewed an expired token', async () => {
  const killed = slowRefresh(server.secondContext());
  // A process that was killed does not extend its lease, and takes no answer.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  server.clock.advance(61 * 60_000);
  void tokenOf(killed.context);
  await killed.asked;
  vi.useRealTimers();
  server.clock.advance(26_000);
  expect(await shopName()).toBe(nameInStore());
});

test('a process that takes long to renew a token keeps others from renewing it too', async () => {
  const slow = slowRefresh(server.secondContext());
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  server.clock.advance(61 * 60_000);
  const renewed = tokenOf(slow.context);
  await slow.asked;
  for (let times = 0; times < 3; times += 1) {
    server.clock.advance(20_000);
    vi.advanceTimersByTime(5_000);
    const until = new Date(server.clock.now.getTime() + 25_000);
    await expect.poll(async () => (await credential()).lease_until).toEqual(until);
  }
  slow.answer();
  vi.useRealTimers();
  expect(await tokenOf(server.context)).toBe(await renewed);
});

test('nobody waits for a process that was killed while it renewed a token that still works', async () => {
  const token = await tokenOf(server.context);
  await withShop(server.context.db, shopId, (trx) =>
    trx
      .updateTable('shop_credential')
      .set({ lease_id: 'dead', lease_until: new Date(server.clock.now.getTime() + 57 * 60_000) })
      .where('shop_id', '=', shopId)
      .execute(),
  );
  server.clock.advance(56 * 60_000);
  expect(await tokenOf(server.context)).toBe(token);
  server.clock.advance(2 * 60_000);
  expect(await tokenOf(server.context)).not.toBe(token);
});

test('a token in its last minutes is still used while the store does not respond', async () => {
  const token = await tokenOf(server.context);
  await server.sandbox.control('faults', { target: 'shopify', operation: 'access_token', kind: 'error500', times: 3 });
  server.clock.advance(56 * 60_000);
  expect(await tokenOf(server.context)).toBe(token);
  server.clock.advance(20_000);
  expect(await tokenOf(server.context)).not.toBe(token);
});

test('after a store withdrew our access, calls fail without asking it, until the app is installed again', async () => {
  await server.sandbox.control(`shops/${domain}`, { revokeTokens: true });
  await expect(shopName()).rejects.toMatchObject({ kind: 'unauthorised' });
  expect((await credential()).closed_at).toEqual(server.clock.now);
  const counted = countingRefreshes(server.context);
  await expect(tokenOf(counted.context)).rejects.toMatchObject({ kind: 'unauthorised' });
  expect(counted.refreshes()).toBe(0);
  expect(await actions()).toContain('shop.access-withdrawn');

  await anInstalledStore(server, { domain });
  expect(await shopName()).toBe(nameInStore());
});

test.each([402, 423])('a store that answers %i while we renew a token keeps our access', async (lockedWith) => {
  await tokenOf(server.context);
  await server.sandbox.control(`shops/${domain}`, { settings: { lockedWith } });
  server.clock.advance(61 * 60_000);
  await expect(tokenOf(server.context)).rejects.toMatchObject({ kind: 'unavailable' });
  expect((await credential()).closed_as).not.toBe('withdrawn');
  await server.sandbox.control(`shops/${domain}`, { settings: { lockedWith: null } });
  server.clock.advance(6 * 60_000);
  await server.work('store-probes');
  expect(await shopName()).toBe(nameInStore());
});

test('a wrong client secret of ours does not count as withdrawn access, and is tried again', async () => {
  const { shopify } = server.context.config;
  const mistaken = createPlatform({ shopify: { ...shopify, clientSecret: 'a-wrong-secret' } }, server.context);
  server.clock.advance(61 * 60_000);
  await expect(tokenOf({ ...server.secondContext(), platform: mistaken })).rejects.toMatchObject({
    kind: 'unavailable',
  });
  expect((await credential()).closed_as).not.toBe('withdrawn');
  expect(await shopName()).toBe(nameInStore());
});

test('tokens are encrypted in the database', async () => {
  const token = await tokenOf(server.context);
  const stored = await credential();
  expect(stored.access_token.includes(token)).toBe(false);
  expect(() => server.context.vault.open(stored.access_token, 'shop_credential:000000000000000000000000')).toThrow(
    /authenticate/,
  );
});

test('the tokens of a shop without activity are renewed each night, so that they do not expire', async () => {
  const before = await credential();
  await aNightPasses();
  const between = await credential();
  expect(between.access_token.equals(before.access_token)).toBe(false);
  await aNightPasses();
  expect((await credential()).access_token.equals(between.access_token)).toBe(false);
});

test('name and time zone are updated from the store at night', async () => {
  await server.sandbox.control(`shops/${domain}`, { name: 'Chinar Weavers', timezone: 'Asia/Dubai' });
  await aNightPasses();
  const shop = await withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('shop').select(['name', 'time_zone']).where('id', '=', shopId).executeTakeFirstOrThrow(),
  );
  expect(shop).toEqual({ name: 'Chinar Weavers', time_zone: 'Asia/Dubai' });
});

test('a store that is out of reach at night is asked again in the next one', async () => {
  await server.sandbox.control(`shops/${domain}`, { name: 'Chinar Weavers' });
  await server.sandbox.control('faults', { target: 'shopify', kind: 'down' });
  await aNightPasses();
  await server.sandbox.control('faults', { clear: true });
  expect(await storedName()).toBe(nameInStore());
  await aNightPasses();
  expect(await storedName()).toBe('Chinar Weavers');
});

test('the details of a closed store are not asked for at night', async () => {
  await aNightPasses();
  await closeStore(server.context, shopId, 'frozen');
  await aNightPasses();
  const { rows } = await server.context.pool.query(
    `select from pgboss.job where name = 'store-details' and singleton_key = $1 and state < 'completed'`,
    [shopId],
  );
  expect(rows).toHaveLength(0);
});

async function storedName(): Promise<string> {
  const { name } = await withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('shop').select('name').where('id', '=', shopId).executeTakeFirstOrThrow(),
  );
  return name;
}

async function aNightPasses(): Promise<void> {
  await requestNeededJobs(server.context, [storeDetailWork]);
  server.clock.advance(86_400_000);
  await server.work('store-details');
}

async function tokenOf(context: Context): Promise<string> {
  return (await platformAccess(context, shopId)).token();
}

async function shopName(): Promise<string> {
  return (await server.context.platform.shopInfo(await platformAccess(server.context, shopId))).name;
}

/** The sandbox names a store after its domain. */
const nameInStore = (): string => domain.replace('shop-', 'Shop ').replace('.myshopify.com', '');

function credential() {
  return withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('shop_credential').selectAll().executeTakeFirstOrThrow(),
  );
}

async function actions(): Promise<string[]> {
  const rows = await withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('audit_event').select('action').execute(),
  );
  return rows.map((row) => row.action);
}

/** A process that gets no answer to its renewal before `answer` is called. */
function slowRefresh(context: Context): { context: Context; asked: Promise<void>; answer(): void } {
  let answer = (): void => undefined;
  let ask = (): void => undefined;
  const answered = new Promise<void>((resolve) => void (answer = resolve));
  const asked = new Promise<void>((resolve) => void (ask = resolve));
  const refreshGrant: Context['platform']['refreshGrant'] = async (shop, token) => {
    ask();
    await answered;
    return context.platform.refreshGrant(shop, token);
  };
  return { context: { ...context, platform: { ...context.platform, refreshGrant } }, asked, answer: () => answer() };
}

function countingRefreshes(context: Context): { context: Context; refreshes(): number } {
  let refreshes = 0;
  const refreshGrant: Context['platform']['refreshGrant'] = (shop, token) => {
    refreshes += 1;
    return context.platform.refreshGrant(shop, token);
  };
  return { context: { ...context, platform: { ...context.platform, refreshGrant } }, refreshes: () => refreshes };
}
