import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { acrossShops } from '../../base/db/tenancy.ts';
import { aBrowser } from '../../testing/browser.ts';
import { aUser } from '../../testing/factories.ts';
import { anInstalledStore, deliverWebhooks, mirrorWholeStore, storeOrders } from '../../testing/installed-store.ts';
import { newId } from '../../base/db/ids.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let domain: string;
let shopId: string;
let token: string;
let newDomain: string;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  // The sandbox signs with its own clock.
  server.clock.now = new Date();
  ({ domain, shopId } = await anInstalledStore(server));
  ({ token } = await aUser(server.context, shopId));
  await storeOrders(server, domain, { count: 2 });
  await mirrorWholeStore(server, shopId);
  newDomain = `renamed-${newId()}.myshopify.com`;
});
afterAll(() => server?.close());

test('a store that gets another name and domain keeps its shop, and the dashboard shows the new ones', async () => {
  await change({ name: 'Chinar Weavers', newDomain });
  await deliverWebhooks(server);
  const { body } = await server.call('GET', 'me', { token });
  expect(body.data.shop).toMatchObject({ name: 'Chinar Weavers', domain: newDomain });
  expect((await server.call('POST', 'store-orders/refresh', { token })).status).toBe(200);
  await storeOrders(server, domain);
  await deliverWebhooks(server);
  expect((await server.call('GET', 'store-orders?tab=all', { token })).body.data).toHaveLength(3);
});

test('a form of labels that was opened before the store got another name does not keep the earlier name', async () => {
  const labels = async () => (await server.call('GET', 'shop-look', { token })).body.data.labels;
  const save = (body: object) => server.call('PUT', 'shop-look/labels', { token, body });
  const opened = await labels();
  await change({ name: 'Chinar Weavers' });
  await deliverWebhooks(server);
  expect((await save({ ...opened, label_note: 'Fragile' })).body.errors[0].code).toBe('conflict');
  expect((await save({ ...(await labels()), label_note: 'Fragile' })).status).toBe(200);
  await change({ name: 'Chinar Home' });
  await deliverWebhooks(server);
  expect(await labels()).toMatchObject({ shipper_name: 'Chinar Home', label_note: 'Fragile' });
  // What labels do not show leaves open forms as they are.
  const { revision } = await labels();
  await change({ timezone: 'Asia/Dubai' });
  await deliverWebhooks(server);
  expect((await labels()).revision).toBe(revision);
});

test('a store with a new domain that is opened before we hear of it is installed in its own shop', async () => {
  await server.sandbox.control('faults', { target: 'webhooks', kind: 'drop-before' });
  await change({ newDomain });
  const links = await server.sandbox.control(`links?shop=${domain}`);
  const browser = aBrowser();
  const first = await browser.open(String(Reflect.get(Object(links), 'launch')));
  const login = first.url.includes('/login') ? first : await browser.approve(first);
  const session = await browser.exchange(login);
  await server.sandbox.control('faults', { clear: true });
  const me = await server.call('GET', 'me', { token: session.body.auth_token ?? '' });
  expect(me.body.data.shop.domain).toBe(newDomain);
  const shops = await acrossShops(server.context.db, (trx) =>
    trx.selectFrom('shop').select('id').where('domain', 'in', [domain, newDomain]).execute(),
  );
  expect(shops).toEqual([{ id: shopId }]);
});

test('another store with the name of a known one gets a shop of its own, and the known shop keeps its data', async () => {
  // In the sandbox two stores can have one name: this one, and the known one after its change.
  await server.sandbox.control(`shops/${newDomain}`, { name: 'Another store' });
  await change({ newDomain });
  await deliverWebhooks(server);
  expect((await server.call('GET', 'me', { token })).body.data.shop.domain).toBe(newDomain);
  const links = await server.sandbox.control(`links?shop=${newDomain}`);
  const browser = aBrowser();
  let page = await browser.open(String(Reflect.get(Object(links), 'launch')));
  for (let consents = 0; !page.url.includes('/login?') && consents < 4; consents += 1)
    page = await browser.approve(page);
  const stranger = (await browser.exchange(page)).body.auth_token ?? '';
  const me = await server.call('GET', 'me', { token: stranger });
  expect(me.body.data).toMatchObject({ role: 'ADMIN', shop: { domain: newDomain } });
  expect((await server.call('GET', 'store-orders?tab=all', { token: stranger })).body.data).toEqual([]);

  expect((await server.call('GET', 'store-orders?tab=all', { token })).body.data).toHaveLength(2);
  expect((await server.call('GET', 'store-state', { token })).body.data.closed).toMatchObject({ as: 'withdrawn' });
  const shops = await acrossShops(server.context.db, (trx) =>
    trx.selectFrom('shop').select('id').where('domain', '=', newDomain).execute(),
  );
  expect(shops).not.toContainEqual({ id: shopId });
});

function change(given: Record<string, unknown>) {
  return server.sandbox.control(`shops/${domain}`, given);
}
