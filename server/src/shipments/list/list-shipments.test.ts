import { ShipmentsSort } from '@courierdesk/contract/shipment-sorts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aShipment, type GivenShipment } from '../../testing/a-shipment.ts';
import { bookedShipments } from '../../testing/booked-shipments.ts';
import { courierValues } from '../../testing/courier-values.ts';
import { anAccount, aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
  server.clock.now = new Date('2026-11-20T12:00:00Z');
  const shop = await aShop(server.context);
  ({ token } = await aUser(server.context, shop.shopId));
  const { accountId } = await anAccount(server.context, shop.shopId, 'LEOPARD', courierValues.LEOPARD);
  const add = (given: Omit<GivenShipment, 'accountId'>): Promise<string> =>
    aShipment(server.context, shop.shopId, { accountId, ...given });
  const at = (day: string, time = '10:00'): Date => new Date(`2026-11-${day}T${time}:00Z`);
  await add({ order: '#999', number: 'LE1', bookedAt: at('20'), name: 'zara Malik', city: 'Lahore', cod: 900 });
  await add({ order: '#1000', number: 'LE2', bookedAt: at('10'), name: 'Ali Raza', status: 'INPROCESS', cod: 1000 });
  await add({
    order: '#1001',
    number: 'LE3',
    bookedAt: at('10'),
    deliveredAt: at('12'),
    status: 'DELIVERED',
    city: 'Karachi',
    phone: '03211112222',
    cod: 10_000,
    paid: true,
  });
  await add({
    order: '#1002',
    number: 'LE4',
    // 1 o'clock in Pakistan on the 2nd, delivered on the 5th at 1 o'clock there: three days by the calendar.
    bookedAt: at('01', '20:00'),
    deliveredAt: at('04', '20:00'),
    status: 'DELIVERED',
    company: 'TCS',
    by: 'T2',
    tag: 'MERGED',
  });
  await add({ order: '#1003', number: 'LE5', bookedAt: at('02'), cancelledAt: at('03'), status: 'CANCELLED' });
  await add({ order: '#1004', number: 'LE6', bookedAt: at('02'), statusAt: at('11'), status: 'RTS', final: true });
  await add({ order: '#1005', number: 'LE75000001', bookedAt: at('02'), statusAt: at('11'), status: 'RTS' });
  await add({ order: '#1006', number: null });
});
afterAll(() => server?.close());

const list = async (search: string) => (await server.call('GET', `get-all-orders?${search}`, { token })).body;
const orders = async (search: string): Promise<string[]> =>
  (await list(search)).data.map((row: { order_name: string }) => row.order_name);
const sorted = async (search: string): Promise<string[]> => (await orders(search)).toSorted();

