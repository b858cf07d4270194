import type { BatchRow } from '@courierdesk/contract/batch';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aBatch } from '../../testing/batches.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterAll(() => server?.close());

type Batch = Awaited<ReturnType<typeof aBatch>>;

let phones = 0;

/** A batch of one order whose city a person has to choose. */
async function aRow(city = 'Kheechi Town') {
  phones += 1;
  const phone = `0302${String(1_000_000 + phones)}`;
  const lines = [{ title: 'Shirt', price: 1500 }];
  const order = await shop.newOrder({ city, phone, lines, shipping: 0, discountCode: null });
  const batch = await aBatch(server, shop, [order], { account: shop.accounts.LEOPARD });
  return { order, batch, row: () => batch.row(order.name) };
}

/** The batch is opened again after the store changed the order. */
async function compared(batch: Batch, order: { id: string }, change: Record<string, unknown>): Promise<void> {
  await server.sandbox.control(`orders/${order.id}`, change);
  server.clock.advance(200_000);
  await batch.read();
  await server.work('batch-comparisons');
}

async function decide(batch: Batch, row: BatchRow, take: 'store' | 'row'): Promise<BatchRow> {
  const { body } = await batch.call('POST', '/confirm', { row_ids: [row.id], take });
  expect(body.data.counts).toMatchObject({ queued: 0, booked: 0 });
  return body.rows[0];
}

test('a city that the store changes after a person chose it is asked about, and the store’s is taken', async () => {
  const { order, batch, row } = await aRow();
  await batch.set(await row(), { destination_city: 'Lahore' });
  await compared(batch, order, { address: { address1: 'Flat 9, Clifton Block 5', city: 'Karachi' } });
  const asked = await row();
  expect(asked).toMatchObject({ ready: false, issues: [{ code: 'entered-before-change', field: 'destination_city' }] });
  expect(asked.issues[0]?.msg).toContain('You entered Lahore for the city, the store now says Karachi');
  expect(await decide(batch, asked, 'store')).toMatchObject({
    ready: true,
    destination_name: 'Karachi',
    edited: ['tracking_account'],
  });
  const { rows } = await batch.book();
  expect(rows[0]).toMatchObject({ state: 'booked', destination_name: 'Karachi' });
});

test('what a person entered is kept if they say so, until the store changes it again', async () => {
  const { order, batch, row } = await aRow('Lahore');
  await batch.set(await row(), { cod_amount: 1450 });
  await compared(batch, order, { addLine: { title: 'Shoes', price: 2500 } });
  const asked = await row();
  expect(asked.issues[0]?.msg).toContain('You entered Rs 1,450 for the amount to collect, the store now says Rs 4,000');
  const decided = await decide(batch, asked, 'row');
  expect(decided).toMatchObject({ ready: true, fields: { cod_amount: 1450 }, issues: [] });
  await compared(batch, order, { addLine: { title: 'Cap', price: 500 } });
  expect(await row()).toMatchObject({ ready: false, issues: [{ code: 'entered-before-change' }] });
});

test.each([
  [
    'the amount',
    { cod_amount: 15 },
    { cod_amount: 1500 },
    { addLine: { title: 'Shoes', price: 2500 } },
    'cod_amount',
    4000,
  ],
  [
    'the address',
    { consignee_address: 'x' },
    undefined,
    { address: { address1: 'New House 44, Cantt', address2: null, company: null } },
    'consignee_address',
    'New House 44, Cantt',
  ],
])('%s that is changed and set back follows the store', async (_cell, typed, back, change, name, now) => {
  const { order, batch, row } = await aRow('Lahore');
  const first = await row();
  await batch.set(first, typed);
  await batch.set(await row(), back ?? { consignee_address: first.fields.consignee_address });
  expect((await row()).edited).toEqual(['tracking_account']);
  await compared(batch, order, change);
  const after = await row();
  expect(after.fields).toMatchObject({ [name]: now });
  expect(after.issues).toMatchObject([{ code: 'changed-in-store' }]);
});
