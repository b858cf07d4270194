import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { aBrowser } from '../../testing/browser.ts';
import { aUser } from '../../testing/factories.ts';
import { deliverDueNow, mailsTo } from '../../testing/mails.ts';
import { blockShop } from '../../shop/shops/block-shop.ts';
import { anInstalledStore, mirrorWholeStore, storeOrders } from '../../testing/installed-store.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { shopByDomain } from '../../shop/shops/find-shop.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('a new store installs Courierdesk, its owner becomes ADMIN and lands signed in on the dashboard', async () => {
  const domain = 'first-store.myshopify.com';
  const browser = aBrowser();
  const consent = await browser.open(await linkTo(domain));
  expect(consent.url).toContain('/admin/oauth/authorize');
  const person = await browser.approve(consent);
  expect(person.url).toContain('per-user');
  const login = await browser.approve(person);
  const session = await browser.exchange(login);
  expect(session.body.target).toBe('/dashboard');
  const me = await server.call('GET', 'me', { token: session.body.auth_token ?? '' });
  expect(me.body.data).toMatchObject({ role: 'ADMIN', email: 'owner@first.store', shop: { domain, currency: 'PKR' } });
});

test('the second visit signs a known user in without a consent page', async () => {
  const { domain } = await anInstalledStore(server);
  const browser = aBrowser();
  const first = await browser.approve(await browser.open(await linkTo(domain)));
  expect(new URL(first.url).pathname).toBe('/login');
  const again = await browser.open(await linkTo(domain));
  const session = await browser.exchange(again.url.includes('/login') ? again : await browser.approve(again));
  expect(session.status).toBe(200);
});

test('one order opens its booking form, several of one customer the form that merges them, others a batch', async () => {
  const { domain, shopId } = await anInstalledStore(server);
  const single = await signIn(await linkTo(domain, { ids: '501', kind: 'single' }));
  expect(single.body.target).toBe('/dashboard/order/book?id=501');
  const alone = await signIn(await linkTo(domain, { ids: '501', kind: 'bulk' }));
  expect(alone.body.target).toBe('/dashboard/order/book?id=501');
  const same = await storeOrders(server, domain, { count: 2, phone: '03001112223' });
  const [other] = await storeOrders(server, domain, { phone: '03004445556' });
  await mirrorWholeStore(server, shopId);
  const targetOf = async (ids: (string | undefined)[]) =>
    (await signIn(await linkTo(domain, { ids: ids.join(), kind: 'bulk' }))).body.target;
  const [first, second] = same.map((order) => order.id);
  expect(await targetOf([first, second])).toBe(`/dashboard/merge-orders?ids[]=${first}&ids[]=${second}`);
  expect(await targetOf([first, other?.id])).toBe(`/dashboard/batches/new?ids[]=${first}&ids[]=${other?.id}`);
  expect(await targetOf(['501', '502'])).toBe('/dashboard/batches/new?ids[]=501&ids[]=502');
});

test('staff of the store can sign in only with the verified email of an active user', async () => {
  const { domain, shopId } = await anInstalledStore(server, { domain: 'staffed-store.myshopify.com' });
  const stranger = await endOf(domain, 'staff');
  expect(stranger.status).toBe(403);
  expect(stranger.text).toContain('You don’t have access yet');

  const { userId } = await aUser(server.context, shopId, {
    role: 'USER',
    scopes: ['READ_ORDERS'],
    email: 'Staff@staffed.store',
  });
  const browser = aBrowser();
  const login = await browser.approve(await browser.open(await linkTo(domain)), 'staff');
  const session = await browser.exchange(login);
  const me = await server.call('GET', 'me', { token: session.body.auth_token ?? '' });
  expect(me.body.data).toMatchObject({ id: userId, role: 'USER', access_scopes: ['READ_ORDERS'] });

  await withShop(server.context.db, shopId, (trx) =>
    trx.updateTable('app_user').set({ is_active: false }).where('id', '=', userId).execute(),
  );
  const restricted = await endOf(domain, 'staff');
  expect(restricted.status).toBe(403);
  expect(restricted.text).toContain('Your account is restricted');

  await withShop(server.context.db, shopId, (trx) =>
    trx.updateTable('app_user').set({ off_by_plan: true }).where('id', '=', userId).execute(),
  );
  const inactive = await endOf(domain, 'staff');
  expect(inactive.status).toBe(403);
  expect(inactive.text).toContain('Your account became inactive when the shop’s paid plan ended');
  expect(inactive.text).not.toContain('restricted');
});

