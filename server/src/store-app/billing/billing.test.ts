import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { acrossShops, withShop } from '../../base/db/tenancy.ts';
import { aUser } from '../../testing/factories.ts';
import { deliverWebhooks } from '../../testing/installed-store.ts';
import { activeOf, aSubscribedShop, changeInStore, type SubscribedShop } from '../../testing/subscribed-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { compareWithStore } from './compare-with-store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
/** Some tests move our clock, and the store counts from the real time. */
beforeEach(() => {
  server.clock.now = new Date();
});
afterEach(() => server.sandbox.control('faults', { clear: true }));
afterAll(() => server?.close());

const planOf = async ({ owner }: SubscribedShop) =>
  (await server.call('GET', 'check-subscription', { token: owner.token })).body;

const subscribe = ({ owner }: SubscribedShop, plan: string, ticks = '') =>
  server.call('POST', `subscribe${ticks}`, { token: owner.token, body: { plan } });

async function cancel(shop: SubscribedShop, body: object = {}) {
  const { planId, plan } = await planOf(shop);
  return server.call('POST', 'cancel-subscription', {
    token: shop.owner.token,
    body: { id: planId, name: plan, ...body },
  });
}

/** What the owner does on the store's page. Returns where it sends them. */
async function decide(confirmationUrl: string, decision: 'approve' | 'decline'): Promise<string> {
  const answer = await fetch(confirmationUrl, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ decision }),
  });
  return answer.headers.get('location') ?? '';
}

/** Visits our own address as the store's redirect does. Returns where we send the owner. */
async function follow(address: string): Promise<string | null> {
  const { pathname, search } = new URL(address);
  return (await server.call('GET', pathname + search)).headers.get('location');
}

async function returnAddressOf(shop: SubscribedShop, plan = 'MONTHLY'): Promise<string> {
  const { confirmationUrl } = (await subscribe(shop, plan)).body;
  const page = await fetch(confirmationUrl);
  expect(await page.text()).toContain('Approve subscription');
  const [newest] = (await storedInStore(shop)).toReversed();
  return newest?.returnUrl ?? '';
}

async function storedInStore({ domain }: SubscribedShop) {
  const answer = await fetch(`${server.sandbox.url}/_control/shops/${domain}/subscriptions`);
  const { subscriptions }: { subscriptions: { status: string; test: boolean; returnUrl: string; name: string }[] } =
    JSON.parse(await answer.text());
  return subscriptions;
}

const eventsOf = ({ shopId }: SubscribedShop) =>
  acrossShops(server.context.db, (trx) =>
    trx
      .selectFrom('audit_event')
      .select(['action', 'actor_name', 'detail'])
      .where('shop_id', '=', shopId)
      .where('action', 'like', 'subscription.%')
      .orderBy('id')
      .execute(),
  );

const mailsOf = ({ shopId }: SubscribedShop) =>
  withShop(server.context.db, shopId, (trx) => trx.selectFrom('mail').selectAll().orderBy('id').execute());

const plansPage = () => `${server.context.config.publicUrl}/dashboard/plans`;

test('a plan starts when the owner has approved it in the store, and names the subscriber', async () => {
  const shop = await aSubscribedShop(server, { plan: 'FREE' });
  const { status, body } = await subscribe(shop, 'MONTHLY');
  expect(status).toBe(200);
  expect(await planOf(shop)).toMatchObject({ plan: 'FREE', subscribed: false, planId: null });

  expect(await follow(await decide(body.confirmationUrl, 'approve'))).toBe(`${plansPage()}?success=true`);
  const paid = await planOf(shop);
  expect(paid).toMatchObject({ plan: 'MONTHLY', subscribed: true, limit: null, frozenPlan: null });
  expect(paid.planId).toMatch(/^gid:\/\/shopify\/AppSubscription\/\d+$/);
  expect(paid.subscriber).toMatch(/^Test User/);
  const days = (new Date(paid.expiry).getTime() - server.clock.now.getTime()) / 86_400_000;
  expect(Math.round(days)).toBe(30);
  expect((await eventsOf(shop)).map(({ action }) => action)).toEqual([
    'subscription.requested',
    'subscription.started',
  ]);
});

