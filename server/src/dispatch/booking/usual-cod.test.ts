import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { aShipment } from '../../testing/a-shipment.ts';
import { aStoreOrder } from '../../testing/a-store-order.ts';
import { aBatch } from '../../testing/batches.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  shop = await aBookableShop(server);
});
afterAll(() => server?.close());

const returning = '03008887776';
const address = { firstName: 'Ayesha', lastName: 'Khan', address1: 'House 1, Street 4' };

/** Past parcels of one customer with the same COD, two of them returned. */
async function pastParcels(count: number, cod: number): Promise<void> {
  for (let n = 1; n <= count; n += 1)
    await aShipment(server.context, shop.shopId, {
      accountId: shop.accounts.LEOPARD,
      status: n <= 2 ? 'RTS' : 'DELIVERED',
      final: true,
      number: `PAST${n}`,
      cod,
      phone: returning,
      paid: true,
    });
}

async function rowsOf(price: number, phone: string) {
  const lines = [{ title: 'Bridal dress', price, quantity: 1 }];
  const order = await shop.newOrder({ phone, address, email: 'ayesha@example.com', lines });
  const sheet = await aBatch(server, shop, [order], { account: shop.accounts.LEOPARD });
  return (await sheet.read()).rows;
}

it('a COD is suspicious above Rs 15,000 and three times the usual, but not in a shop with few bookings', async () => {
  expect(await rowsOf(45_000, '03001110001')).toMatchObject([{ ready: true, issues: [] }]);
  await pastParcels(30, 4000);
  expect(await rowsOf(15_000, '03001110002')).toMatchObject([{ ready: true, issues: [] }]);
  expect(await rowsOf(15_500, '03001110003')).toMatchObject([
    {
      ready: false,
      issues: [
        { code: 'cod-unusual', level: 'warning', msg: 'Rs 15,500 is much more than usual (Rs 4,000). Is it right?' },
      ],
    },
  ]);
});

it('ten times the usual COD is booked only after a person confirms it', async () => {
  await pastParcels(30, 4000);
  const lines = [{ title: 'Bridal dress', price: 40_000, quantity: 1 }];
  const order = await shop.newOrder({ phone: '03001110004', address, email: 'ayesha@example.com', lines });
  const refused = await shop.book(order, 'LEOPARD');
  expect(refused.body.errors[0]).toMatchObject({
    code: 'cod-unconfirmed',
    msg: 'Rs 40,000 is much more than usual (Rs 4,000). Check the amount and confirm it. Nothing was booked yet.',
  });
  const { body } = await server.call('GET', `get-order-from-shopify/${order.id}`, { token: shop.token });
  expect(body.orderData).toMatchObject({ usual_cod: 4000, outstanding: '40000.00' });
  expect((await shop.bookAnyway(order, 'LEOPARD')).body.booking_state).toBe('booked');
});

it('a customer who returned as many parcels as they kept needs confirmation', async () => {
  const phone = '03009990001';
  const { accounts, shopId } = shop;
  await aShipment(server.context, shopId, { accountId: accounts.LEOPARD, phone, status: 'RTS', final: true });
  const [row] = await rowsOf(2000, phone);
  expect(row).toMatchObject({
    ready: false,
    issues: [
      {
        code: 'earlier-returns',
        level: 'warning',
        msg: '1 earlier parcel for this phone number came back, 0 delivered',
      },
    ],
  });
});

it('a delivery locks no order of the customer that it does not change', async () => {
  const phone = '03009990002';
  const { accounts, shopId } = shop;
  const db = server.context.db;
  const orderId = await aStoreOrder(server.context, shopId, { phone });
  const deliver = () => aShipment(server.context, shopId, { accountId: accounts.LEOPARD, phone, status: 'DELIVERED' });
  await withShop(db, shopId, async (trx) => {
    await trx
      .selectFrom('store_order')
      .select('id')
      .where('shop_id', '=', shopId)
      .where('id', '=', orderId)
      .forNoKeyUpdate()
      .execute();
    // It would wait for this transaction, which waits for it.
    await expect(deliver()).resolves.toBeTruthy();
  });
});

it('of parcels of one customer that end at the same moment, each counts', async () => {
  const phone = '03009990003';
  const { accounts, shopId } = shop;
  const orderId = await aStoreOrder(server.context, shopId, { phone });
  const statuses = ['RTS', 'DELIVERED', 'RTS', 'DELIVERED', 'DELIVERED', 'RTS', 'RTS'] as const;
  await Promise.all(
    statuses.map((status) =>
      aShipment(server.context, shopId, { accountId: accounts.LEOPARD, phone, status, final: true }),
    ),
  );
  const order = await withShop(server.context.db, shopId, (trx) =>
    trx
      .selectFrom('store_order')
      .select('returned_before')
      .where('shop_id', '=', shopId)
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow(),
  );
  expect(order.returned_before).toBe(true);
});

it('a few returns among many deliveries are shown, but need no confirmation', async () => {
  await pastParcels(30, 4000);
  expect(await rowsOf(2000, returning)).toMatchObject([
    {
      ready: true,
      earlier: { delivered: 28, returned: 2 },
      issues: [{ code: 'earlier-returns', level: 'info', field: 'consignee_phone' }],
    },
  ]);
});
