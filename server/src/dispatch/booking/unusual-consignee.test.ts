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

test('a name that became a tracking number is booked only after a person confirms this very name', async () => {
  const order = await shop.newOrder();
  const scanned = { consignee_name: 'LE750000168' };
  const refused = await shop.book(order, 'LEOPARD', scanned);
  expect(refused.status).toBe(409);
  expect(refused.body.errors[0]).toMatchObject({
    code: 'order-not-confirmed',
    field: 'confirmed',
    msg: 'The name “LE750000168” has a long number in it, like a barcode or a phone. Confirm it to book the order. Nothing was booked yet.',
    detail: { issues: [{ code: 'name-unusual', field: 'consignee_name', subject: 'LE750000168' }] },
  });
  const confirmed = refused.body.errors[0].detail.issues;
  const other = await shop.book(order, 'LEOPARD', { consignee_name: 'LE750000169', confirmed });
  expect(other.body.errors[0].code).toBe('order-not-confirmed');
  const booked = await shop.book(order, 'LEOPARD', { ...scanned, confirmed });
  expect(booked.body.data.consignee.name).toBe('LE750000168');
});

test('an address that became a letter is asked about in a batch, with the store’s own as the answer', async () => {
  const order = await shop.newOrder();
  const batch = await aBatch(server, shop, [order], { account: shop.accounts.LEOPARD });
  const plain = await batch.row(order.name);
  expect(plain).toMatchObject({ ready: true, issues: [] });
  const { consignee_address: inStore } = plain.fields;
  const asked = (await batch.set(plain, { consignee_address: 'b' })).body.rows[0];
  expect(asked).toMatchObject({
    ready: false,
    issues: [
      {
        ...{ code: 'address-unusual', level: 'warning', field: 'consignee_address', subject: 'b' },
        msg: 'The address “b” is very short. Is it right?',
        choices: [{ value: inStore, label: inStore }],
      },
    ],
  });
  expect((await batch.book()).rows).toMatchObject([{ state: 'draft' }]);
  const accepted = (await batch.set(asked, { accept: [{ code: 'address-unusual', subject: 'b' }] })).body.rows[0];
  expect(accepted).toMatchObject({ ready: true, issues: [] });
  const scanned = (await batch.set(accepted, { consignee_address: '544794010100064' })).body.rows[0];
  expect(scanned).toMatchObject({ ready: false, issues: [{ code: 'address-unusual', subject: '544794010100064' }] });
  const restored = (await batch.set(scanned, { consignee_address: inStore })).body.rows[0];
  expect(restored).toMatchObject({ ready: true, issues: [] });
});

test('an order is booked unasked with the short name that it has in the store', async () => {
  const order = await shop.newOrder({ address: { firstName: 'Al', lastName: '' } });
  const batch = await aBatch(server, shop, [order], { account: shop.accounts.LEOPARD });
  expect(await batch.row(order.name)).toMatchObject({ ready: true, fields: { consignee_name: 'Al' } });
  expect((await shop.book(order, 'LEOPARD')).body.data.consignee.name).toBe('Al');
});