test('nothing is active again unless it was ticked', async () => {
  const shop = await aSubscribedShop(server);
  await cancel(shop);
  await decide((await subscribe(shop, 'YEARLY')).body.confirmationUrl, 'approve');
  await deliverWebhooks(server);
  expect((await planOf(shop)).plan).toBe('YEARLY');
  expect(await activeOf(server, shop.shopId)).toEqual({ users: [shop.owner.userId], accounts: [shop.defaultAccount] });
});

test('ticked users and accounts are active again only when the store has confirmed the plan', async () => {
  const shop = await aSubscribedShop(server);
  await cancel(shop);
  const { body } = await subscribe(shop, 'YEARLY', '?users=true&accounts=true');
  expect((await activeOf(server, shop.shopId)).users).toEqual([shop.owner.userId]);
  await follow(await decide(body.confirmationUrl, 'approve'));
  const { users, accounts } = await activeOf(server, shop.shopId);
  expect(users).toHaveLength(3);
  expect(accounts.toSorted()).toEqual([shop.defaultAccount, shop.otherAccount].toSorted());
});

test('one tick activates users or accounts, not both', async () => {
  const shop = await aSubscribedShop(server);
  await cancel(shop);
  const { body } = await subscribe(shop, 'MONTHLY', '?users=false&accounts=true');
  await follow(await decide(body.confirmationUrl, 'approve'));
  const { users, accounts } = await activeOf(server, shop.shopId);
  expect({ users: users.length, accounts: accounts.length }).toEqual({ users: 1, accounts: 2 });
});

test('coming back from the store proves nothing', async () => {
  const shop = await aSubscribedShop(server, { plan: 'FREE' });
  const address = await returnAddressOf(shop);
  expect(await follow(`${address}&charge_id=1&success=true`)).toBe(`${plansPage()}?success=pending&plan=MONTHLY`);
  expect((await planOf(shop)).plan).toBe('FREE');
  const forged = address.replace(/reference=.*/, `reference=${shop.shopId}.${'A'.repeat(43)}`);
  expect(await follow(forged)).toBe(plansPage());
  expect(await follow(address.replace(/\?.*/, ''))).toBe(plansPage());
});

test('a declined plan and one that nobody approved in two days change nothing', async () => {
  const shop = await aSubscribedShop(server, { plan: 'FREE' });
  const address = await returnAddressOf(shop);
  await changeInStore(server, shop.domain, { change: 'decline' });
  expect(await follow(address)).toBe(`${plansPage()}?success=false`);
  const second = await returnAddressOf(shop, 'YEARLY');
  await changeInStore(server, shop.domain, { change: 'expire' });
  await deliverWebhooks(server);
  expect(await follow(second)).toBe(`${plansPage()}?success=false`);
  expect((await planOf(shop)).plan).toBe('FREE');
});

test('the webhook starts the plan when the owner closes the window after the approval', async () => {
  const shop = await aSubscribedShop(server, { plan: 'FREE' });
  await decide((await subscribe(shop, 'MONTHLY')).body.confirmationUrl, 'approve');
  expect((await planOf(shop)).plan).toBe('FREE');
  await deliverWebhooks(server);
  expect((await planOf(shop)).plan).toBe('MONTHLY');
});

test('without any webhook the worker finds the new plan, and later its end', async () => {
  const shop = await aSubscribedShop(server, { plan: 'FREE' });
  await server.sandbox.control('faults', { target: 'webhooks', kind: 'drop-before' });
  await decide((await subscribe(shop, 'MONTHLY')).body.confirmationUrl, 'approve');
  await server.work('subscriptions');
  server.clock.advance(16 * 60_000);
  await server.work('subscriptions');
  expect((await planOf(shop)).plan).toBe('MONTHLY');

  await changeInStore(server, shop.domain, { change: 'cancel' });
  await server.work('subscriptions');
  expect((await planOf(shop)).plan).toBe('MONTHLY');
  server.clock.advance(25 * 3_600_000);
  await server.work('subscriptions');
  expect((await planOf(shop)).plan).toBe('FREE');
});

