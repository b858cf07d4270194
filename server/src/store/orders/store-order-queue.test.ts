import { addDays, dayOf } from '@courierdesk/contract/dates';
import type { StoreOrderRow } from '@courierdesk/contract/store-orders';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { aShipment } from '../../testing/a-shipment.ts';
import { aStoreOrder, type GivenStoreOrder } from '../../testing/a-store-order.ts';
import { courierValues } from '../../testing/courier-values.ts';
import { anAccount, aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shopId: string;
let token: string;

beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
});
beforeEach(async () => {
  ({ shopId } = await aShop(server.context));
  ({ token } = await aUser(server.context, shopId));
});
afterAll(() => server?.close());

const hours = (n: number): Date => new Date(server.clock.now.getTime() - n * 3_600_000);
/** Noon in Pakistan, this many days ago. */
const noon = (daysAgo: number): Date =>
  new Date(`${addDays(dayOf(server.clock.now, 'Asia/Karachi'), -daysAgo)}T07:00:00Z`);
const order = (given: GivenStoreOrder = {}): Promise<string> => aStoreOrder(server.context, shopId, given);
const get = (path: string) => server.call('GET', path, { token });
const list = async (search = ''): Promise<{ data: StoreOrderRow[]; pagination: { total: number } }> =>
  (await get(`store-orders?${search}`)).body;
const names = async (search = ''): Promise<string[]> => (await list(search)).data.map((row) => row.order_name);
const next = async (after: readonly string[], search = '', except: readonly string[] = []) =>
  (await get(`store-orders/next?after=${after.join()}&except=${except.join()}&${search}`)).body.data?.order_name ??
  null;
const selection = (body: unknown) =>
  server.call('POST', 'store-orders/selection', { token, body: { selection: body } });
const account = async (name: string, isDefault = false): Promise<string> =>
  (await anAccount(server.context, shopId, 'LEOPARD', courierValues.LEOPARD, { name, isDefault })).accountId;

/** A cancelled booking of the order. */
async function aCancelledBooking(storeOrderId: string, given: { voidNeeded?: boolean; hoursAgo?: number }) {
  const accountId = await account(`Cancelled ${storeOrderId}`);
  const cancelledAt = hours(given.hoursAgo ?? 0);
  const id = await aShipment(server.context, shopId, { accountId, company: given.voidNeeded ? 'MNP' : 'LEOPARD' });
  await withShop(server.context.db, shopId, async (trx) => {
    await trx
      .insertInto('shipment_order')
      .values({
        shop_id: shopId,
        shipment_id: id,
        store_order_id: storeOrderId,
        claim: 1,
        position: 0,
        lines: '[]',
        store_version: '',
        store_copy: '{}',
        holds: true,
      })
      .execute();
    await trx.updateTable('shipment_order').set({ holds: false }).where('shipment_id', '=', id).execute();
    await trx
      .updateTable('shipment')
      .set({ status: 'CANCELLED', cancelled_at: cancelledAt, courier_live: given.voidNeeded ?? false })
      .where('id', '=', id)
      .execute();
  });
  return id;
}

it('the queue of store orders is sorted by age, total and city, both ways', async () => {
  await account('Main', true);
  await order({ name: '#old', placedAt: hours(50), total: '300.50', city: 'Lahore' });
  await order({ name: '#new', placedAt: hours(1), total: '1000.00', city: 'karachi' });
  await order({ name: '#mid', placedAt: hours(9), total: '300.49', city: 'Lahore' });
  expect(await names()).toEqual(['#old', '#mid', '#new']);
  expect(await names('sort=age')).toEqual(['#new', '#mid', '#old']);
  expect(await names('sort=age&dir=desc')).toEqual(['#old', '#mid', '#new']);
  expect(await names('sort=total')).toEqual(['#mid', '#old', '#new']);
  expect(await names('sort=total&dir=desc')).toEqual(['#new', '#old', '#mid']);
  expect(await names('sort=city')).toEqual(['#new', '#old', '#mid']);
  expect(await names('sort=city&dir=desc')).toEqual(['#mid', '#old', '#new']);
  expect(await names('sort=total&limit=1&page=3')).toEqual(['#new']);
});

