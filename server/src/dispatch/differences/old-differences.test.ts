import { afterAll, beforeAll, expect, test } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import type { BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { aComparedShop, differencesOf, startAfterTheNight } from './differences.testing.ts';

let server: TestServer;
let shop: BookableShop;
let at: ReturnType<typeof differencesOf>;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aComparedShop(server);
  startAfterTheNight(server);
  at = differencesOf(server, shop);
});
afterAll(() => server?.close());

/** In steps, because a session ends after 14 days without use. */
async function compareForDays(days: number): Promise<void> {
  for (let left = days; left > 0; left -= 10) {
    server.clock.advance(Math.min(left, 10) * 86_400_000);
    await at.compare();
  }
}
const noteOf = async (kind: string): Promise<{ state: string; note: string }> =>
  withShop(server.context.db, shop.shopId, (trx) =>
    trx.selectFrom('difference').select(['state', 'note']).where('kind', '=', kind).executeTakeFirstOrThrow(),
  );

test('a consignment that we do not know stays open when the courier lists it no more', async () => {
  await server.sandbox.control('consignments', {
    consignments: [
      {
        ...{ courier: 'LEOPARD', reference: 'GIFT-7', city: 'Lahore', cod: 900 },
        consignee: { name: 'Bilal Ahmed', phone: '03001234567', address: 'House 1, Street 2' },
        booked_at: server.clock.now.toISOString(),
      },
    ],
  });
  await at.compare();
  expect(await at.find('unknown-consignment', 'GIFT-7')).toMatchObject({ we_say: 'No parcel' });
  await compareForDays(9);
  const found = await at.find('unknown-consignment', 'GIFT-7');
  expect(found).toMatchObject({ we_say: 'No parcel', repair: 'add-parcel' });
  await at.repair([found?.id ?? '']);
  await at.settle();
  expect(await at.find('unknown-consignment', 'GIFT-7')).toBeUndefined();
});

test('a parcel with an open difference is compared until Shopify hides its order', async () => {
  const order = await at.booked();
  await at.move(order.number, 'delivered');
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx.updateTable('shipment').set({ payment_status: 'PAID' }).where('id', '=', order.shipmentId).execute(),
  );
  await at.compare();
  await compareForDays(20);
  expect((await at.find('unpaid-in-store', order.name))?.store_says).toBe(`${order.name} not paid, Rs 2,450 open`);
  await compareForDays(41);
  expect(await noteOf('unpaid-in-store')).toEqual({
    state: 'closed',
    note: 'No longer compared: Shopify shows us orders for 60 days only.',
  });
});