test('the owner of a blocked shop reads on a page that it is blocked, until the operator unblocks it', async () => {
  const { domain, shopId } = await anInstalledStore(server, { domain: 'blocked-store.myshopify.com' });
  await blockShop(server.context, shopId, true);
  const refused = await endOf(domain, 'owner');
  expect(refused.status).toBe(403);
  expect(refused.text).toContain('This shop is blocked');
  await blockShop(server.context, shopId, false);
  expect(await tokenOf(domain, 'owner')).not.toBe('');
});

test('a new owner of the store replaces the earlier one, who loses role, sessions and scopes and can be managed', async () => {
  const { domain, shopId } = await anInstalledStore(server, { domain: 'sold-store.myshopify.com' });
  const earlier = await tokenOf(domain, 'owner');
  const staff = await aUser(server.context, shopId, {
    ...{ role: 'USER', scopes: ['READ_ORDERS'], email: 'staff@sold.store' },
    passwordHash: 'known to the earlier owner',
  });
  await server.sandbox.control(`shops/${domain}`, { accountOwner: 'staff@sold.store' });

  const token = await tokenOf(domain, 'staff');
  expect((await server.call('GET', 'me', { token })).body.data).toMatchObject({ role: 'ADMIN' });
  expect((await server.call('GET', 'me', { token: earlier })).status).toBe(401);
  // The earlier owner may have made this account, and know its password.
  expect((await server.call('GET', 'me', { token: staff.token })).status).toBe(401);
  const { password_hash: hash } = await withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('app_user').select('password_hash').where('id', '=', staff.userId).executeTakeFirstOrThrow(),
  );
  expect(hash).toBeNull();
  const { childrenAccounts } = (await server.call('GET', 'get-users?page=1&limit=10', { token })).body;
  const old = childrenAccounts.find((user: { email: string }) => user.email === 'owner@sold.store');
  expect(old).toMatchObject({ role: 'USER', access_scopes: [], is_active: false });
  await deliverDueNow(server);
  const [mail] = await mailsTo(server, 'staff@sold.store');
  expect(mail?.subject).toBe('You are the owner of Sold Store on Courierdesk now');
  expect(mail?.text).toContain('We restricted the earlier owner, Ayesha Siddiqui (owner@sold.store)');
  expect(mail?.text).toContain('A password or two-factor sign-in that you had on Courierdesk no longer works');

  expect((await endOf(domain, 'owner')).text).toContain('Your account is restricted');
  const edited = await server.call('PUT', 'restrict-user', { token, body: { id: old.id } });
  expect(edited.status).toBe(200);
  expect((await server.call('GET', 'me', { token: earlier })).status, 'the sessions of before have ended').toBe(401);
  expect((await server.call('DELETE', `delete-user/${old.id}`, { token })).status).toBe(200);
});

test('a new owner gets their email of the store, unless another user has it', async () => {
  const { domain, shopId } = await anInstalledStore(server, { domain: 'moved-store.myshopify.com' });
  await tokenOf(domain, 'owner');
  const { userId } = await aUser(server.context, shopId, { role: 'USER', email: 'staff@moved.store' });
  await tokenOf(domain, 'staff');
  // As if they had another email in the store when they were linked.
  const nowHas = (email: string) =>
    withShop(server.context.db, shopId, (trx) =>
      trx.updateTable('app_user').set({ email }).where('id', '=', userId).execute(),
    );
  const emailAfterSale = async (): Promise<string> => {
    await server.sandbox.control(`shops/${domain}`, { accountOwner: 'staff@moved.store' });
    const token = await tokenOf(domain, 'staff');
    return (await server.call('GET', 'me', { token })).body.data.email;
  };
  const eventsOf = async (action: string) =>
    withShop(server.context.db, shopId, (trx) =>
      trx
        .selectFrom('audit_event')
        .select('actor_name')
        .where('action', '=', action)
        .where('subject_id', '=', userId)
        .execute(),
    );
  await nowHas('earlier@moved.store');
  expect(await emailAfterSale()).toBe('staff@moved.store');
  expect(await eventsOf('user.email-changed')).toMatchObject([{ actor_name: 'Store' }]);
  await deliverDueNow(server);
  expect((await mailsTo(server, 'staff@moved.store')).map(({ subject }) => subject)).toContain(
    'You are the owner of Moved Store on Courierdesk now',
  );

  await server.sandbox.control(`shops/${domain}`, { accountOwner: 'owner@moved.store' });
  await tokenOf(domain, 'owner');
  await nowHas('earlier@moved.store');
  await aUser(server.context, shopId, { role: 'USER', email: 'Staff@Moved.store' });
  expect(await emailAfterSale()).toBe('earlier@moved.store');
  expect(await eventsOf('user.email-kept')).toMatchObject([{ actor_name: 'Store' }]);
});