it('sorted by total, the orders of each currency are listed together', async () => {
  await account('Main', true);
  await order({ name: '$500', currency: 'USD', total: '500.00' });
  const dearest = await order({ name: 'Rs 3,000', total: '3000.00' });
  await order({ name: '$20', currency: 'USD', total: '20.00' });
  await order({ name: 'Rs 100', total: '100.00' });
  for (const tab of ['ready', 'all']) {
    expect(await names(`tab=${tab}&sort=total`)).toEqual(['Rs 100', 'Rs 3,000', '$20', '$500']);
    expect(await names(`tab=${tab}&sort=total&dir=desc`)).toEqual(['$500', '$20', 'Rs 3,000', 'Rs 100']);
  }
  expect(await next([dearest], 'sort=total')).toBe('$20');
  expect(await next([dearest], 'sort=total&dir=desc')).toBe('Rs 100');
});

it('the queue of store orders is filtered by tag, city, payment, age and total, alone and together', async () => {
  await account('Main', true);
  await order({ name: '#1', tags: ['VIP', 'Eid'], city: 'LHR', placedAt: noon(4) });
  await order({ name: '#2', tags: ['vip'], city: 'Lahore', total: '900.00', outstanding: '0.00' });
  await order({ name: '#3', city: 'Karachi', total: '5000.50', placedAt: noon(1) });
  const found = async (search: string): Promise<string[]> => (await names(search)).toSorted();
  expect(await found('tag=Vip')).toEqual(['#1', '#2']);
  expect(await found('city=LAHORE')).toEqual(['#1', '#2']);
  expect(await found('payment=cod')).toEqual(['#1', '#3']);
  expect(await found('payment=PREPAID')).toEqual(['#2']);
  expect(await found('days=1')).toEqual(['#1']);
  expect(await found('days=1&op=LESS')).toEqual(['#2']);
  expect(await found('days=1&op=EQUAL')).toEqual(['#3']);
  expect(await found('total_from=900&total_to=5000')).toEqual(['#1', '#2']);
  expect(await found('total_from=5001')).toEqual([]);
  expect(await found('tag=vip&payment=COD&city=lahore')).toEqual(['#1']);
  expect(await found('tag=&city=&payment=&days=&op=')).toEqual(['#1', '#2', '#3']);
  const { pagination } = await list('tag=vip&limit=1');
  expect(pagination).toMatchObject({ total: 2, pages: 2 });
  expect(await found('tab=all&tag=VIP&city=lhr')).toEqual(['#1', '#2']);
});

