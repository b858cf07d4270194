import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aUser } from '../../testing/factories.ts';
import { anInstalledStore, deliverWebhooks, mirrorWholeStore } from '../../testing/installed-store.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let domain: string;
let shopId: string;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  // The sandbox signs with its own clock.
  server.clock.now = new Date();
  ({ domain, shopId } = await anInstalledStore(server));
  ({ token } = await aUser(server.context, shopId));
  await mirrorWholeStore(server, shopId);
});
afterAll(() => server.close());

test('an open store is not closed, and stays open when it is checked', async () => {
  expect(await state()).toMatchObject({ closed: null, waiting: 0 });
  expect(await checked()).toMatchObject({ closed: null });
});

test.each([
  [402, 'frozen'],
  [423, 'locked'],
])('a store that answers %i is %s from the first refused call until it answers again', async (status, as) => {
  const since = server.clock.now.toISOString();
  await change({ settings: { lockedWith: status } });
  await server.call('POST', 'store-orders/refresh', { token });
  expect(await state()).toMatchObject({ closed: { as, since } });
  server.clock.advance(60_000);
  expect(await checked()).toMatchObject({ closed: { as, since } });
  await change({ settings: { lockedWith: null } });
  expect(await checked()).toMatchObject({ closed: null });
  expect((await server.call('POST', 'store-orders/refresh', { token })).status).toBe(200);
});

test('permissions that the merchant takes away close the store until they are returned', async () => {
  await change({ scopes: ['read_orders'] });
  await deliverWebhooks(server);
  expect(await state()).toMatchObject({ closed: { as: 'scopes-missing' } });
  expect(await checked()).toMatchObject({ closed: { as: 'scopes-missing' } });
  await change({ scopes: server.context.platform.askedScopes });
  await deliverWebhooks(server);
  await server.work('store-probes');
  expect(await state()).toMatchObject({ closed: null });
});

test('a late webhook about missing permissions does not keep a store closed that allows everything', async () => {
  await change({ scopes: ['read_orders'] });
  await change({ scopes: server.context.platform.askedScopes });
  await deliverWebhooks(server);
  server.clock.advance(6 * 60_000);
  await server.work('store-probes');
  expect(await state()).toMatchObject({ closed: null });
});

test('after our access was withdrawn, the owner connects the store again in the same browser', async () => {
  await change({ revokeTokens: true });
  await server.call('POST', 'store-orders/refresh', { token });
  expect(await state()).toMatchObject({ closed: { as: 'withdrawn' } });
  expect(await checked()).toMatchObject({ closed: { as: 'withdrawn' } });
  await reconnected();
  expect(await state()).toMatchObject({ closed: null });
});

test('after an uninstall, an owner who signs in sees it and can connect the store again', async () => {
  await change({ uninstall: true });
  await deliverWebhooks(server);
  ({ token } = await aUser(server.context, shopId));
  expect(await state()).toMatchObject({ closed: { as: 'uninstalled', since: server.clock.now.toISOString() } });
  await reconnected();
  expect(await state()).toMatchObject({ closed: null });
});

test('staff see the state, and cannot reconnect the store', async () => {
  const staff = await aUser(server.context, shopId, { role: 'USER', scopes: ['READ_ORDERS'] });
  expect((await server.call('GET', 'store-state', { token: staff.token })).status).toBe(200);
  expect((await server.call('POST', 'store-state/reconnect', { token: staff.token })).status).toBe(403);
});

async function state() {
  return (await server.call('GET', 'store-state', { token })).body.data;
}

async function checked() {
  return (await server.call('POST', 'store-state/check', { token })).body.data;
}

function change(given: Record<string, unknown>) {
  return server.sandbox.control(`shops/${domain}`, given);
}

/** As the browser does that asked for the address. Another browser cannot finish it. */
async function reconnected(): Promise<void> {
  const stolen = await fetch(await backFromConsent({}), { redirect: 'manual' });
  expect(stolen.status).toBe(400);
  const { headers } = await server.call('POST', 'store-state/reconnect', { token });
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const installed = await fetch(await backFromConsent({ cookie }), { redirect: 'manual', headers: { cookie } });
  expect(installed.headers.get('location')).toContain('per-user');
}

async function backFromConsent(headers: Record<string, string>): Promise<string> {
  const { body } = await server.call('POST', 'store-state/reconnect', { token, headers });
  const consent = await fetch(body.authorize_url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ decision: 'approve', person: 'owner' }).toString(),
  });
  return consent.headers.get('location') ?? '';
}