describe('filters', () => {
  it.each([
    ['track=LE3', ['#1001']],
    ['track=le3', ['#1001']],
    ['track=LE', ['#1000', '#1001', '#1002', '#1003', '#1004', '#1005', '#999']],
    ['courier=TCS', ['#1002']],
    ['status=RTS', ['#1004', '#1005']],
    ['payment_status=PAID', ['#1001']],
    ['bookingfrom=2026-11-10&bookingto=2026-11-10', ['#1000', '#1001']],
    ['bookingto=2026-11-02', ['#1002', '#1003', '#1004', '#1005']],
    ['deliveredfrom=2026-11-12', ['#1001']],
    ['deliveredto=2026-11-05', ['#1002']],
    ['dest=karachi', ['#1001']],
    ['tag=MERGED', ['#1002']],
    ['bookedBy=T2', ['#1002']],
    ['phone_num=0321-111', ['#1001']],
    ['phone_num=%2B92%20321%201112222', ['#1001']],
    ['status=DELIVERED&payment_status=UNPAID', ['#1002']],
    ['phone_num=۰۳۲۱', ['#1001']],
    ['query=zara', ['#999']],
    ['query=malik zara', ['#999']],
    ['query=ali  raza', ['#1000']],
    ['query=malik raza', []],
    ['query=0321-1112222', ['#1001']],
    ['query=%2B92%20321%201112222', ['#1001']],
    ['query=le 7500 0001', ['#1005']],
    ['query=7500-0001', ['#1005']],
    ['query=۷۵۰۰۰۰۰۱', ['#1005']],
    // Any letter case.
    ['status=rts', ['#1004', '#1005']],
    ['payment_status=Paid', ['#1001']],
    ['courier=tcs', ['#1002']],
    ['tag=Merged', ['#1002']],
    ['bookedBy=t2', ['#1002']],
    ['days=2&op=less', ['#1003', '#999']],
    // Several values of one filter.
    ['status=RTS&status=inprocess', ['#1000', '#1004', '#1005']],
    ['status=RTS,INPROCESS', ['#1000', '#1004', '#1005']],
    ['status=DELIVERED,RTS&payment_status=UNPAID', ['#1002', '#1004', '#1005']],
    ['courier=TCS&courier=LEOPARD', ['#1000', '#1001', '#1002', '#1003', '#1004', '#1005', '#999']],
    ['couriers=tcs', ['#1002']],
    ['couriers=TCS,Leopards&status=DELIVERED', ['#1001', '#1002']],
    ['courier=TCS&status=DELIVERED,RTS', ['#1002']],
    // The other names of some filters.
    ['bookingFrom=2026-11-10&bookingTo=2026-11-10', ['#1000', '#1001']],
    ['deliveredFrom=2026-11-12&phone=0321', ['#1001']],
    // Days in the wrong order are swapped.
    ['bookingfrom=2026-11-10&bookingto=2026-11-03', ['#1000', '#1001']],
    ['deliveredfrom=2026-11-05&deliveredto=2026-11-01', ['#1002']],
    ['query=%2B92%20300', ['#1000', '#1002', '#1003', '#1004', '#1005', '#999']],
  ])('%s finds these orders', async (search, expected) => {
    const { totalOrders } = await list(search);
    expect(await sorted(search)).toEqual(expected);
    expect(totalOrders).toBe(expected.length);
  });

  it.each([
    // Delivered: until the day of delivery in the shop's calendar. In progress: until today.
    ['days=2&op=EQUAL', ['#1001']],
    ['days=3&op=EQUAL', ['#1002']],
    ['days=10&op=EQUAL', ['#1000']],
    ['days=0&op=EQUAL', ['#999']],
    // Cancelled or returned: until that day. Returning: still in progress.
    ['days=1&op=EQUAL', ['#1003']],
    ['days=9&op=EQUAL', ['#1004']],
    ['days=9', ['#1000', '#1005']],
    ['days=2&op=LESS', ['#1003', '#999']],
  ])('%s counts the days on the way', async (search, expected) => expect(await sorted(search)).toEqual(expected));
});

it.each(['status', 'courier', 'payment_status', 'bookingfrom', 'deliveredto', 'days', 'op', 'query', 'phone_num'])(
  'an invalid %s is refused with its name, so that the list never shows more than requested',
  async (name) => {
    const wrong = { query: 'x'.repeat(101), phone_num: '0'.repeat(21), courier: 'x'.repeat(41) }[name] ?? 'FULFILED';
    for (const path of ['get-all-orders', 'shipments/filter-totals']) {
      const refused = await server.call('GET', `${path}?dest=Lahore&${name}=${wrong}`, { token });
      expect(refused.status).toBe(400);
      expect(refused.body.errors[0].field).toMatch(new RegExp(`^${name}`));
    }
  },
);

it('a parcel that was added after its delivery is not found by its days', async () => {
  const shop = await aShop(server.context);
  const { token: owner } = await aUser(server.context, shop.shopId);
  const { accountId } = await anAccount(server.context, shop.shopId, 'LEOPARD', courierValues.LEOPARD);
  const added = new Date('2026-11-10T10:00:00Z');
  const delivered = new Date('2026-11-05T10:00:00Z');
  await aShipment(server.context, shop.shopId, {
    ...{ accountId, order: '#1', status: 'DELIVERED', bookedAt: added, deliveredAt: delivered },
  });
  const found = async (search: string): Promise<number> =>
    (await server.call('GET', `get-all-orders?${search}`, { token: owner })).body.totalOrders;
  expect(await found('')).toBe(1);
  for (const op of ['LESS', 'EQUAL', 'GREATER']) expect([op, await found(`days=3&op=${op}`)]).toEqual([op, 0]);
});