test('opening the dashboard is enough to notice a plan that has ended', async () => {
  const shop = await aSubscribedShop(server);
  await server.sandbox.control('faults', { target: 'webhooks', kind: 'drop-before' });
  await changeInStore(server, shop.domain, { change: 'cancel' });
  server.clock.advance(61 * 60_000);
  await planOf(shop);
  await server.work('subscriptions');
  expect((await planOf(shop)).plan).toBe('FREE');
});

test('a change from monthly to yearly replaces the subscription without passing through FREE', async () => {
  const shop = await aSubscribedShop(server);
  const { status, body } = await subscribe(shop, 'MONTHLY');
  expect({ status, code: body.errors[0].code }).toEqual({ status: 409, code: 'conflict' });
  const change = await subscribe(shop, 'YEARLY');
  await decide(change.body.confirmationUrl, 'approve');
  await deliverWebhooks(server);
  expect((await planOf(shop)).plan).toBe('YEARLY');
  expect((await storedInStore(shop)).map((one) => one.status)).toEqual(['CANCELLED', 'ACTIVE']);
  expect((await activeOf(server, shop.shopId)).users).toHaveLength(3);
  expect((await eventsOf(shop)).map(({ action }) => action)).not.toContain('subscription.ended');
});

test('cancelling deactivates all but the owner and the default account, ends sessions, and tells the owner and them', async () => {
  const shop = await aSubscribedShop(server);
  const { status, body } = await cancel(shop);
  expect({ status, message: body.message }).toEqual({ status: 200, message: 'Subscription cancelled' });
  expect(await planOf(shop)).toMatchObject({ plan: 'FREE', planId: null, expiry: null, subscriber: null, limit: 5000 });
  expect(await activeOf(server, shop.shopId)).toEqual({ users: [shop.owner.userId], accounts: [shop.defaultAccount] });
  for (const { token } of shop.staff) {
    const { status: refused, body: why } = await server.call('GET', 'me', { token });
    expect({ refused, errors: why.errors }).toEqual({
      refused: 401,
      errors: [{ code: 'unauthorised', msg: 'Unauthorized', detail: { reason: 'plan-ended' } }],
    });
  }
  expect((await storedInStore(shop)).map((one) => one.status)).toEqual(['CANCELLED']);
  const [mail, ...toStaff] = await mailsOf(shop);
  expect(mail).toMatchObject({ kind: 'plan-ended', recipient: shop.owner.email });
  expect(toStaff).toHaveLength(2);
  for (const { kind, text } of toStaff) {
    expect(kind).toBe('user-deactivated');
    expect(text).toContain('The Monthly plan was cancelled. With it, your account at');
  }
  expect(mail?.text).toContain('The Monthly plan was cancelled.');
  expect(mail?.text).toContain('We deactivated 2 user accounts and 1 courier account.');
  const ended = (await eventsOf(shop)).find(({ action }) => action === 'subscription.ended');
  expect(ended).toMatchObject({ detail: { plan: 'MONTHLY', why: 'cancelled' } });
  expect(ended?.actor_name).toMatch(/^Test User/);

  await deliverWebhooks(server);
  await compareWithStore(server.context, shop.shopId);
  expect(await mailsOf(shop)).toHaveLength(3);
});

test('only the plan that the owner saw is cancelled', async () => {
  const shop = await aSubscribedShop(server);
  expect((await cancel(shop, { name: 'YEARLY' })).status).toBe(409);
  expect((await cancel(shop, { id: 'gid://shopify/AppSubscription/1' })).status).toBe(409);
  const other = await aSubscribedShop(server);
  expect((await cancel(shop, { id: (await planOf(other)).planId })).status).toBe(409);
  expect((await planOf(other)).plan).toBe('MONTHLY');
  expect((await planOf(shop)).plan).toBe('MONTHLY');
});

test('two cancellations at once end the plan once', async () => {
  const shop = await aSubscribedShop(server);
  const seen = await planOf(shop);
  const plan = { id: seen.planId, name: seen.plan };
  const comparing = compareWithStore(server.context, shop.shopId);
  const answers = await Promise.all([cancel(shop, plan), cancel(shop, plan)]);
  await comparing;
  for (const { status } of answers) expect([200, 409]).toContain(status);
  expect((await planOf(shop)).plan).toBe('FREE');
  expect((await mailsOf(shop)).filter(({ kind }) => kind === 'plan-ended')).toHaveLength(1);
});