it('an open amount in dollars counts as no amount in rupees, and its order as not prepaid', async () => {
  const [usual, prepaid, dear] = [await account('Usual', true), await account('Prepaid'), await account('Dear')];
  const rule = (name: string, given: Record<string, unknown>) => ({ name, cities: [], ...given });
  const rules = [
    rule('Prepaid', { payment: 'prepaid', targets: [{ account_id: prepaid, share: 100 }] }),
    rule('Dear', { value_from: 3000, targets: [{ account_id: dear, share: 100 }] }),
  ];
  await server.call('PUT', 'booking-rules', { token, body: { rules, fallback: null, revision: 0 } });
  const inDollars = { currency: 'USD', total: '3450.00' };
  const open = await order({ name: '#open', ...inDollars, problems: ['other-currency'] });
  await order({ name: '#paid', ...inDollars, outstanding: '0.00' });
  await order({ name: '#rupees', total: '3450.00' });
  const tab = 'tab=all&sort=age&dir=desc';
  expect(await names(`${tab}&total_from=3000`)).toEqual(['#rupees']);
  expect(await names(`${tab}&total_to=4000`)).toEqual(['#rupees']);
  expect((await names(`${tab}&payment=COD`)).toSorted()).toEqual(['#open', '#rupees']);
  expect(await names(`${tab}&payment=PREPAID`)).toEqual(['#paid']);
  expect(await names(`tab=look&account=${usual}`)).toEqual(['#open']);
  expect((await list('tab=look')).data).toMatchObject([{ cod: 0, suggested_account: { account_id: usual } }]);
  expect(await names(`account=${prepaid}`)).toEqual(['#paid']);
  expect(await names(`account=${dear}`)).toEqual(['#rupees']);
  expect((await selection({ ids: [open] })).body.data.cod).toBe(0);
  expect((await selection({ matching: { tab: 'all' } })).body.data.cod).toBe(3450);
  const batch = `batches/${(await server.call('POST', 'batches', { token, body: { order_ids: [open] } })).body.data.id}`;
  const accountAfter = async (set: Record<string, unknown>): Promise<string> => {
    const { rows } = (await get(batch)).body;
    await server.call('PATCH', `${batch}/rows`, {
      token,
      body: { rows: [{ id: rows[0].id, revision: rows[0].revision, set }] },
    });
    return (await get(batch)).body.rows[0].fields.tracking_account;
  };
  expect(await accountAfter({ weight: '700' })).toBe(usual);
  expect(await accountAfter({ cod_amount: '0' })).toBe(prepaid);
});

it('the queue of store orders refuses an invalid filter and names it', async () => {
  for (const [name, value] of [
    ['payment', 'gold'],
    ['days', '-3'],
    ['days', '1.5'],
    ['total_from', 'lots'],
    ['op', 'ABOUT'],
    ['account', 'nobody'],
    ['missing', 'nothing'],
    ['tag', 'x'.repeat(256)],
  ]) {
    const refused = await get(`store-orders?${name}=${value}`);
    expect(refused.status, `${name}=${value}`).toBe(400);
    expect(refused.body.errors[0].field).toBe(name);
    expect(refused.body.errors[0].msg).not.toMatch(/expected|received|Invalid option/);
  }
});

it('the queue of store orders is filtered by what is missing; an order whose M&P number is not voided says so and needs a look', async () => {
  await order({ name: '#phone', problems: ['phone-missing'] });
  await order({ name: '#address', problems: ['address-missing', 'phone-missing'] });
  const id = await order({ name: '#void' });
  const shipmentId = await aCancelledBooking(id, { voidNeeded: true });
  expect(await names()).toEqual([]);
  expect((await names('tab=look&missing=PHONE-missing')).toSorted()).toEqual(['#address', '#phone']);
  expect(await names('tab=look&missing=address-missing')).toEqual(['#address']);
  expect((await list('tab=look&missing=void-needed')).data).toMatchObject([
    { order_name: '#void', problems: ['void-needed'] },
  ]);
  expect((await get('store-orders')).body.counts).toMatchObject({ ready: 0, look: 3 });
  await withShop(server.context.db, shopId, (trx) =>
    trx.updateTable('shipment').set({ courier_live: false }).where('id', '=', shipmentId).execute(),
  );
  expect(await names()).toEqual(['#void']);
});

it('only orders that are to be booked say what is missing, and only they are found by it', async () => {
  await account('Main', true);
  const problems = ['phone-missing'];
  await order({ name: '#open', problems });
  await order({ name: '#cancelled', problems, cancelledAt: hours(1) });
  await order({ name: '#fulfilled', problems, toShip: 0 });
  const { data } = await list('tab=all');
  expect(Object.fromEntries(data.map((row) => [row.order_name, row.problems]))).toEqual({
    '#open': problems,
    '#cancelled': [],
    '#fulfilled': [],
  });
  expect(await names('tab=all&missing=phone-missing')).toEqual(['#open']);
});