describe('sorting', () => {
  it.each([
    ['sort=order&dir=asc', ['#999', '#1000', '#1001']],
    ['sort=order', ['#1005', '#1004', '#1003']],
    ['sort=cod', ['#1001']],
    ['sort=cod&dir=asc', ['#999', '#1000']],
    ['sort=customer', ['#999']],
    ['sort=customer&dir=asc', ['#1000']],
    ['sort=city&dir=asc', ['#1001', '#999']],
    ['sort=delivered', ['#1001', '#1002']],
    ['sort=delivered&dir=asc', ['#1002', '#1001']],
    ['sort=status&dir=asc', ['#1003', '#1001', '#1002']],
    ['sort=courier', ['#1002']],
    ['sort=nonsense', ['#999']],
  ])('%s begins with %s', async (search, expected) =>
    expect((await orders(search)).slice(0, expected.length)).toEqual(expected),
  );

  it.each(ShipmentsSort.options.flatMap((sort) => [`sort=${sort}&dir=asc`, `sort=${sort}&dir=desc`]))(
    '%s: pages read from the end go on where those before them ended',
    async (search) => {
      const whole = await orders(search);
      const pages: string[] = [];
      for (let page = 1; page <= 4; page += 1) pages.push(...(await orders(`${search}&limit=2&page=${page}`)));
      expect(pages).toEqual(whole);
      expect(await orders(`${search}&limit=2&page=5`)).toEqual(whole.slice(-1));
    },
  );
});

describe('pages of 50 rows', () => {
  const parcels = 262;
  const hour = 3_600_000;
  let other: string;

  beforeAll(async () => {
    const shop = await aShop(server.context);
    ({ token: other } = await aUser(server.context, shop.shopId));
    const { accountId } = await anAccount(server.context, shop.shopId, 'LEOPARD', courierValues.LEOPARD);
    for (let n = 0; n < parcels; n += 1)
      await aShipment(server.context, shop.shopId, {
        accountId,
        order: `#${n}`,
        // Pairs at the same time, so that the id decides.
        bookedAt: new Date(Date.UTC(2026, 9, 1) + Math.floor(n / 2) * hour),
        status: n % 3 === 0 ? 'INPROCESS' : 'FULFILLED',
        cod: (n * 37) % 100,
      });
  });

  const rows = async (search: string): Promise<{ id: string }[]> =>
    (await server.call('GET', `get-all-orders?${search}`, { token: other })).body.data;

  async function whole(search: string, limit: number): Promise<{ id: string }[]> {
    const { totalPages } = (await server.call('GET', `get-all-orders?${search}&limit=${limit}`, { token: other })).body;
    const pages: { id: string }[] = [];
    for (let page = 1; page <= totalPages; page += 1)
      pages.push(...(await rows(`${search}&limit=${limit}&page=${page}`)));
    return pages;
  }

  it.each([
    '',
    'status=INPROCESS',
    'sort=cod',
    'sort=delivered&dir=asc',
    'status=FULFILLED&sort=cod',
    'status=FULFILLED,INPROCESS',
    'status=FULFILLED,INPROCESS&sort=cod&dir=asc',
    'status=FULFILLED,INPROCESS&sort=delivered',
    'status=FULFILLED,INPROCESS&sort=status',
    'courier=LEOPARD,TCS&status=INPROCESS,RTS',
  ])('%s: pages of 50 show the same rows in the same order as pages of 200', async (search) => {
    const longer = await whole(search, 200);
    expect(await whole(search, 50)).toEqual(longer);
    expect(new Set(longer.map((row) => row.id)).size).toBe(longer.length);
    expect(await rows(`${search}&page=99`)).toEqual(longer.slice(-(longer.length % 50)));
  });

  it('pages of 50 rows return the same total on every page', async () => {
    const totals = await Promise.all(
      ['', 'page=5', 'page=6', 'page=99'].map((search) =>
        server.call('GET', `get-all-orders?${search}`, { token: other }),
      ),
    );
    expect(totals.map(({ body }) => [body.totalOrders, body.totalPages])).toEqual(totals.map(() => [parcels, 6]));
    expect(totals.map(({ body }) => body.page)).toEqual([1, 5, 6, 6]);
  });
});