test('a cancellation whose answer was lost is looked up', async () => {
  const shop = await aSubscribedShop(server);
  await server.sandbox.control('faults', {
    target: 'shopify',
    operation: 'appSubscriptionCancel',
    kind: 'lose-answer',
    times: 1,
  });
  expect((await cancel(shop)).status).toBe(200);
  expect((await planOf(shop)).plan).toBe('FREE');
});

test('while the store does not respond, a plan is neither requested nor cancelled', async () => {
  const shop = await aSubscribedShop(server);
  await server.sandbox.control('faults', { target: 'shopify', kind: 'error500' });
  expect((await cancel(shop)).body.errors[0].code).toBe('store-unavailable');
  expect((await subscribe(shop, 'YEARLY')).body.errors[0].code).toBe('store-unavailable');
  await server.sandbox.control('faults', { clear: true });
  expect((await planOf(shop)).plan).toBe('MONTHLY');
  expect((await activeOf(server, shop.shopId)).users).toHaveLength(3);
});

test('a plan that the store ends moves the shop to FREE', async () => {
  const shop = await aSubscribedShop(server, { plan: 'YEARLY' });
  await changeInStore(server, shop.domain, { change: 'cancel' });
  await deliverWebhooks(server);
  expect((await planOf(shop)).plan).toBe('FREE');
  expect((await mailsOf(shop))[0]?.text).toContain('Shopify ended the subscription to the Yearly plan.');
});

test('a frozen plan pauses what is paid for and deactivates nobody, until the bill is paid', async () => {
  const shop = await aSubscribedShop(server);
  await changeInStore(server, shop.domain, { change: 'freeze' });
  await deliverWebhooks(server);
  expect(await planOf(shop)).toMatchObject({ plan: 'FREE', subscribed: false, frozenPlan: 'MONTHLY', limit: 5000 });
  expect((await activeOf(server, shop.shopId)).users).toHaveLength(3);
  const { body } = await server.call('GET', 'get-qr-code', { token: shop.owner.token });
  expect(body.plan_limit_error).toBe(true);
  expect(body.errors[0].msg, 'not to upgrade').toContain('paused the Monthly plan because of an unpaid Shopify bill');
  const again = await subscribe(shop, 'MONTHLY');
  expect(again.status, 'a second subscription does not pay the bill').toBe(409);
  expect(again.body.errors[0].msg).toContain('paused the Monthly plan because of an unpaid Shopify bill');
  expect((await mailsOf(shop))[0]).toMatchObject({ kind: 'plan-frozen', recipient: shop.owner.email });

  await changeInStore(server, shop.domain, { change: 'unfreeze' });
  await deliverWebhooks(server);
  expect(await planOf(shop)).toMatchObject({ plan: 'MONTHLY', subscribed: true, frozenPlan: null });
  expect((await server.call('GET', 'get-qr-code', { token: shop.owner.token })).status).toBe(200);
});

test('a frozen plan can be cancelled', async () => {
  const shop = await aSubscribedShop(server);
  await changeInStore(server, shop.domain, { change: 'freeze' });
  await compareWithStore(server.context, shop.shopId);
  expect((await cancel(shop, { name: 'MONTHLY' })).status).toBe(200);
  expect(await planOf(shop)).toMatchObject({ plan: 'FREE', frozenPlan: null, planId: null });
  expect((await activeOf(server, shop.shopId)).users).toEqual([shop.owner.userId]);
});

test('a development store gets test charges, which end when it goes live', async () => {
  const shop = await aSubscribedShop(server, { plan: 'FREE' });
  await follow(await decide((await subscribe(shop, 'MONTHLY')).body.confirmationUrl, 'approve'));
  expect((await storedInStore(shop))[0]).toMatchObject({ test: true, name: 'Courierdesk Monthly' });
  expect((await planOf(shop)).plan).toBe('MONTHLY');

  await server.sandbox.control(`shops/${shop.domain}`, { settings: { partnerDevelopment: false } });
  await compareWithStore(server.context, shop.shopId);
  expect((await planOf(shop)).plan).toBe('FREE');
  await subscribe(shop, 'YEARLY');
  expect((await storedInStore(shop))[1]).toMatchObject({ test: false });
});

