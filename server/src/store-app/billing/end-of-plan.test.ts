import { afterAll, beforeAll, expect, test } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { aShipment } from '../../testing/a-shipment.ts';
import { activeOf, aSubscribedShop, payInStore, type SubscribedShop } from '../../testing/subscribed-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const planOf = async ({ owner }: SubscribedShop) =>
  (await server.call('GET', 'check-subscription', { token: owner.token })).body;

async function cancel(shop: SubscribedShop): Promise<void> {
  const { planId, plan } = await planOf(shop);
  const { status } = await server.call('POST', 'cancel-subscription', {
    token: shop.owner.token,
    body: { id: planId, name: plan },
  });
  expect(status).toBe(200);
}

async function subscribeWithBothTicks(shop: SubscribedShop): Promise<void> {
  const asked = await server.call('POST', 'subscribe?users=true&accounts=true', {
    token: shop.owner.token,
    body: { plan: 'YEARLY' },
  });
  const decision = new URLSearchParams({ decision: 'approve' });
  const { headers } = await fetch(asked.body.confirmationUrl, { method: 'POST', redirect: 'manual', body: decision });
  const { pathname, search } = new URL(headers.get('location') ?? '');
  await server.call('GET', pathname + search);
}

const restrict = (shop: SubscribedShop, id: string) =>
  server.call('PUT', 'restrict-user', { token: shop.owner.token, body: { id } });

const accountOf = async (shop: SubscribedShop) =>
  (await server.call('GET', `get-edit-account/${shop.otherAccount}`, { token: shop.owner.token })).body.account;

async function switchAccount(shop: SubscribedShop, id: string, inactive: boolean): Promise<void> {
  const { account } = (await server.call('GET', `get-edit-account/${id}`, { token: shop.owner.token })).body;
  const body = { id, account_name: account.name, in_active: inactive, revision: account.revision };
  expect((await server.call('PUT', 'update-account', { token: shop.owner.token, body })).status).toBe(200);
}

test('a new plan with both ticks leaves off whom and what a person has switched off', async () => {
  const shop = await aSubscribedShop(server);
  const [dismissed, other] = shop.staff.map(({ userId }) => userId);
  await restrict(shop, dismissed ?? '');
  await switchAccount(shop, shop.otherAccount, true);
  await cancel(shop);
  await subscribeWithBothTicks(shop);
  expect(await activeOf(server, shop.shopId)).toEqual({
    users: [shop.owner.userId, other].toSorted(),
    accounts: [shop.defaultAccount],
  });
});

test('a change between paid plans with both ticks lets no restricted user in', async () => {
  const shop = await aSubscribedShop(server);
  await restrict(shop, shop.staff[0]?.userId ?? '');
  await subscribeWithBothTicks(shop);
  expect((await activeOf(server, shop.shopId)).users).toHaveLength(2);
});

test('a person who switches a user on and off again after the plan has ended decides for the next plan too', async () => {
  const shop = await aSubscribedShop(server);
  const [first] = shop.staff;
  await cancel(shop);
  await restrict(shop, first?.userId ?? '');
  await restrict(shop, first?.userId ?? '');
  expect(await accountOf(shop)).toMatchObject({ in_active: true, off_by_plan: true });
  await switchAccount(shop, shop.otherAccount, false);
  await switchAccount(shop, shop.otherAccount, true);
  expect(await accountOf(shop)).toMatchObject({ in_active: true, off_by_plan: false });
  await subscribeWithBothTicks(shop);
  const { users, accounts } = await activeOf(server, shop.shopId);
  expect(users).not.toContain(first?.userId);
  expect({ users: users.length, accounts }).toEqual({ users: 2, accounts: [shop.defaultAccount] });
});

test('an account that someone keeps inactive after the plan has ended stays so with the next plan', async () => {
  const shop = await aSubscribedShop(server);
  await cancel(shop);
  const { id, name, revision } = await accountOf(shop);
  const body = { id, account_name: name, off_by_plan: false, revision };
  expect((await server.call('PUT', 'update-account', { token: shop.owner.token, body })).status).toBe(200);
  expect(await accountOf(shop)).toMatchObject({ in_active: true, off_by_plan: false });
  await subscribeWithBothTicks(shop);
  expect((await activeOf(server, shop.shopId)).accounts).toEqual([shop.defaultAccount]);
  const { body: log } = await server.call('GET', 'audit-events?page=1&limit=50', { token: shop.owner.token });
  expect(log.data.map(({ sentence }: { sentence: string }) => sentence)).toContain(
    `edited the courier account ${name}: activation by the next plan`,
  );
});

test('without a default account the most used one stays active, and the plans page names it', async () => {
  const shop = await aSubscribedShop(server);
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx.updateTable('courier_account').set({ is_default: false }).execute(),
  );
  await aShipment(server.context, shop.shopId, { accountId: shop.otherAccount, company: 'POSTEX' });
  const { accounts } = (await server.call('GET', 'get-accounts', { token: shop.owner.token })).body;
  const used = accounts.find((account: { id: string }) => account.id === shop.otherAccount);
  expect((await planOf(shop)).keptAccount).toBe(used.name);
  const staff = await server.call('GET', 'check-subscription', { token: shop.staff[0]?.token ?? '' });
  expect(staff.body.keptAccount).toBeNull();

  await cancel(shop);
  expect((await activeOf(server, shop.shopId)).accounts).toEqual([shop.otherAccount]);
  expect((await planOf(shop)).keptAccount).toBeNull();
  await payInStore(server, shop, 'MONTHLY');
  expect((await activeOf(server, shop.shopId)).accounts).toEqual([shop.otherAccount]);
});

test('a shop whose store withdrew access and never reported the uninstall leaves its paid plan after a week', async () => {
  const shop = await aSubscribedShop(server);
  await server.sandbox.control(`shops/${shop.domain}`, { revokeTokens: true });
  const planNow = () =>
    withShop(server.context.db, shop.shopId, (trx) =>
      trx.selectFrom('subscription').select('plan').executeTakeFirstOrThrow(),
    );
  const daysPass = async (days: number): Promise<void> => {
    for (let day = 0; day < days; day += 1) {
      server.clock.advance(86_400_000 + 60_000);
      await server.work('subscriptions');
    }
  };
  await daysPass(4);
  expect(await planNow()).toEqual({ plan: 'MONTHLY' });
  await daysPass(4);
  expect(await planNow()).toEqual({ plan: 'FREE' });
});