it('a search is counted up to 10,000; beyond, the list says that there are more and ends there', async () => {
  const shop = await aShop(server.context);
  const owner = await aUser(server.context, shop.shopId);
  const { accountId } = await anAccount(server.context, shop.shopId, 'LEOPARD', courierValues.LEOPARD);
  await bookedShipments(
    server,
    { shopId: shop.shopId, accountId },
    Array.from({ length: 10_050 }, () => ({ consignee_name: 'Ayesha Khan' })),
  );
  const find = async (search: string) =>
    (await server.call('GET', `get-all-orders?${search}`, { token: owner.token })).body;
  expect(await find('query=ayesha')).toMatchObject({ totalOrders: 10_000, more: true, totalPages: 200 });
  expect((await find('query=ayesha&page=999')).page).toBe(200);
  expect((await find('query=ayesha&page=999')).data).toHaveLength(50);
  expect(await find('')).toMatchObject({ totalOrders: 10_050, more: false });
});

describe('whether a parcel is critical', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const threeDays = 3 * 86_400_000;
  let shopId: string;
  let owner: string;
  let accountId: string;

  beforeAll(async () => {
    ({ shopId } = await aShop(server.context));
    ({ token: owner } = await aUser(server.context, shopId));
    ({ accountId } = await anAccount(server.context, shopId, 'LEOPARD', courierValues.LEOPARD));
  });

  it.each<[why: string, critical: boolean, given: Partial<GivenShipment>]>([
    ['booked more than three days ago', true, { bookedAt: new Date(now.getTime() - threeDays - 1) }],
    ['booked exactly three days ago', false, { bookedAt: new Date(now.getTime() - threeDays) }],
    ['in process', true, { status: 'INPROCESS' }],
    ['returning', true, { status: 'RTS' }],
    ['returned', false, { status: 'RTS', final: true }],
    ['delivered', false, { status: 'DELIVERED' }],
    ['cancelled', false, { status: 'CANCELLED' }],
    ['booked elsewhere', false, { accountId: null, company: 'Trax Logistics' }],
  ])('%s: %s', async (_, critical, given) => {
    const bookedAt = new Date('2026-11-01T10:00:00Z');
    const id = await aShipment(server.context, shopId, { accountId, bookedAt, ...given });
    const { data } = (await server.call('GET', 'get-all-orders?limit=200', { token: owner })).body;
    const row = data.find((one: { id: string }) => one.id === id);
    expect(row.critical).toBe(critical);
  });
});

it('returns times with milliseconds, in UTC', async () => {
  const [row] = (await list('track=LE4')).data;
  expect(row).toMatchObject({ booking_date: '2026-11-01T20:00:00.000Z', delivered_date: '2026-11-04T20:00:00.000Z' });
  expect(new Date(row.createdAt).toISOString()).toBe(row.createdAt);
});

it('returns for each filter the number of orders without it', async () => {
  const { body } = await server.call('GET', 'shipments/filter-totals?status=DELIVERED&dest=Multan&days=1&op=LESS', {
    token,
  });
  expect(body.data).toEqual([
    { filter: 'status', without: 0 },
    { filter: 'dest', without: 0 },
    { filter: 'days', without: 0 },
  ]);
  const two = await server.call('GET', 'shipments/filter-totals?status=DELIVERED&dest=Multan', { token });
  expect(two.body.data).toEqual([
    { filter: 'status', without: 0 },
    { filter: 'dest', without: 2 },
  ]);
});

it('offers the cities and couriers of the shop’s shipments as filters', async () => {
  const { body } = await server.call('GET', 'shipments/filter-choices', { token });
  expect(body.data.cities).toEqual(['Karachi', 'Lahore']);
  const used = (await list('')).data.map((row: { tracking_account: string }) => row.tracking_account);
  expect(body.data.couriers).toEqual([...new Set(used)].toSorted());
});

const describeIt = (selection: unknown) => server.call('POST', 'shipments/selection', { token, body: { selection } });

it('a selection of all matching orders has them in the order of the list, without unticked ones', async () => {
  const { data } = await list('sort=order&dir=asc');
  const matching = await describeIt({
    matching: { sort: 'order', dir: 'asc' },
    except: [data[1].id],
  });
  expect(matching.body.data.total).toBe(6);
  expect(matching.body.data.ids).toEqual(
    data.filter((_: unknown, place: number) => place !== 1).map((row: { id: string }) => row.id),
  );
});

