import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { platformAccess } from '../../shop/shops/platform-access.ts';
import { courierValues } from '../../testing/courier-values.ts';
import { anAccount, aUser } from '../../testing/factories.ts';
import { anInstalledStore, deliverWebhooks, mirrorWholeStore, storeOrders } from '../../testing/installed-store.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { copyOfOrder } from './order-version.ts';
import { storeOrderRow } from './store-order-row.ts';

let server: TestServer;
let domain: string;
let shopId: string;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  ({ domain, shopId } = await anInstalledStore(server));
  ({ token } = await aUser(server.context, shopId));
});
afterAll(() => server.close());

const good = { city: 'Lahore', phone: '03001234567', payment: 'cod', count: 1 } as const;

test('only people who may book see store orders', async () => {
  const paths = ['store-orders', `store-orders/${newId()}`, 'get-order-from-shopify/1'];
  const { token: reader } = await aUser(server.context, shopId, { role: 'USER', scopes: ['READ_ORDERS'] });
  for (const path of paths) {
    expect((await server.call('GET', path)).status).toBe(401);
    expect((await server.call('GET', path, { token: reader })).status).toBe(403);
  }
  expect((await server.call('POST', 'store-orders/refresh')).status).toBe(401);
  expect((await server.call('POST', 'store-orders/refresh', { token: reader })).status).toBe(403);
});

test('each order is on the tab ready, look or booked today, or only on all', async () => {
  const [ready] = await storeOrders(server, domain, good);
  await storeOrders(server, domain, { ...good, phone: '042 111' });
  const [booked] = await storeOrders(server, domain, good);
  const [cancelled] = await storeOrders(server, domain, good);
  await server.sandbox.control(`orders/${cancelled?.id}`, { cancel: true });
  const [fulfilled] = await storeOrders(server, domain, good);
  await server.sandbox.control(`orders/${fulfilled?.id}`, { fulfill: true });
  await mirrorWholeStore(server, shopId);
  await aShipmentOf(booked?.id ?? '');

  const list = await get('store-orders');
  expect(list.counts).toEqual({ ready: 1, look: 1, 'booked-today': 1, all: 5 });
  expect(list.data.map((row: { order_name: string }) => row.order_name)).toEqual([ready?.name]);
  expect(list.pagination).toEqual({ page: 1, limit: 50, total: 1, pages: 1 });
  expect(list.mirrored_at).toBe(server.clock.now.toISOString());
  expect(list.store_admin_url).toContain(`${domain}/admin/orders`);
  expect((await get('store-orders?tab=look')).data).toMatchObject([{ problems: ['phone-invalid'] }]);
  expect((await get('store-orders?tab=booked-today')).data).toMatchObject([
    { order_name: booked?.name, shipment: { tracking_number: 'LE1', company: 'LEOPARD', booking_state: 'booked' } },
  ]);
  const all = (await get('store-orders?tab=all')).data;
  expect(all).toHaveLength(5);
  expect(all.find((row: { order_name: string }) => row.order_name === cancelled?.name)).toMatchObject({
    cancelled: true,
  });
  expect(all.find((row: { order_name: string }) => row.order_name === fulfilled?.name)).toMatchObject({
    fulfilled: true,
  });
});

test('an order needs a look if the default account’s courier does not match its city for certain', async () => {
  await anAccountWithCities('TCS', ['LAHORE', 'KARACHI', 'TOBA TEK SINGH'], { isDefault: true });
  await anAccountWithCities('LEOPARD', ['Lahore', 'T.T. Singh'], {});
  await storeOrders(server, domain, { ...good, city: 'lahore ' });
  await storeOrders(server, domain, { ...good, city: 'Nowhere at all' });
  await mirrorWholeStore(server, shopId);
  const ready = await get('store-orders');
  expect(ready.counts).toMatchObject({ ready: 1, look: 1 });
  expect(ready.data[0].city_matches).toEqual([
    { company: 'TCS', name: 'LAHORE' },
    { company: 'LEOPARD', name: 'Lahore' },
  ]);
  const look = await get('store-orders?tab=look');
  expect(look.data).toMatchObject([
    { city: 'Nowhere at all', problems: ['city-uncertain'], city_matches: [{ company: 'TCS', name: null }, {}] },
  ]);

  await withShop(server.context.db, shopId, (trx) =>
    trx
      .insertInto('city_correction')
      .values({
        shop_id: shopId,
        company: 'TCS',
        spelling: 'nowhere at all',
        city_id: 'KARACHI',
        city_name: 'KARACHI',
        corrected_at: server.clock.now,
      })
      .execute(),
  );
  expect((await get('store-orders')).counts).toMatchObject({ ready: 2, look: 0 });
});

