import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import type { PlatformOrder } from '../../adapters/platforms/platform.ts';
import { aShop } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { mirrorOrders } from './mirror-orders.ts';
import { copyOfOrder, describeChanges } from './order-version.ts';
import { storeOrderRow } from './store-order-row.ts';

let server: TestServer;
let shopId: string;
beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
});
beforeEach(async () => {
  ({ shopId } = await aShop(server.context));
});
afterAll(() => server.close());

const at = (minutes: number): Date => new Date(Date.UTC(2026, 10, 20, 10, minutes));

test('an older copy of an order never replaces a newer one', async () => {
  await mirror([anOrder({ updatedAt: at(5), note: 'newer' })]);
  expect((await mirror([anOrder({ updatedAt: at(4), note: 'older' })])).changed).toBe(0);
  expect(await stored()).toMatchObject([{ note: 'newer' }]);
});

test('of two copies in one batch the newer one stays', async () => {
  await mirror([anOrder({ updatedAt: at(5), note: 'newer' }), anOrder({ updatedAt: at(4), note: 'older' })]);
  expect(await stored()).toMatchObject([{ note: 'newer' }]);
});

test('two changes within the same second of the store are both taken', async () => {
  await mirror([anOrder({ updatedAt: at(5), note: 'first' })]);
  await mirror([anOrder({ updatedAt: at(5), note: 'second' })]);
  expect(await stored()).toMatchObject([{ note: 'second' }]);
});

test('a copy without changes changes no row', async () => {
  const order = anOrder({});
  expect((await mirror([order])).changed).toBe(1);
  expect((await mirror([order])).changed).toBe(0);
});

test('the same orders mirrored by several processes at once are saved and counted once', async () => {
  const orders = Array.from({ length: 40 }, (_, n) => anOrder({ platformOrderId: String(900 + n), number: n }));
  await Promise.all([mirror(orders), mirror(orders.toReversed()), mirror(orders), mirror(orders.toReversed())]);
  expect(await stored()).toHaveLength(40);
  const counted = await withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('store_order_count').select('n').executeTakeFirstOrThrow(),
  );
  expect(counted.n).toBe(40);
});

test('phones become mobile numbers, and the order’s phone replaces an invalid one of the address', async () => {
  await mirror([anOrder({ shipTo: { phone: '0300 1234567 / +92 321 7654321' }, phone: '' })]);
  expect(await stored()).toMatchObject([{ phone: '03001234567', phone2: '03217654321', problems: [] }]);
  await mirror([anOrder({ updatedAt: at(9), shipTo: { phone: '042-35781190' }, phone: '+923001112223' })]);
  expect(await stored()).toMatchObject([
    { phone: '03001112223', phone_as_written: '042-35781190', problems: ['phone-replaced'] },
  ]);
});

test('a copy of an order whose phone was replaced once changes no row', async () => {
  await mirror([anOrder({})]);
  const replaced = anOrder({ updatedAt: at(9), shipTo: { phone: '042-35781190' }, phone: '+923001112223' });
  expect((await mirror([replaced])).changed).toBe(1);
  expect((await mirror([replaced])).changed).toBe(0);
});

const withheld: Given = {
  email: '',
  phone: '',
  hasAddress: false,
  shipTo: {
    name: '',
    company: '',
    address1: '',
    address2: '',
    city: '',
    province: '',
    zip: '',
    country: '',
    phone: '',
  },
};

test('an order lists the problems that prevent its booking', async () => {
  await mirror([anOrder({ ...withheld, shipTo: { ...withheld.shipTo, name: 'Rabia' } })]);
  expect(await stored()).toMatchObject([{ problems: ['address-missing', 'phone-missing', 'city-missing'] }]);
  await mirror([anOrder({ updatedAt: at(9), shipTo: { phone: '042 111' } })]);
  expect(await stored()).toMatchObject([{ problems: ['phone-invalid'] }]);
});

test('an order that comes without its customer has its own problem, unless nothing is shipped', async () => {
  await mirror([anOrder(withheld), anOrder({ ...withheld, platformOrderId: '5002', requiresShipping: false })]);
  expect((await stored()).map(({ problems }) => problems)).toEqual([
    ['customer-withheld'],
    ['name-missing', 'address-missing', 'phone-missing', 'city-missing'],
  ]);
  await mirror([anOrder({ updatedAt: at(9) })]);
  expect((await stored()).find((row) => row.platform_order_id === '5001')?.problems).toEqual([]);
});

test('customer data that the store no longer shares keeps its last known values', async () => {
  await mirror([anOrder({})]);
  const [known] = await stored();
  await mirror([anOrder({ ...withheld, updatedAt: at(9), note: 'Ring twice' })]);
  expect(await stored()).toMatchObject([
    {
      note: 'Ring twice',
      customer_name: 'Rabia Khan',
      phone: '03001234567',
      address: 'House 12, Street 4, Model Town',
      city: 'Lahore',
      email: 'rabia@example.com',
      problems: [],
      version: known?.version,
    },
  ]);
});