it('a selection of ticked orders has them in the order of the list', async () => {
  const { data } = await list('sort=cod&dir=asc');
  const ids = data.map((row: { id: string }) => row.id);
  const ticked = await describeIt({ ids: ids.toReversed(), order: { sort: 'cod', dir: 'asc' } });
  expect(ticked.body.data.ids).toEqual(ids);
});

it('a selection says what each bulk action would do, and why it skips parcels', async () => {
  const { body } = await describeIt({ matching: {} });
  expect(body.data).toMatchObject({
    total: 7,
    cancel: {
      parcels: 3,
      on_their_way: 2,
      store_only: 0,
      elsewhere: 0,
      skipped: [
        { why: 'Delivered', parcels: 2 },
        { why: 'Already cancelled', parcels: 1 },
        { why: 'Came back to you', parcels: 1 },
      ],
    },
    track: { parcels: 3 },
    print: { parcels: 6 },
    load_sheet: { parcels: 1 },
  });
  const idOf = async (number: string): Promise<string> => (await list(`track=${number}`)).data[0].id;
  const cancelled = await idOf('LE5');
  expect(body.data.print.ids).toEqual(body.data.ids.filter((id: string) => id !== cancelled));
  expect(body.data.load_sheet.ids).toEqual([await idOf('LE1')]);
});

it('a selection names its parcels and says which of them can be cancelled, in the order of the list', async () => {
  const { data } = await list('sort=order&dir=asc');
  const { body } = await describeIt({ matching: { sort: 'order', dir: 'asc' } });
  const { ids, named, cancel } = body.data;
  expect(named.map(({ id }: { id: string }) => id)).toEqual(ids);
  const [first] = data;
  expect(named[0]).toEqual({
    id: first.id,
    order_name: first.order_name,
    customer_name: first.consignee_name,
    tracking_number: first.tracking_number,
  });
  expect(first.order_name).toMatch(/^#/);
  expect(cancel.ids).toHaveLength(cancel.parcels);
  expect(ids.filter((id: string) => cancel.ids.includes(id))).toEqual(cancel.ids);
});

it('a selection with an invalid or unknown filter is refused with the filter’s name', async () => {
  const wrong = { bookingfrom: '2026-02-30', op: 'MORE', payment_status: 'PAYED', carrier: 'TCS' };
  const fields = Object.keys(wrong).map((name) => `selection.matching.${name}`);
  const selection = { matching: { ...wrong, dest: 'Lahore' } };
  for (const [path, body] of [
    ['shipments/selection', { selection }],
    ['shipment-tasks', { kind: 'cancel', selection }],
    ['download-csv', { selection, columns: ['order_name'], format: 'csv', bom: true }],
  ] as const) {
    const refused = await server.call('POST', path, { token, body });
    expect(refused.status).toBe(400);
    const named = refused.body.errors.map((one: { field: string }) => one.field);
    expect(named).toEqual(expect.arrayContaining(fields));
  }
  const unknown = await describeIt({ matching: { carrier: 'TCS' } });
  expect(unknown.body.errors).toEqual([
    { msg: 'There is no field “carrier” here.', code: 'invalid-input', field: 'selection.matching.carrier' },
  ]);
  for (const search of ['days=many', 'carrier=TCS']) {
    const refused = await server.call('POST', `export-orders?${search}&filter=MATCHED_ORDERS`, { token });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: search.split('=')[0] }] } });
  }
  const misspelt = await describeIt({ matching: { status: 'FULFILED' } });
  expect(misspelt).toMatchObject({ status: 400, body: { errors: [{ field: expect.stringContaining('status') }] } });
});

it('a selection ignores an empty filter, like the list', async () => {
  const empty = { query: '', status: '', courier: '', bookingfrom: '', dest: '', days: '', op: '', tag: '' };
  expect((await list(new URLSearchParams(empty).toString())).totalOrders).toBe(7);
  expect((await describeIt({ matching: empty })).body.data).toMatchObject({ total: 7 });
});

it('a selection without orders is not found', async () => {
  expect((await describeIt({ ids: ['0123456789abcdef01234567'] })).status).toBe(404);
  expect((await describeIt({ matching: { dest: 'Nowhere' } })).status).toBe(404);
  expect((await describeIt({ ids: [] })).status).toBe(400);
});
