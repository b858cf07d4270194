import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { aShipment, type GivenShipment } from '../../testing/a-shipment.ts';
import { aStoreOrder, type GivenStoreOrder } from '../../testing/a-store-order.ts';
import { courierValues } from '../../testing/courier-values.ts';
import { anAccount, aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shopId: string;
let token: string;
let accountId: string;

beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
  ({ shopId } = await aShop(server.context));
  ({ token } = await aUser(server.context, shopId));
  ({ accountId } = await anAccount(server.context, shopId, 'LEOPARD', courierValues.LEOPARD));
  const at = (day: string): Date => new Date(`2026-11-${day}T10:00:00Z`);
  await parcel({ number: 'KI7510000031', order: '#2001', name: 'Ayesha Bibi Khan', bookedAt: at('01') });
  await parcel({
    number: 'KI7510000032',
    order: '#2002',
    name: 'Usman Tariq',
    phone: '03214455667',
    bookedAt: at('03'),
  });
  await parcel({
    number: 'KI75100000321',
    order: '#2003',
    name: 'محمد عمران',
    phone: '03339998887',
    bookedAt: at('02'),
  });
  await parcel({
    number: 'KI7510000040',
    order: '#2004',
    name: 'Usman Tariq',
    phone: '03214455667',
    bookedAt: at('04'),
  });
  await parcel({
    number: '5447000123',
    order: '#KI7510',
    name: 'Khansa Malik',
    phone: '03457654321',
    bookedAt: at('05'),
  });
  await parcel({
    number: 'KI7510000099',
    order: '#20261128093046',
    name: 'Long Number',
    phone: '03450009999',
    bookedAt: at('06'),
  });
  await parcel({
    number: 'RX/7510_77',
    order: '#2010',
    name: 'Other Courier',
    phone: '03450009999',
    bookedAt: at('06'),
  });
  await parcel({ number: 'SECOND1', name: 'Two Phones', phone: '03450009998', phone2: '03217770001' });
  await parcel({ number: null, order: '#2009', name: 'Not Booked' });
  await order({ name: '#1043', customer: 'Hina Qureshi', phone: '03051112223', placedAt: at('02') });
  await order({ name: 'CD1043', customer: 'Hina Aslam', phone: '03051119999', placedAt: at('03') });
  await order({ name: '#10431', customer: 'Qasim Hinam', phone: '03078889990', placedAt: at('04'), toShip: 0 });
  await order({ name: 'Pk-7043', customer: 'Small Letter', phone: '03450001122', placedAt: at('05') });
  await order({ name: 'ORD-20261128093045', customer: 'Long Name', phone: '03450001123', placedAt: at('05') });
  await order({ name: '#1050', customer: 'علی رضا', phone: '03214455667', cancelledAt: at('06') });
});
afterAll(() => server?.close());

const parcel = (given: Omit<GivenShipment, 'accountId'>): Promise<string> =>
  aShipment(server.context, shopId, { accountId, phone: '03001234567', ...given });
const order = (given: GivenStoreOrder): Promise<string> => aStoreOrder(server.context, shopId, given);

/** More parcels and orders than are read by date. */
async function newerRows(trx: Db): Promise<void> {
  const same = {
    shipment: sql`shop_id, account_id, company, booking_state, order_name, cod, weight, pieces, consignee_email,
      consignee_phone, consignee_phone2, consignee_phone3, consignee_address, city, destination_city, destination_city_id,
      products_list, remarks, payment_status, booked_by, notify_customer, claimed_at, created_at`,
    store_order: sql`shop_id, placed_at, updated_at, mirrored_at, test, tags, note, currency, financial_status,
      fulfilment_status, requires_shipping, gateways, discount_codes, subtotal, shipping_price, discounts, tax, total,
      outstanding, email, phone_as_written, phone, phone2, address, city, province, zip, country, lines, to_ship,
      problems, version`,
  };
  await sql`insert into shipment (id, reference, tracking_number, consignee_name, search_text, booked_at, ${same.shipment})
    select lpad(to_hex(n), 24, '0'), 'FILL-' || n, 'FILL' || n, 'Filler', 'filler', now(), ${same.shipment}
    from shipment, generate_series(1, 5100) as n where tracking_number = 'OLD1'`.execute(trx);
  await sql`insert into store_order (id, platform_order_id, name, number, customer_name, search_text, ${same.store_order})
    select lpad(to_hex(n), 24, '0'), 'fill-' || n, '#FILL' || n, 0, 'Filler', 'filler', ${same.store_order}
    from store_order, generate_series(1, 2100) as n where name = '#FILL'`.execute(trx);
}