it('an order with a returned parcel needs a confirmation', async () => {
  const id = await order();
  const shipmentId = await aShipment(server.context, shopId, {
    accountId: await account('L'),
    status: 'RTS',
    final: true,
  });
  await withShop(server.context.db, shopId, (trx) =>
    trx
      .insertInto('shipment_order')
      .values({
        shop_id: shopId,
        shipment_id: shipmentId,
        store_order_id: id,
        claim: 1,
        position: 0,
        lines: '[]',
        store_version: '',
        store_copy: '{}',
        holds: true,
      })
      .execute(),
  );
  expect((await list('tab=all')).data).toMatchObject([{ shipment: { id: shipmentId, returned: true } }]);
});

it('the queue of store orders is filtered by the suggested courier account exactly as the account of each order is chosen', async () => {
  const [usual, heavy, one, two] = [
    await account('Usual', true),
    await account('Dear'),
    await account('One'),
    await account('Two'),
  ];
  const { accountId: off } = await anAccount(server.context, shopId, 'TCS', courierValues.TCS, { inactive: true });
  const rule = (name: string, given: Record<string, unknown>) => ({ name, cities: [], ...given });
  const saved = await server.call('PUT', 'booking-rules', {
    token,
    body: {
      rules: [
        rule('Off', { active: false, targets: [{ account_id: two, share: 100 }] }),
        rule('Unusable', { payment: 'prepaid', targets: [{ account_id: off, share: 100 }] }),
        rule('Heavy', { weight_from: 5000, targets: [{ account_id: usual, share: 100 }] }),
        rule('Dear', { value_from: 4000, value_to: 4001, targets: [{ account_id: heavy, share: 100 }] }),
        rule('Split', {
          cities: ['lahore', 'Multan'],
          payment: 'cod',
          targets: [
            { account_id: one, share: 25 },
            { account_id: two, share: 60 },
            { account_id: off, share: 15 },
          ],
        }),
      ],
      fallback: null,
      revision: 0,
    },
  });
  expect(saved.status).toBe(200);
  const cities = ['Lahore', 'LHR', 'Multan', 'Quetta', 'لاہور'];
  for (let index = 0; index < 60; index += 1)
    await order({
      city: cities[index % 5] ?? '',
      weight: index % 11 === 0 ? 6000 : 0,
      total: index % 7 === 0 ? '4000.99' : '2000.00',
      ...(index % 9 === 0 && { currency: 'USD', problems: index % 4 === 0 ? [] : ['other-currency'] }),
      ...(index % 4 === 0 && { outstanding: '0.00' }),
    });
  const all = [...(await list('limit=200')).data, ...(await list('limit=200&tab=look')).data];
  expect(all).toHaveLength(60);
  const chosen = Map.groupBy(all, (row) => row.suggested_account?.account_id ?? 'none');
  expect([...chosen.keys()].toSorted()).toEqual([usual, heavy, one, two].toSorted());
  for (const [id, rows] of chosen)
    expect((await names(`limit=200&tab=all&account=${id}`)).toSorted()).toEqual(
      rows.map((row) => row.order_name).toSorted(),
    );
  expect(await names('account=none')).toEqual([]);
});

it('the queue of store orders offers the cities and tags of the unbooked orders', async () => {
  await account('Main', true);
  await order({ city: 'Lahore', tags: ['VIP', 'Eid'] });
  await order({ city: 'Lahore', tags: ['vip'] });
  await order({ city: 'lhr' });
  await order({ city: 'Quetta', tags: ['gone'], toShip: 0 });
  expect((await get('store-orders/filter-choices')).body.data).toEqual({
    cities: [{ name: 'Lahore', orders: 3, spellings: ['lhr'] }],
    tags: [
      { name: expect.stringMatching(/^vip$/i), orders: 2 },
      { name: 'Eid', orders: 1 },
    ],
  });
});