test('an owner who gets another email in the store has it here from the next visit', async () => {
  const { domain, shopId } = await anInstalledStore(server, { domain: 'renamed-store.myshopify.com' });
  const before = await tokenOf(domain, 'owner');
  // As if they had another email in the store when they came first.
  const nowHas = (email: string) =>
    withShop(server.context.db, shopId, (trx) => trx.updateTable('app_user').set({ email }).execute());
  await nowHas('left@renamed.store');
  const token = await tokenOf(domain, 'owner');
  expect((await server.call('GET', 'me', { token })).body.data.email).toBe('owner@renamed.store');
  expect((await server.call('GET', 'me', { token: before })).status, 'they are the same person').toBe(200);
  const events = async () =>
    withShop(server.context.db, shopId, async (trx) => {
      const rows = await trx.selectFrom('audit_event').select('action').orderBy('id').execute();
      return rows.flatMap(({ action }) => (/^user\.(linked|email)/.test(action) ? [action] : []));
    });
  const changed = ['user.email-changed'];
  expect(await events()).toEqual(changed);

  await nowHas('left@renamed.store');
  await aUser(server.context, shopId, { role: 'USER', email: 'Owner@Renamed.store' });
  const again = await tokenOf(domain, 'owner');
  expect((await server.call('GET', 'me', { token: again })).body.data.email).toBe('left@renamed.store');
  expect(await events(), 'visits that change nothing are no events').toEqual(changed);
});

test('staff of the store who have the email that the owner had before do not take the place of the owner', async () => {
  const { domain, shopId } = await anInstalledStore(server, { domain: 'handed-store.myshopify.com' });
  const token = await tokenOf(domain, 'owner');
  await withShop(server.context.db, shopId, (trx) =>
    trx.updateTable('app_user').set({ email: 'staff@handed.store' }).execute(),
  );
  expect((await endOf(domain, 'staff')).text).toContain('You don’t have access yet');
  expect((await server.call('GET', 'me', { token })).body.data).toMatchObject({ role: 'ADMIN', is_active: true });

  await server.sandbox.control(`shops/${domain}`, { accountOwner: 'staff@handed.store' });
  const ofNew = await tokenOf(domain, 'staff');
  expect((await server.call('GET', 'me', { token: ofNew })).body.data).toMatchObject({
    role: 'ADMIN',
    is_active: true,
  });
  expect((await server.call('GET', 'me', { token })).status, 'the earlier owner is signed out').toBe(401);
});

test('staff of the store who have the email that another user had before do not get the account of that user', async () => {
  const { domain, shopId } = await anInstalledStore(server, { domain: 'passed-store.myshopify.com' });
  await tokenOf(domain, 'owner');
  const { userId, token } = await aUser(server.context, shopId, {
    role: 'USER',
    scopes: ['READ_ORDERS'],
    email: 'staff@passed.store',
  });
  const linked = () =>
    withShop(server.context.db, shopId, (trx) =>
      trx.selectFrom('app_user').select('platform_user_id').where('id', '=', userId).executeTakeFirstOrThrow(),
    );
  // As if another person of the store had come with this email first.
  await withShop(server.context.db, shopId, (trx) =>
    trx.updateTable('app_user').set({ platform_user_id: 'another' }).where('id', '=', userId).execute(),
  );
  const end = await endOf(domain, 'staff');
  expect(end.status).toBe(403);
  expect(end.text).toContain('Your email belongs to another user');
  expect(await linked()).toEqual({ platform_user_id: 'another' });
  expect((await server.call('GET', 'me', { token })).status).toBe(200);

  await server.sandbox.control(`shops/${domain}`, { accountOwner: 'staff@passed.store' });
  const ofOwner = await tokenOf(domain, 'staff');
  expect((await server.call('GET', 'me', { token: ofOwner })).body.data).toMatchObject({ id: userId, role: 'ADMIN' });
  expect((await server.call('GET', 'me', { token })).status, 'who had the account is signed out').toBe(401);
});

test('the owner who gives the store away loses the role at the next visit, and gets it back with the store', async () => {
  const { domain } = await anInstalledStore(server, { domain: 'lent-store.myshopify.com' });
  const earlier = await tokenOf(domain, 'owner');
  await server.sandbox.control(`shops/${domain}`, { accountOwner: 'staff@lent.store' });
  expect((await endOf(domain, 'owner')).text).toContain('Your account is restricted');
  expect((await server.call('GET', 'me', { token: earlier })).status).toBe(401);

  await server.sandbox.control(`shops/${domain}`, { accountOwner: 'owner@lent.store' });
  const token = await tokenOf(domain, 'owner');
  expect((await server.call('GET', 'me', { token })).body.data).toMatchObject({ role: 'ADMIN', is_active: true });
});