test('search finds by order, customer, phone and city within a tab, words of a name in any spacing and either order, and takes % and _ literally', async () => {
  await anAccount(server.context, shopId, 'LEOPARD', courierValues.LEOPARD, { isDefault: true });
  await storeOrders(server, domain, { ...good, address: { firstName: 'Zainab', lastName: 'Qureshi' } });
  const [other] = await storeOrders(server, domain, { ...good, phone: '0321 7654321', city: 'Multan' });
  await mirrorWholeStore(server, shopId);
  const found = async (words: string) =>
    (await get(`store-orders?query=${encodeURIComponent(words)}`)).data.map(
      (row: { order_name: string }) => row.order_name,
    );
  expect(await found('zainab q')).toHaveLength(1);
  expect(await found('Qureshi  zainab')).toHaveLength(1);
  expect(await found('7654321')).toEqual([other?.name]);
  expect(await found('+92 321-7654321')).toEqual([other?.name]);
  expect(await found('multan')).toEqual([other?.name]);
  expect(await found(other?.name ?? '')).toEqual([other?.name]);
  expect(await found('zai_ab')).toEqual([]);
  expect(await found('%%%')).toEqual([]);
  expect(await found(String.raw`\\\ `)).toEqual([]);
  expect((await get('store-orders?query=multan')).pagination.total).toBe(1);
});

test('pages follow each other, oldest first where orders wait to be booked and newest first under all', async () => {
  await anAccount(server.context, shopId, 'LEOPARD', courierValues.LEOPARD, { isDefault: true });
  await storeOrders(server, domain, { ...good, count: 5, spreadHours: 20 });
  await mirrorWholeStore(server, shopId);
  const times: string[] = [];
  for (const page of [1, 2, 3]) {
    const answer = await get(`store-orders?limit=2&page=${page}`);
    expect(answer.pagination).toMatchObject({ total: 5, pages: 3 });
    times.push(...answer.data.map((row: { createdAt: string }) => row.createdAt));
  }
  expect(new Set(times).size).toBe(5);
  expect(times).toEqual(times.toSorted());
  const all = (await get('store-orders?tab=all')).data.map((row: { createdAt: string }) => row.createdAt);
  expect(all).toEqual(times.toReversed());
  const youngest = (await get('store-orders?sort=age')).data.map((row: { createdAt: string }) => row.createdAt);
  expect(youngest).toEqual(times.toReversed());
});

test('refresh reads new orders from the store', async () => {
  await anAccount(server.context, shopId, 'LEOPARD', courierValues.LEOPARD, { isDefault: true });
  await mirrorWholeStore(server, shopId);
  await storeOrders(server, domain, { ...good, count: 3 });
  const answer = await server.call('POST', 'store-orders/refresh', { token });
  expect(answer).toMatchObject({ status: 200, body: { changed: 3 } });
  expect((await get('store-orders')).counts.ready).toBe(3);
});

test('two refreshes at once read the store one after the other, and both succeed', async () => {
  await mirrorWholeStore(server, shopId);
  await storeOrders(server, domain, { ...good, count: 3 });
  const answers = await Promise.all([1, 2, 3].map(() => server.call('POST', 'store-orders/refresh', { token })));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
  expect(answers.map((answer) => answer.body.changed).toSorted()).toEqual([0, 0, 3]);
});

test('a store that withdrew our access gives a clear error and signs no user out', async () => {
  await anAccount(server.context, shopId, 'LEOPARD', courierValues.LEOPARD, { isDefault: true });
  const [order] = await storeOrders(server, domain, good);
  await mirrorWholeStore(server, shopId);
  await server.sandbox.control(`shops/${domain}`, { revokeTokens: true });
  for (const answer of [
    await server.call('POST', 'store-orders/refresh', { token }),
    await server.call('GET', `get-order-from-shopify/${order?.id}`, { token }),
  ]) {
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0]).toMatchObject({
      code: 'store-unauthorised',
      msg: 'Courierdesk no longer has access to the store. Reconnect it at the top of the page, or ask the owner to do it.',
    });
  }
  expect((await get('store-orders')).data).toHaveLength(1);
});