type Found = {
  parcels: { tracking_number: string; exact: boolean }[];
  orders: { order_name: string; state: string; exact: boolean }[];
  customers: { name: string; phone: string; has_parcels: boolean }[];
};
async function search(query: string, as = token): Promise<Found> {
  const answer = await server.call('GET', `search?query=${encodeURIComponent(query)}`, { token: as });
  expect(answer.status).toBe(200);
  return answer.body.data;
}
const parcels = async (query: string): Promise<string[]> =>
  (await search(query)).parcels.map(({ tracking_number }) => tracking_number);
const orders = async (query: string): Promise<string[]> =>
  (await search(query)).orders.map(({ order_name }) => order_name);

it.each([
  ['the exact tracking number first, then longer ones', 'KI7510000032', ['KI7510000032', 'KI75100000321']],
  ['a tracking number in small letters and with spaces', 'ki75 1000 0031', ['KI7510000031']],
  ['a tracking number in Urdu digits', '۵۴۴۷۰۰۰۱۲۳', ['5447000123']],
  ['a tracking number with dashes', '5447-0001-23', ['5447000123']],
  ['the beginning of tracking numbers, newest first', 'KI751000003', ['KI7510000032', 'KI75100000321', 'KI7510000031']],
  ['an order first, then tracking numbers', '5447', ['5447000123']],
  ['an order by name', '#2001', ['KI7510000031']],
  ['an order by number', '2001', ['KI7510000031']],
  ['an order with a long number', '#20261128093046', ['KI7510000099']],
  ['an order by a long number', '20261128093046', ['KI7510000099']],
  ['a tracking number with other signs', 'rx/7510_77', ['RX/7510_77']],
  ['an order as our reference begins', 'CD2001', ['KI7510000031']],
  ['a phone as people write it', '0300 1234567', ['KI7510000031']],
  ['a phone with country code', '+92 300 1234567', ['KI7510000031']],
  ['a phone in Urdu digits', '۰۳۰۰۱۲۳۴۵۶۷', ['KI7510000031']],
  ['a second phone', '0321 777 0001', ['SECOND1']],
  ['the last digits of a second phone', '70001', ['SECOND1']],
  ['the beginning of a phone', '0333 99', ['KI75100000321']],
  ['the last digits of a phone', '98887', ['KI75100000321']],
  ['a phone, newest first', '03214455667', ['KI7510000040', 'KI7510000032']],
  ['a word of a name', 'khan', ['5447000123', 'KI7510000031']],
  ['several words', 'bibi ay', ['KI7510000031']],
  ['an Urdu word', 'عمر', ['KI75100000321']],
  ['an Urdu name with marks of text direction', '\u202bمحمد عمران\u202c', ['KI75100000321']],
  ['a name in decorated letters', '𝓐𝔂𝓮𝓼𝓱𝓪 𝓑𝓲𝓫𝓲', ['KI7510000031']],
  ['nothing for the middle of a word', 'hansa', []],
  ['nothing for wildcards', '%%%', []],
  ['nothing for a booking without a number', 'Not Booked', []],
])('%s', async (_, query, expected) => {
  expect(await parcels(query)).toEqual(expected);
});

it('a search of parcels says which match is exact', async () => {
  const { parcels: found } = await search('KI7510000032');
  expect(found.map(({ exact }) => exact)).toEqual([true, false]);
});

it('parcels are found by our own reference', async () => {
  const { reference } = await withShop(server.context.db, shopId, (trx) =>
    trx
      .selectFrom('shipment')
      .select('reference')
      .where('tracking_number', '=', 'KI7510000031')
      .executeTakeFirstOrThrow(),
  );
  await withShop(server.context.db, shopId, (trx) =>
    trx.updateTable('shipment').set({ reference: 'CD2001-7KQ2ZM' }).where('reference', '=', reference).execute(),
  );
  for (const query of ['CD2001-7KQ2ZM', 'cd2001-7kq2zm', 'CD2001'])
    expect(await parcels(query)).toEqual(['KI7510000031']);
});

it('parcels of a merge are found by each of its orders', async () => {
  const id = await parcel({
    ...{ number: 'LEMERGED1', order: '#3001, Pk-3002', tag: 'MERGED' },
    ...{ name: 'Zara Merge', phone: '03450009997' },
  });
  const second = await order({ name: 'Pk-3002', customer: 'Zara Merge' });
  await withShop(server.context.db, shopId, async (trx) => {
    const { lines } = await trx
      .selectFrom('store_order')
      .select('lines')
      .where('id', '=', second)
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('shipment_order')
      .values({
        ...{ shop_id: shopId, shipment_id: id, store_order_id: second, holds: true, claim: 1, position: 1 },
        ...{ store_version: '', store_copy: '{}', lines: JSON.stringify(lines) },
      })
      .execute();
  });
  expect(await parcels('3001')).toEqual(['LEMERGED1']);
  expect(await parcels('3002')).toEqual(['LEMERGED1']);
  expect(await parcels('Pk-3002')).toEqual(['LEMERGED1']);
  expect((await search('3002')).orders).toMatchObject([{ order_name: 'Pk-3002', state: 'booked' }]);
});