test('an email that the store has not verified signs no user in', async () => {
  const { domain, shopId } = await anInstalledStore(server, { domain: 'unverified-store.myshopify.com' });
  await aUser(server.context, shopId, { role: 'USER', scopes: ['READ_ORDERS'], email: 'nadia@unverified.store' });
  const end = await endOf(domain, 'nadia');
  expect(end.status).toBe(403);
  expect(end.text).toContain('not verified');
});

test('a link that is badly signed, expired or without a store is refused with a page', async () => {
  const link = new URL(await linkTo('first-store.myshopify.com'));
  const forged = new URL(link);
  forged.searchParams.set('shop', 'second-store.myshopify.com');
  for (const url of [forged.href, `${server.url}/shopify/launch`, `${server.url}/shopify/callback?code=1&state=2`]) {
    const page = await aBrowser().open(url);
    expect(page.status).toBe(400);
    expect(page.text).toContain('This link has expired');
  }
  server.clock.advance(5 * 60_000);
  const old = await aBrowser().open(link.href);
  server.clock.advance(-5 * 60_000);
  expect(old.status).toBe(400);
});

test('a sign-in can be finished only once, and only in the browser in which it began', async () => {
  const { domain } = await anInstalledStore(server);
  const victim = aBrowser();
  const attacker = aBrowser();
  const consent = await attacker.open(await linkTo(domain));
  const stolen = await victim.open(consent.url);
  const end = await victim.approve(stolen);
  expect(end.status).toBe(400);
  expect(end.text).toContain('This sign-in has expired');

  const own = await attacker.approve(await attacker.open(await linkTo(domain)));
  // A link to the login page with the attacker's token does not sign the victim in to the attacker's shop.
  expect(await victim.exchange(own)).toMatchObject({ status: 400, body: { errors: [{ code: 'token-expired' }] } });
  expect((await attacker.exchange(own)).status).toBe(200);
  expect((await attacker.exchange(own)).status).toBe(400);
});

test('a state expires after ten minutes', async () => {
  const { domain } = await anInstalledStore(server);
  const browser = aBrowser();
  const consent = await browser.open(await linkTo(domain));
  await server.context.db
    .updateTable('oauth_state')
    .set({ expires_at: new Date(server.clock.now.getTime() - 1) })
    .execute();
  expect((await browser.approve(consent)).text).toContain('This sign-in has expired');
});

test('a store that grants too few scopes sees which are missing, and nothing is installed', async () => {
  const domain = 'narrow-store.myshopify.com';
  const browser = aBrowser();
  const consent = new URL((await browser.open(await linkTo(domain))).url);
  consent.searchParams.set('scope', 'read_orders,write_orders');
  const end = await browser.approve(await browser.open(consent.href));
  expect(end.status).toBe(403);
  expect(end.text).toContain('write_fulfillments');
  expect(await shopByDomain(server.context.db, domain)).toBeUndefined();
});

test('sign-ins from the store are limited by IP address', async () => {
  const limited = await startTestServer({ sandbox: false, rateLimits: true });
  // All visits count in the same minute, even if the test is slow.
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const statuses = await Promise.all(
      Array.from({ length: 310 }, () => aBrowser().open(`${limited.url}/shopify/launch`)),
    );
    expect(statuses.filter((page) => page.status === 429)).toHaveLength(10);
    expect(statuses.find((page) => page.status === 429)?.text).toContain('Too many tries');
  } finally {
    vi.useRealTimers();
    await limited.close();
  }
});

async function linkTo(domain: string, order?: { ids: string; kind: 'single' | 'bulk' }): Promise<string> {
  const links = await server.sandbox.control(`links?shop=${domain}&ids=${order?.ids ?? ''}`);
  const link = Reflect.get(Object(links), order?.kind ?? 'launch');
  if (typeof link !== 'string') throw new Error('the sandbox gave no link');
  return link;
}

async function tokenOf(domain: string, person: string): Promise<string> {
  const browser = aBrowser();
  const login = await browser.approve(await browser.open(await linkTo(domain)), person);
  return (await browser.exchange(login)).body.auth_token ?? '';
}

/** The page where a visit of this person ends. */
async function endOf(domain: string, person: string) {
  const browser = aBrowser();
  return browser.approve(await browser.open(await linkTo(domain)), person);
}

async function signIn(link: string) {
  const browser = aBrowser();
  return browser.exchange(await browser.approve(await browser.open(link)));
}
