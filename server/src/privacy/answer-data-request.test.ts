import { afterAll, beforeAll, expect, it } from 'vitest';
import { withShop } from '../db/tenancy.ts';
import { aBookableShop, type BookableShop } from '../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { heldAbout } from './answer-data-request.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterAll(() => server?.close());

it('what is held about an order is the order, its parcels, and what a batch has in hand of it', async () => {
  const [booked, waiting] = [await shop.newOrder(), await shop.newOrder({ phone: '03451234567' })];
  const { body } = await shop.book(booked, 'LEOPARD');
  const batch = await server.call('POST', 'batches', { token: shop.token, body: { order_ids: [waiting.id] } });
  expect(batch.status).toBe(200);

  const held = await withShop(server.context.db, shop.shopId, (trx) =>
    heldAbout(trx, shop.shopId, [booked.id, waiting.id]),
  );
  expect(held.orders.map((order) => order.name).toSorted()).toEqual([booked.name, waiting.name].toSorted());
  expect(held.shipments.map((shipment) => shipment.tracking_number)).toEqual([body.data.trackingNumber]);
  expect(held.waiting_to_be_booked).toEqual([expect.objectContaining({ consignee_phone: '03451234567' })]);
});
