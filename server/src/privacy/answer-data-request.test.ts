import { afterAll, beforeAll, expect, it } from 'vitest';
import { withShop } from '../db/tenancy.ts';
import { aBookableShop, type BookableShop } from '../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { customerDataOf } from './answer-data-request.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterAll(() => server?.close());

it('the answer to a data request has the order, its parcels and its unbooked batch rows', async () => {
  const [booked, waiting] = [await shop.newOrder(), await shop.newOrder({ phone: '03451234567' })];
  const { body } = await shop.book(booked, 'LEOPARD');
  const batch = await server.call('POST', 'batches', { token: shop.token, body: { order_ids: [waiting.id] } });
  expect(batch.status).toBe(200);

  const data = await withShop(server.context.db, shop.shopId, (trx) =>
    customerDataOf(trx, shop.shopId, [booked.id, waiting.id]),
  );
  expect(data.orders.map((order) => order.name).toSorted()).toEqual([booked.name, waiting.name].toSorted());
  expect(data.shipments.map((shipment) => shipment.tracking_number)).toEqual([body.data.trackingNumber]);
  expect(data.waiting_to_be_booked).toEqual([expect.objectContaining({ consignee_phone: '03451234567' })]);
});