test.each<[string, Given, object]>([
  ['phone', { shipTo: { phone: '' } }, { phone: '', phone_as_written: '', problems: ['phone-missing'] }],
  ['name', { shipTo: { name: '' } }, { customer_name: '', problems: ['name-missing'] }],
  ['email', { email: '' }, { email: '', problems: [] }],
  [
    'street',
    { hasAddress: false, shipTo: { address1: '', address2: '', city: 'Karachi' } },
    { address: '', city: 'Karachi', problems: ['address-missing'] },
  ],
])('what the merchant removed in the store (%s) is gone here, too', async (_what, given, expected) => {
  await mirror([anOrder({})]);
  await mirror([anOrder({ ...given, updatedAt: at(9) })]);
  expect(await stored()).toMatchObject([expected]);
});

test('gift cards and downloads do not count as items to ship', async () => {
  await mirror([
    anOrder({ lines: [aLine({ requiresShipping: false }), aLine({ lineId: '2', unfulfilledQuantity: 3 })] }),
  ]);
  expect(await stored()).toMatchObject([{ to_ship: 3 }]);
});

test('an order that the store returns again is no longer deleted', async () => {
  await mirror([anOrder({})]);
  await withShop(server.context.db, shopId, (trx) =>
    trx
      .updateTable('store_order')
      .set({ deleted_at: at(1) })
      .execute(),
  );
  await mirror([anOrder({ updatedAt: at(30) })]);
  expect(await stored()).toMatchObject([{ deleted_at: null }]);
});

test('changes that concern a booking are described', async () => {
  await mirror([anOrder({})]);
  const [before] = await stored();
  await mirror([
    anOrder({
      updatedAt: at(30),
      outstanding: '0.00',
      shipTo: { city: 'Karachi' },
      lines: [aLine({ currentQuantity: 1 }), aLine({ lineId: '2', title: 'Mug', variantTitle: '' })],
    }),
  ]);
  const [after] = await stored();
  if (!before || !after) throw new Error('not mirrored');
  expect(before.version).not.toBe(after.version);
  expect(describeChanges(copyOfOrder(storeOrderRow(before)), copyOfOrder(storeOrderRow(after)))).toEqual([
    { field: 'Amount to collect', was: 'Rs 2,450.50', now: 'Rs 0' },
    { field: 'City', was: 'Lahore', now: 'Karachi' },
    { field: 'Items', was: '2 x Kurta (Large)', now: '1 x Kurta (Large), 2 x Mug' },
  ]);
});

function mirror(orders: readonly PlatformOrder[]) {
  return withShop(server.context.db, shopId, (trx) => mirrorOrders(trx, server.context, shopId, orders));
}

function stored() {
  return withShop(server.context.db, shopId, (trx) => trx.selectFrom('store_order').selectAll().execute());
}

type Given = Partial<Omit<PlatformOrder, 'shipTo'>> & { shipTo?: Partial<PlatformOrder['shipTo']> };

function anOrder({ shipTo, ...given }: Given): PlatformOrder {
  return {
    platformOrderId: '5001',
    fulfilmentOrders: [],
    name: '#1001',
    number: 1001,
    createdAt: at(0),
    updatedAt: at(1),
    cancelledAt: undefined,
    closedAt: undefined,
    test: false,
    tags: [],
    note: '',
    currency: 'PKR',
    financialStatus: 'PENDING',
    fulfilmentStatus: 'UNFULFILLED',
    requiresShipping: true,
    gateways: [],
    discountCodes: [],
    subtotal: '2250.50',
    shippingPrice: '200.00',
    discounts: '0.00',
    tax: '0.00',
    total: '2450.50',
    outstanding: '2450.50',
    weight: 0,
    email: 'rabia@example.com',
    phone: '',
    hasAddress: true,
    lines: [aLine({})],
    ...given,
    shipTo: {
      name: 'Rabia Khan',
      company: '',
      address1: 'House 12, Street 4',
      address2: 'Model Town',
      city: 'Lahore',
      province: 'Punjab',
      zip: '54700',
      country: 'Pakistan',
      phone: '03001234567',
      ...shipTo,
    },
  };
}

function aLine(given: Partial<PlatformOrder['lines'][number]>): PlatformOrder['lines'][number] {
  return {
    lineId: '1',
    title: 'Kurta',
    variantTitle: 'Large',
    sku: 'K-1',
    quantity: 2,
    currentQuantity: 2,
    unfulfilledQuantity: 2,
    requiresShipping: true,
    imageUrl: '',
    unitPrice: '1125.25',
    grams: 0,
    ...given,
  };
}