test('the booking form starts with the store’s current data', async () => {
  await mirrorWholeStore(server, shopId);
  const [order] = await storeOrders(server, domain, {
    ...good,
    phone: '+92 300-1234567',
    note: 'Call before',
    shipping: 199.5,
    lines: [
      { title: 'Kurta', variant: 'Large', price: 1000, quantity: 2 },
      { title: 'Mug', price: 250, quantity: 1 },
    ],
  });
  const byNumber = await get(`get-order-from-shopify/${order?.id}`);
  expect(byNumber.orderData).toMatchObject({
    platform_order_id: order?.id,
    order_name: order?.name,
    state: 'ready',
    source: 'store',
    consignee_phone: '03001234567',
    products_list: '2 x Kurta (Large), 1 x Mug',
    pieces: 1,
    weight: 100,
    shipping: '199.50',
    total: '2449.50',
    outstanding: '2449.50',
    cod_amount: 2450,
    payment: 'COD',
    note: 'Call before',
    remarks: '',
    held_by: null,
    void_needed: null,
    earlier: { delivered: 0, returned: 0 },
  });
  const { id, version } = byNumber.orderData;
  expect((await get(`get-order-from-shopify/${id}`)).orderData.id).toBe(id);
  expect(
    (await get(`get-order-from-shopify/${encodeURIComponent(`gid://shopify/Order/${order?.id}`)}`)).orderData.id,
  ).toBe(id);

  await server.sandbox.control(`orders/${order?.id}`, { outstanding: 0 });
  const paid = (await get(`get-order-from-shopify/${id}`)).orderData;
  expect(paid).toMatchObject({ cod_amount: 0, payment: 'PAID' });
  expect(paid.version).not.toBe(version);
  await server.sandbox.control(`orders/${order?.id}`, { fulfill: true });
  expect((await get(`get-order-from-shopify/${id}`)).orderData.state).toBe('fulfilled');
});

test('the weight is the store’s for the items to ship, otherwise the account’s, otherwise the shop’s', async () => {
  const newShop = await anInstalledStore(server);
  const { token: newToken } = await aUser(server.context, newShop.shopId);
  const weightOf = async (id: string | undefined) =>
    (await server.call('GET', `get-order-from-shopify/${id}`, { token: newToken })).body.orderData;
  const lines = [
    { title: 'Kurta', price: 1000, quantity: 2, grams: 450 },
    { title: 'Lamp', price: 1750, quantity: 1, grams: 3600 },
  ];
  const [weighed] = await storeOrders(server, newShop.domain, { ...good, lines });
  const [unweighed] = await storeOrders(server, newShop.domain, {
    ...good,
    lines: [{ title: 'Kurta', price: 1000, quantity: 2 }],
  });
  expect(await weightOf(weighed?.id)).toMatchObject({ weight: 4500, weight_source: 'store', store_weights: [4500] });
  expect(await weightOf(unweighed?.id)).toMatchObject({ weight: 100, weight_source: 'shop', store_weights: [0] });

  await anAccount(server.context, newShop.shopId, 'LEOPARD', courierValues.LEOPARD, { weight: 650 });
  expect(await weightOf(unweighed?.id)).toMatchObject({ weight: 650, weight_source: 'account' });
  expect(await weightOf(weighed?.id)).toMatchObject({ weight: 4500, weight_source: 'store' });

  await fulfilOneOf(newShop.shopId, weighed?.id ?? '', 'Lamp');
  expect(await weightOf(weighed?.id)).toMatchObject({ weight: 900, weight_source: 'store', store_weights: [900] });
});

/** Ships one line of an order in the store. */
async function fulfilOneOf(shop: string, platformOrderId: string, title: string): Promise<void> {
  const { platform } = server.context;
  const access = await platformAccess(server.context, shop);
  const [order] = await platform.ordersByIds(access, [platformOrderId]);
  const state = await platform.fulfilmentState(access, platformOrderId);
  const line = order?.lines.find((one) => one.title === title);
  await platform.fulfil(access, {
    fulfilmentOrders: (state?.fulfilmentOrders ?? []).flatMap((one) => {
      const lines = one.lines.filter(({ lineId }) => lineId === line?.lineId);
      return lines.length > 0
        ? [{ id: one.id, lines: lines.map(({ id, remaining }) => ({ id, quantity: remaining })) }]
        : [];
    }),
    tracking: { number: 'ELSEWHERE-1', company: 'Other', url: 'https://example.test/1' },
    notifyCustomer: false,
  });
}

test('the form shows a cancelled order, the shipment that holds it, or the number that must be voided', async () => {
  const [cancelled] = await storeOrders(server, domain, good);
  await server.sandbox.control(`orders/${cancelled?.id}`, { cancel: true });
  expect((await get(`get-order-from-shopify/${cancelled?.id}`)).orderData.state).toBe('cancelled');

  const [held] = await storeOrders(server, domain, good);
  const [voided] = await storeOrders(server, domain, { ...good, phone: '03451112223' });
  await mirrorWholeStore(server, shopId);
  const shipmentId = await aShipmentOf(held?.id ?? '');
  expect((await get(`get-order-from-shopify/${held?.id}`)).orderData).toMatchObject({
    state: 'held',
    held_by: { shipment_id: shipmentId, tracking_number: 'LE1' },
  });
  await aShipmentOf(voided?.id ?? '', { company: 'MNP', number: 'MP7', status: 'CANCELLED', courier_live: true });
  await aShipmentOf(voided?.id ?? '', { number: 'LE8', status: 'DELIVERED', holds: false });
  await aShipmentOf(voided?.id ?? '', { number: 'LE9', status: 'RTS', holds: false });
  expect((await get(`get-order-from-shopify/${voided?.id}`)).orderData).toMatchObject({
    state: 'ready',
    void_needed: { tracking_number: 'MP7' },
    earlier: { delivered: 1, returned: 1 },
  });
});

test('a change in the store after booking opens a case, and undoing the change closes it', async () => {
  const [order] = await storeOrders(server, domain, good);
  await mirrorWholeStore(server, shopId);
  const shipmentId = await aShipmentOf(order?.id ?? '');
  await server.sandbox.control(`orders/${order?.id}`, { addTags: ['vip'] });
  await deliverWebhooks(server);
  expect(await casesOf(shipmentId)).toEqual([]);
  await server.sandbox.control(`orders/${order?.id}`, { address: { city: 'Karachi' } });
  await deliverWebhooks(server);
  expect(await casesOf(shipmentId)).toMatchObject([
    { kind: 'changed-after-booking', detail: { changes: [{ field: 'City', was: 'Lahore', now: 'Karachi' }] } },
  ]);
  await server.sandbox.control(`orders/${order?.id}`, { address: { city: 'Lahore' } });
  await deliverWebhooks(server);
  const { data } = await get('shipments/attention');
  expect(data.filter((one: { shipment_id: string }) => one.shipment_id === shipmentId)).toEqual([]);
});

test('discounts show only if the shop’s settings say so', async () => {
  await storeOrders(server, domain, { ...good, count: 40, discountCode: 'EID10' });
  await mirrorWholeStore(server, shopId);
  const order = await withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('store_order').select('id').where('discounts', '>', '0').limit(1).executeTakeFirstOrThrow(),
  );
  expect((await get(`get-order-from-shopify/${order.id}`)).orderData).toMatchObject({
    has_discount: false,
    applied_discount: '0.00',
    discount_names: [],
  });
  await withShop(server.context.db, shopId, (trx) =>
    trx.updateTable('shop_setting').set({ show_discount: true, default_weight: 750 }).execute(),
  );
  const { orderData } = await get(`get-order-from-shopify/${order.id}`);
  expect(orderData).toMatchObject({ has_discount: true, discount_names: ['EID10'], default_weight: 750 });
  expect(Number(orderData.applied_discount)).toBeGreaterThan(0);
});

test('if the store does not respond, the form starts with the mirror and says so', async () => {
  const [order] = await storeOrders(server, domain, good);
  await mirrorWholeStore(server, shopId);
  const [unknown] = await storeOrders(server, domain, good);
  await server.sandbox.control('faults', { target: 'shopify', kind: 'error500' });
  const known = await get(`get-order-from-shopify/${order?.id}`);
  const lost = await server.call('GET', `get-order-from-shopify/${unknown?.id}`, { token });
  await server.sandbox.control('faults', { clear: true });
  expect(known.orderData).toMatchObject({ source: 'mirror', order_name: order?.name });
  expect(lost).toMatchObject({ status: 422, body: { errors: [{ code: 'store-unavailable' }] } });
});

test('an unknown order and an order of another shop are not found', async () => {
  const [order] = await storeOrders(server, domain, good);
  const mine = await get(`get-order-from-shopify/${order?.id}`);
  const other = await anInstalledStore(server);
  const { token: stranger } = await aUser(server.context, other.shopId);
  const ask = (path: string, as: string) => server.call('GET', path, { token: as });
  expect((await ask('get-order-from-shopify/999999999', token)).status).toBe(404);
  expect((await ask('get-order-from-shopify/nonsense', token)).status).toBe(400);
  expect((await ask(`get-order-from-shopify/${mine.orderData.id}`, stranger)).status).toBe(404);
  expect((await ask(`get-order-from-shopify/${order?.id}`, stranger)).status).toBe(404);
  expect((await ask(`store-orders/${mine.orderData.id}`, stranger)).status).toBe(404);
  expect((await ask('store-orders?tab=all', stranger)).body).toMatchObject({ data: [], counts: { all: 0 } });
});

test('one order shows its items, its address and the results of earlier parcels', async () => {
  await anAccount(server.context, shopId, 'LEOPARD', courierValues.LEOPARD, { isDefault: true });
  const [order] = await storeOrders(server, domain, { ...good, email: 'rabia@example.com' });
  await mirrorWholeStore(server, shopId);
  const [row] = (await get('store-orders')).data;
  const detail = await get(`store-orders/${row.id}`);
  expect(detail.order).toMatchObject({
    order_name: order?.name,
    email: 'rabia@example.com',
    earlier: { delivered: 0, returned: 0 },
  });
  expect(detail.order.line_items.length).toBeGreaterThan(0);
  expect(detail.order.store_url).toContain(`/admin/orders/${order?.id}`);
});

async function get(path: string) {
  const answer = await server.call('GET', path, { token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

function casesOf(shipmentId: string) {
  return withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('attention').select(['kind', 'detail']).where('shipment_id', '=', shipmentId).execute(),
  );
}

async function anAccountWithCities(
  company: 'TCS' | 'LEOPARD',
  names: readonly string[],
  given: { isDefault?: boolean },
): Promise<void> {
  const { accountId } = await anAccount(server.context, shopId, company, {}, given);
  await withShop(server.context.db, shopId, (trx) =>
    trx
      .insertInto('courier_city_list')
      .values({
        shop_id: shopId,
        account_id: accountId,
        cities: JSON.stringify(names.map((name) => ({ id: name, name }))),
        fetched_at: server.clock.now,
      })
      .execute(),
  );
}

type Given = { company?: 'LEOPARD' | 'MNP'; number?: string; status?: string; courier_live?: boolean; holds?: boolean };

/** A booked shipment of a mirrored order. */
async function aShipmentOf(platformOrderId: string, given: Given = {}): Promise<string> {
  const { accountId } = await anAccount(server.context, shopId, given.company ?? 'LEOPARD', {});
  const now = server.clock.now;
  const id = newId(now);
  await withShop(server.context.db, shopId, async (trx) => {
    const order = await trx
      .selectFrom('store_order')
      .selectAll()
      .where('platform_order_id', '=', platformOrderId)
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('shipment')
      .values({
        shop_id: shopId,
        id,
        account_id: accountId,
        company: given.company ?? 'LEOPARD',
        reference: `CD-${id}`,
        booking_state: 'booked',
        status: given.status ?? 'FULFILLED',
        final: given.status === 'DELIVERED',
        courier_live: given.courier_live ?? true,
        tracking_number: given.number ?? 'LE1',
        order_name: order.name,
        cod: '100',
        weight: 500,
        pieces: 1,
        consignee_name: order.customer_name,
        consignee_email: '',
        consignee_phone: order.phone,
        consignee_phone2: '',
        consignee_phone3: '',
        consignee_address: order.address,
        city: order.city,
        destination_city: order.city,
        destination_city_id: '1',
        products_list: 'Kurta',
        remarks: '',
        payment_status: 'UNPAID',
        booked_by: 'T1',
        notify_customer: false,
        claimed_at: now,
        booked_at: now,
        cancelled_at: given.status === 'CANCELLED' ? now : null,
        search_text: order.name,
        created_at: now,
      })
      .execute();
    const { earlier } = await trx
      .selectFrom('shipment_order')
      .select(({ fn }) => fn.countAll<number>().as('earlier'))
      .where('shop_id', '=', shopId)
      .where('store_order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('shipment_order')
      .values({
        shop_id: shopId,
        shipment_id: id,
        store_order_id: order.id,
        holds: given.holds ?? given.status !== 'CANCELLED',
        claim: earlier + 1,
        position: 0,
        lines: JSON.stringify(storeOrderRow(order).lines),
        store_version: order.version,
        store_copy: JSON.stringify(copyOfOrder(storeOrderRow(order))),
      })
      .execute();
  });
  return id;
}