describe('the choices of the city filter', () => {
  type Choice = { name: string; orders: number | null; spellings: string[] };
  const choices = async (tab = 'ready'): Promise<Choice[]> =>
    (await get(`store-orders/filter-choices?tab=${tab}`)).body.data.cities;
  const total = async (search: string): Promise<number> => (await list(search)).pagination.total;

  beforeEach(async () => {
    const { accountId } = await anAccount(server.context, shopId, 'LEOPARD', {}, { isDefault: true });
    const ofCourier = ['Rawalpindi', 'Islamabad', 'KARACHI', 'Gujranwala'];
    await withShop(server.context.db, shopId, (trx) =>
      trx
        .insertInto('courier_city_list')
        .values({
          shop_id: shopId,
          account_id: accountId,
          cities: JSON.stringify(ofCourier.map((name) => ({ id: name, name }))),
          fetched_at: server.clock.now,
        })
        .execute(),
    );
    for (const city of ['Pindi', 'Pindi', 'RWP', 'Rawalpindii', 'Islambad', 'Islamabad, G-11', 'Karachi East'])
      await order({ city });
    await order({ city: 'Gujrawala', toShip: 0 });
    await order({ city: 'Islamabad', problems: ['phone-missing'] });
    await order({ city: 'Kheechi Town' });
    await order({ city: '-' });
  });

  it('the choices of the city filter are named as the couriers name the city, with the spellings of customers', async () => {
    expect(await choices()).toEqual([
      { name: 'Rawalpindi', orders: 4, spellings: ['Pindi', 'Rawalpindii', 'RWP'] },
      { name: 'Islamabad', orders: 2, spellings: ['Islamabad, G-11', 'Islambad'] },
      { name: 'KARACHI', orders: 1, spellings: ['Karachi East'] },
    ]);
  });

  it.each(['ready', 'look', 'all'])('each finds as many orders as it says under %s', async (tab) => {
    const found = await choices(tab);
    expect(found.map(({ orders }) => orders)).toEqual(
      await Promise.all(found.map(({ name }) => total(`tab=${tab}&city=${encodeURIComponent(name)}`))),
    );
    expect(found.reduce((sum, { orders }) => sum + (orders ?? 0), 0)).toBe(await total(`tab=${tab}`));
  });

  it('the choices of the city filter that no courier knows for certain are offered as they were written', async () => {
    expect((await choices('look')).map(({ name }) => name).toSorted()).toEqual(['-', 'Islamabad', 'Kheechi Town']);
  });

  it('the choices of the city filter are found by the spelling of a customer as well', async () => {
    for (const spelling of ['pindi', 'RAWALPINDII', 'Rawalpindi', 'rwp'])
      expect(await total(`city=${spelling}`)).toBe(4);
  });
});

it('all matching orders are selected in the order of the list, without unticked orders and orders that cannot be booked', async () => {
  const [, second] = [
    await order({ tags: ['VIP'], total: '300.00' }),
    await order({ tags: ['VIP'], total: '200.00' }),
    await order({ tags: ['VIP'], total: '100.50' }),
    await order({ tags: ['VIP'], cancelledAt: hours(1) }),
    await order(),
  ];
  const matching = { tab: 'all', tag: 'vip', sort: 'total', dir: 'asc' };
  const { data } = (await selection({ matching, except: [second] })).body;
  expect(data).toMatchObject({ cod: 401, skipped: 1 });
  expect(data.ids).toHaveLength(2);
  const rows = (await list('tab=all&tag=vip&sort=total')).data;
  expect(data.ids).toEqual([rows[0]?.id, rows[2]?.id]);
  expect((await selection({ matching: { tag: 'nobody' } })).status).toBe(404);
  expect((await selection({ matching: { tagg: 'vip' } })).status).toBe(400);
  expect((await selection({ matching: { days: 'three' } })).status).toBe(400);
  expect((await selection({ ids: [newId()] })).status).toBe(404);
});