it.each([
  ['every order with that number', '1043', ['CD1043', '#1043']],
  ['one name', '#1043', ['#1043']],
  ['a name that begins like our reference', 'cd1043', ['CD1043', '#1043']],
  ['a name with small letters', 'pk-7043', ['Pk-7043']],
  ['a name with a long number', 'ORD-20261128093045', ['ORD-20261128093045']],
  ['a word of a name, newest first', 'hina', ['#10431', 'CD1043', '#1043']],
  ['a phone', '0305-1112223', ['#1043']],
  ['the last digits of a phone', '19999', ['CD1043']],
  ['an Urdu word', 'رضا', ['#1050']],
])('%s', async (_, query, expected) => {
  expect(await orders(query)).toEqual(expected);
});

it('store orders say what became of them', async () => {
  const state = async (query: string) => (await search(query)).orders.map((one) => one.state);
  expect(await state('#1043')).toEqual(['unbooked']);
  expect(await state('#10431')).toEqual(['fulfilled']);
  expect(await state('#1050')).toEqual(['cancelled']);
});

it('customers are listed once for each phone, and say whether they have parcels', async () => {
  expect((await search('usman')).customers).toEqual([
    { name: 'Usman Tariq', phone: '03214455667', city: 'Lahore', has_parcels: true },
  ]);
  expect((await search('aslam')).customers).toMatchObject([{ phone: '03051119999', has_parcels: false }]);
  const [both] = (await search('03214455667')).customers;
  expect(both).toMatchObject({ phone: '03214455667', has_parcels: true });
});

it('customers are not found by their orders or tracking numbers', async () => {
  expect((await search('KI7510000031')).customers).toEqual([]);
  expect((await search('#2001')).customers).toEqual([]);
});

it('a search needs 2 to 100 characters', async () => {
  for (const query of ['', 'a', ' a ', 'x'.repeat(101)]) {
    const refused = await server.call('GET', `search?query=${encodeURIComponent(query)}`, { token });
    expect({ query, status: refused.status, field: refused.body.errors?.[0].field }).toEqual({
      query,
      status: 400,
      field: 'query',
    });
  }
});

it('a search gives at most 8 of each kind', async () => {
  for (let n = 0; n < 10; n += 1) {
    await parcel({ number: `MANY000${n}`, name: 'Zubair Many', phone: `0312000000${n}`, order: `#40${n}0` });
    await order({ name: `#90${n}0`, customer: 'Zubair Many', phone: `0312000000${n}` });
  }
  const found = await search('zubair');
  expect([found.parcels.length, found.orders.length, found.customers.length]).toEqual([8, 8, 8]);
});

it('a search finds rare words beyond the newest rows', async () => {
  const old = new Date('2020-01-01T00:00:00Z');
  await parcel({
    number: 'OLD1',
    name: 'Xerxes Ancient',
    phone: '03111110000',
    phone2: '03117770002',
    order: '#1',
    bookedAt: old,
  });
  await order({ name: '#2', customer: 'Ancient Xerxes', phone: '03111110001', placedAt: old });
  await order({ name: '#3', customer: 'شاہ زیب', phone: '03111110002', placedAt: old });
  await order({ name: '#FILL', customer: 'Filler', phone: '03111110003', placedAt: new Date('2026-11-02T10:00:00Z') });
  await withShop(server.context.db, shopId, newerRows);
  expect(await parcels('xerxes')).toEqual(['OLD1']);
  expect(await parcels('0311 777 0002')).toEqual(['OLD1']);
  expect(await orders('xerxes')).toEqual(['#2']);
  expect(await orders('زیب')).toEqual(['#3']);
});

describe('what a person may see', () => {
  it('without READ_ORDERS, no parcel is found, and without BOOK_ORDERS, no store order', async () => {
    const reader = await aUser(server.context, shopId, { role: 'USER', scopes: ['READ_ORDERS'] });
    const booker = await aUser(server.context, shopId, { role: 'USER', scopes: ['BOOK_ORDERS'] });
    const read = await search('03214455667', reader.token);
    expect([read.parcels.length, read.orders.length]).toEqual([2, 0]);
    const booked = await search('03214455667', booker.token);
    expect([booked.parcels.length, booked.orders.length]).toEqual([0, 1]);
    expect(booked.customers).toMatchObject([{ has_parcels: false }]);
  });

  it('nothing of another shop is found', async () => {
    const { shopId: otherId } = await aShop(server.context);
    const other = await aUser(server.context, otherId);
    for (const query of ['KI7510000031', '#2001', '1043', '03214455667', 'usman', '55667', 'عمر', 'hina'])
      expect(await search(query, other.token)).toEqual({ parcels: [], orders: [], customers: [] });
  });
});