test('the store’s refusal of a subscription reaches the owner in its own words', async () => {
  const shop = await aSubscribedShop(server, { plan: 'FREE' });
  await server.sandbox.control(`shops/${shop.domain}`, { settings: { distribution: 'custom' } });
  const { status, body } = await subscribe(shop, 'MONTHLY');
  expect(status).toBe(409);
  expect(body.errors[0].msg).toBe('Shopify refused: Custom apps cannot use the Billing API');
});

test('FREE and unknown plans cannot be subscribed to', async () => {
  const shop = await aSubscribedShop(server, { plan: 'FREE' });
  for (const plan of ['FREE', 'WEEKLY', undefined]) {
    const { status, body } = await server.call('POST', 'subscribe', { token: shop.owner.token, body: { plan } });
    expect({ status, field: body.errors[0].field }).toEqual({ status: 400, field: 'plan' });
  }
});

test('an uninstalled app has no plan', async () => {
  const shop = await aSubscribedShop(server);
  await server.sandbox.control(`shops/${shop.domain}`, { uninstall: true });
  await deliverWebhooks(server);
  const row = await withShop(server.context.db, shop.shopId, (trx) =>
    trx.selectFrom('subscription').selectAll().executeTakeFirstOrThrow(),
  );
  expect(row).toMatchObject({ plan: 'FREE', plan_id: null });
  expect((await activeOf(server, shop.shopId)).users).toEqual([shop.owner.userId]);
  expect((await mailsOf(shop))[0]?.text).toContain('Courierdesk was uninstalled');
});

test('an answer of the store that is older than the last comparison is not used', async () => {
  const shop = await aSubscribedShop(server, { plan: 'FREE' });
  const address = await returnAddressOf(shop);
  const { platform } = server.context;
  let read: () => void = () => undefined;
  const wasRead = new Promise<void>((resolve) => (read = resolve));
  let answer: () => void = () => undefined;
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
  const slow = compareWithStore(
    {
      ...server.context,
      platform: {
        ...platform,
        billing: async (access, ids) => {
          const old = await platform.billing(access, ids);
          read();
          await mayAnswer;
          return old;
        },
      },
    },
    shop.shopId,
  );
  await wasRead;
  await changeInStore(server, shop.domain, { change: 'approve' });
  expect(await follow(address)).toBe(`${plansPage()}?success=true`);
  answer();
  await slow;
  expect((await planOf(shop)).plan).toBe('MONTHLY');
});

test('a plan that we gave away ends with its time', async () => {
  const shop = await aSubscribedShop(server, { plan: 'FREE' });
  const until = new Date(server.clock.now.getTime() + 3_600_000);
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .updateTable('subscription')
      .set({ plan: 'YEARLY', expires_at: until, next_check_at: server.clock.now })
      .execute(),
  );
  await server.work('subscriptions');
  expect(await planOf(shop)).toMatchObject({ plan: 'YEARLY', planId: null, expiry: until.toISOString() });
  server.clock.advance(25 * 3_600_000);
  await server.work('subscriptions');
  expect((await planOf(shop)).plan).toBe('FREE');
  expect((await activeOf(server, shop.shopId)).users).toEqual([shop.owner.userId]);
});

test('everybody in the shop sees the plan, and only the owner changes it', async () => {
  const shop = await aSubscribedShop(server);
  const { token } = await aUser(server.context, shop.shopId, { role: 'USER', scopes: ['READ_ORDERS'] });
  expect((await server.call('GET', 'check-subscription', { token })).body.plan).toBe('MONTHLY');
  expect((await server.call('POST', 'subscribe', { token, body: { plan: 'YEARLY' } })).status).toBe(403);
  const { planId } = await planOf(shop);
  const body = { id: planId, name: 'MONTHLY' };
  expect((await server.call('POST', 'cancel-subscription', { token, body })).status).toBe(403);
});