it('all matching orders can get an assigned courier account, which overrides the rules, and can lose it again', async () => {
  const usual = await account('Usual', true);
  const other = await account('Other');
  await order({ name: '#1', tags: ['VIP'] });
  const second = await order({ name: '#2' });
  const assign = (body: unknown) => server.call('POST', 'store-orders/assign-account', { token, body });
  expect((await assign({ selection: { matching: { tag: 'vip' } }, account_id: other })).body).toEqual({
    assigned: 1,
  });
  expect(await names(`account=${other}`)).toEqual(['#1']);
  expect((await list('tag=vip')).data).toMatchObject([
    { suggested_account: { account_id: other, name: 'Other', assigned: true, because: 'Assigned to this order' } },
  ]);
  const batch = await server.call('POST', 'batches', {
    token,
    body: { order_ids: (await list()).data.map(({ id }) => id) },
  });
  const { rows } = (await get(`batches/${batch.body.data.id}`)).body;
  expect(rows.map((row: { fields: { tracking_account: string } }) => row.fields.tracking_account).toSorted()).toEqual(
    [usual, other].toSorted(),
  );
  // One more order came in since the person saw how many match.
  const seen = { matching: { tag: 'vip' }, count: 999 };
  expect(await assign({ selection: seen, account_id: other })).toMatchObject({
    status: 409,
    body: { errors: [{ code: 'conflict', msg: expect.stringContaining('you selected 999') }] },
  });
  await assign({ selection: { matching: {} }, account_id: null });
  expect((await names(`account=${usual}`)).toSorted()).toEqual(['#1', '#2']);
  expect((await assign({ selection: { ids: [second] }, account_id: newId() })).status).toBe(404);
  const { accountId: off } = await anAccount(server.context, shopId, 'TCS', courierValues.TCS, { inactive: true });
  expect((await assign({ selection: { ids: [second] }, account_id: off })).body.errors[0]).toMatchObject({
    field: 'account_id',
  });
});

it('the next order to book follows the sort and filters of the list, after the order just worked on', async () => {
  await account('Main', true);
  const one = await order({ name: '#1', placedAt: hours(1), total: '100.00', tags: ['VIP'] });
  const two = await order({ name: '#2', placedAt: hours(2), total: '300.00' });
  const three = await order({ name: '#3', placedAt: hours(3), total: '200.00', tags: ['VIP'] });
  expect(await next([three])).toBe('#2');
  expect(await next([two])).toBe('#1');
  expect(await next([one])).toBe(null);
  expect(await next([one], 'tab=all')).toBe('#2');
  expect(await next([two], 'tab=look')).toBe('#1');
  expect(await next([one], 'sort=total')).toBe('#3');
  expect(await next([three], 'sort=total')).toBe('#2');
  expect(await next([three], 'sort=age&dir=desc')).toBe('#2');
  expect(await next([two], 'sort=city&dir=desc')).toBe('#3');
  expect(await next([three], 'tag=vip')).toBe('#1');
  expect(await next([three, one])).toBe('#2');
  expect(await next([three], '', [two])).toBe('#1');
});

it('the next order to book is never one that needs a look, is booked, or was just cancelled', async () => {
  await account('Main', true);
  const place = (name: string, hoursAgo: number, given: GivenStoreOrder = {}) =>
    order({ name, placedAt: hours(hoursAgo), ...given });
  const first = await place('#first', 7);
  await place('#look', 6, { problems: ['phone-missing'] });
  await place('#shipped', 5, { toShip: 0 });
  const voided = await place('#void', 4);
  const justCancelled = await place('#just cancelled', 3);
  const cancelled = await place('#cancelled', 2);
  await aCancelledBooking(voided, { voidNeeded: true, hoursAgo: 9 });
  await aCancelledBooking(justCancelled, {});
  await aCancelledBooking(cancelled, { hoursAgo: 2 });
  for (const tab of ['ready', 'look', 'booked-today']) expect(await next([first], `tab=${tab}`)).toBe('#cancelled');
  expect(await next([cancelled], 'tab=all')).toBe('#first');
});
