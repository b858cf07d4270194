import { afterAll, beforeAll, expect, test } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { aBatch, type TestBatch } from '../../testing/batches.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { aShipment } from '../../testing/a-shipment.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
  await setAccount('LEOPARD', { is_default: true });
});
afterAll(() => server?.close());

type Company = keyof BookableShop['accounts'];

const setAccount = (company: Company, values: { is_default?: boolean; in_active?: boolean }) =>
  withShop(server.context.db, shop.shopId, (trx) =>
    trx.updateTable('courier_account').set(values).where('id', '=', shop.accounts[company]).execute(),
  );

let phones = 0;
async function aRow() {
  phones += 1;
  const order = await shop.newOrder({
    lines: [{ title: 'Shirt', price: 1500 }],
    phone: `0304${String(1_000_000 + phones)}`,
    shipping: 0,
    discountCode: null,
  });
  const batch = await aBatch(server, shop, [order]);
  return { order, batch, row: () => batch.row(order.name), id: (await idOf(order)) ?? '' };
}

const idOf = async (order: { id: string }): Promise<string> =>
  (await server.call('GET', `get-order-from-shopify/${order.id}`, { token: shop.token })).body.orderData.id;

/** The batch is opened again, more than two minutes later. */
async function opened(batch: TestBatch): Promise<void> {
  server.clock.advance(200_000);
  await batch.read();
  await server.work('batch-comparisons');
}

const assign = (id: string, company: Company) =>
  server.call('POST', 'store-orders/assign-account', {
    token: shop.token,
    body: { selection: { ids: [id] }, account_id: shop.accounts[company] },
  });

test('an account that is assigned while the batch waits is asked about, and taken with one click', async () => {
  const { batch, row, id } = await aRow();
  expect(await row()).toMatchObject({ ready: true, account_because: 'Default account' });
  expect((await assign(id, 'POSTEX')).status).toBe(200);
  await opened(batch);
  const asked = await row();
  expect(asked).toMatchObject({
    ready: false,
    account_because: 'Default account',
    issues: [{ code: 'account-changed', choices: [{ value: shop.accounts.POSTEX }] }],
  });
  expect(asked.issues[0]?.msg).toMatch(
    /is chosen for this order now \(Assigned to this order\), the row has .*Default/,
  );
  await batch.set(asked, { tracking_account: shop.accounts.POSTEX });
  expect(await row()).toMatchObject({ ready: true, issues: [] });
});

test('a row whose account changed may keep it, until yet another one is chosen', async () => {
  const { batch, row, id } = await aRow();
  await assign(id, 'POSTEX');
  await opened(batch);
  const [asked] = (await row()).issues;
  await batch.set(await row(), { accept: [{ code: asked?.code, subject: asked?.subject }] });
  await opened(batch);
  expect(await row()).toMatchObject({ ready: true });
  await assign(id, 'TCS');
  await opened(batch);
  expect(await row()).toMatchObject({ ready: false, issues: [{ code: 'account-changed' }] });
});

test('an account that was named but is inactive is said, and asked about', async () => {
  const { batch, row, id } = await aRow();
  await assign(id, 'MNP');
  await setAccount('MNP', { in_active: true });
  await opened(batch);
  const { issues, account_because: because } = await row();
  expect(because).toMatch(/^Default account; .* is inactive$/);
  expect(issues).toMatchObject([{ code: 'account-changed', level: 'warning', choices: [] }]);
  expect(issues[0]?.msg).toMatch(/ is inactive, so .* is used \(Default account\)$/);
  const form = await server.call('GET', `get-order-from-shopify/${id}`, { token: shop.token });
  expect(form.body.orderData.suggested_account.because).toBe(because);
  await setAccount('MNP', { in_active: false });
});

test('an edit made on an old view does not replace what the store changed since', async () => {
  const { order, batch, row } = await aRow();
  const old = await row();
  await server.sandbox.control(`orders/${order.id}`, { addLine: { title: 'Shoes', price: 2500 } });
  await opened(batch);
  const { body } = await batch.set(old, { cod_amount: 1450 });
  expect(body.refused).toMatchObject([{ field: 'cod_amount', msg: expect.stringContaining('The store just changed') }]);
  expect((await row()).fields.cod_amount).toBe(4000);
  await batch.set(await row(), { cod_amount: 3950 });
  expect((await row()).fields.cod_amount).toBe(3950);
});

test('an order that a colleague left out is not taken back in by who has not seen it', async () => {
  const { batch, row } = await aRow();
  await batch.set(await row(), { left_out: true });
  await batch.set(await row(), { left_out: false });
  const old = await row();
  await batch.set(old, { left_out: true });
  const { body } = await batch.set(old, { left_out: false });
  expect(body.refused).toMatchObject([{ msg: 'Someone else just left this order out. It stays that way.' }]);
  expect(await row()).toMatchObject({ state: 'left-out' });
  await batch.set(await row(), { left_out: false });
  expect(await row()).toMatchObject({ state: 'draft' });
});

test('earlier returns count for the phone that is typed', async () => {
  const { batch, row } = await aRow();
  await aShipment(server.context, shop.shopId, {
    accountId: shop.accounts.LEOPARD,
    phone: '03049990001',
    status: 'RTS',
    final: true,
  });
  await batch.set(await row(), { consignee_phone: '0304 9990001' });
  const typed = { ready: false, earlier: { returned: 1, delivered: 0 }, issues: [{ code: 'earlier-returns' }] };
  expect(await row()).toMatchObject(typed);
  await opened(batch);
  expect(await row()).toMatchObject(typed);
});
