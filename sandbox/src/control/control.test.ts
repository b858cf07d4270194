import crypto from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import type { TestStore } from '../testing/shopify-test-store.ts';
import { jsonOf, openTestStore, shop } from '../testing/shopify-test-store.ts';

let store: TestStore;

beforeEach(async () => {
  store = await openTestStore({ seed: true });
});

afterEach(() => store.close());

test('the demo stores start with 120 and 12 unfulfilled orders, the same ones each time', async () => {
  const { orders } = await jsonOf(store.get('/_control/journal'));
  const names = (domain: string) => orders.filter((order: { shop: string }) => order.shop === domain);
  expect(names('demo-store.myshopify.com')).toHaveLength(120);
  expect(names('free-store.myshopify.com')).toHaveLength(12);
  expect(orders.every((order: { fulfillment_status: string }) => order.fulfillment_status === 'UNFULFILLED')).toBe(
    true,
  );
  const other = await openTestStore({ seed: true });
  const again = await jsonOf(other.get('/_control/journal'));
  await other.close();
  const summary = (order: { name: string; customer: string; total: string }) => [
    order.name,
    order.customer,
    order.total,
  ];
  expect(again['orders'].map(summary)).toEqual(orders.map(summary));
});

test('the demo orders are as varied as real ones', async () => {
  const { orders } = await jsonOf(store.get(`/_control/journal?shop=${shop}`));
  const text = JSON.stringify(orders);
  for (const expected of [
    'Karachi.',
    'Lahor"',
    'RWP',
    'Isb',
    'PARTIALLY_PAID',
    '"PAID"',
    'PENDING',
    '"+92 3',
    '"923',
  ]) {
    expect(text).toContain(expected);
  }
  expect(text).toMatch(/[\u0600-\u06ff]/);
  expect(Math.max(...orders.map((order: { lines: object[] }) => order.lines.length))).toBeGreaterThan(4);
});

test('the journal holds the four lists, and only newer orders with `since`', async () => {
  const since = new Date().toISOString();
  const order = await store.order();
  await store.post(`/_control/orders/${order.id}`, { fulfill: { number: 'CN9' } });
  const journal = await jsonOf(store.get(`/_control/journal?since=${since}`));
  expect(Object.keys(journal)).toEqual(['consignments', 'fulfillments', 'orders', 'mails']);
  expect(journal['orders'].map((entry: { name: string }) => entry.name)).toEqual([order.name]);
  expect(journal['fulfillments']).toEqual([
    { order_id: order.id, order_name: order.name, tracking_number: 'CN9', status: 'SUCCESS' },
  ]);
});

test('a test can create an order with given fields and change it in the store', async () => {
  const order = await store.order({
    payment: 'cod',
    city: 'Chak 117',
    phone: '0300-1234567',
    lines: [{ title: 'Kurta', price: 1000, quantity: 2 }],
    shipping: 250,
    tags: ['vip'],
  });
  expect(order).toMatchObject({
    total: '2250.00',
    outstanding: '2250.00',
    tags: ['vip'],
    phone: '0300-1234567',
    shipping_address: { city: 'Chak 117', phone: '0300-1234567' },
  });
  const change = async (body: object) => (await jsonOf(store.post(`/_control/orders/${order.id}`, body)))['order'];
  expect(await change({ outstanding: 500 })).toMatchObject({
    outstanding: '500.00',
    financial_status: 'PARTIALLY_PAID',
  });
  expect(await change({ outstanding: 3000 })).toMatchObject({ outstanding: '3000.00', total: '3000.00' });
  expect(await change({ address: { city: 'Multan' } })).toMatchObject({ shipping_address: { city: 'Multan' } });
  expect(await change({ quantities: [{ line: 0, quantity: 1 }] })).toMatchObject({
    outstanding: '2000.00',
    fulfillment_orders: [{ remaining: 1 }],
  });
  expect(await change({ addLine: { title: 'Shawl', price: 100 } })).toMatchObject({
    fulfillment_orders: [{ remaining: 2 }],
  });
  expect(await change({ cancel: true })).toMatchObject({ outstanding: '0.00', financial_status: 'VOIDED' });
});

test('invalid input of a control call is answered with 400 and the path of the field', async () => {
  const answer = await store.post('/_control/faults', { rules: [{ target: 'nowhere', kind: 'delay' }] });
  expect(answer.status).toBe(400);
  expect((await store.post('/_control/orders', { count: 0 })).status).toBe(400);
  expect((await store.post('/_control/orders/1', { cancel: true })).status).toBe(404);
});

test('links into the app are signed, a selection as one list', async () => {
  const { launch, single, bulk } = await jsonOf(store.get(`/_control/links?shop=${shop}&ids=11,22`));
  expect(launch).toMatch(/^http:\/\/localhost:3000\/shopify\/launch\?/);
  expect(new URL(single).searchParams.get('id')).toBe('11');
  const query = new URL(bulk).searchParams;
  expect(query.getAll('ids[]')).toEqual(['11', '22']);
  const text = [...query]
    .filter(([name]) => name !== 'hmac' && name !== 'ids[]')
    .concat([['ids', '["11", "22"]']])
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&');
  expect(query.get('hmac')).toBe(crypto.createHmac('sha256', 'sandbox-secret').update(text).digest('hex'));
});

test('every page of the sandbox opens and has no broken links', async () => {
  const order = await store.order();
  const seen = new Set<string>();
  const pages = [
    '/',
    `/shopify/${shop}/admin/orders/${order.id}`,
    `/shopify/${shop}/admin/orders?search=Khan&tab=unfulfilled`,
  ];
  for (let page = pages.shift(); page !== undefined; page = pages.shift()) {
    if (seen.has(page)) continue;
    seen.add(page);
    const answer = await fetch(new URL(page, store.url), { redirect: 'manual' });
    expect([200, 302], page).toContain(answer.status);
    if (seen.size > 40) continue;
    for (const [, link] of (await answer.text()).matchAll(/href="(\/[^"]*)"/g)) {
      if (link) pages.push(link.replaceAll('&amp;', '&'));
    }
  }
  expect(seen.size).toBeGreaterThan(10);
});

test('booking selected orders in the store opens the app with a signed link', async () => {
  const [first, second] = await store.orders({ count: 2 });
  const answer = await fetch(`${store.url}/shopify/${shop}/admin/orders/book`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams([
      ['ids', first?.id ?? ''],
      ['ids', second?.id ?? ''],
    ]),
  });
  const link = new URL(answer.headers.get('location') ?? '');
  expect(link.pathname).toBe('/shopify/orders/open-many');
  expect(link.searchParams.getAll('ids[]')).toEqual([first?.id, second?.id]);
});

test('the store’s page of an order makes what merchants, payments and apps do with it', async () => {
  const order = await store.order();
  const save = (form: string, fields: Record<string, string>) =>
    fetch(`${store.url}/shopify/${shop}/admin/orders/${order.id}/${form}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields),
    });
  await save('facts', { currency: 'usd', gateways: 'Bank Deposit, manual', test: 'on', financialStatus: 'VOIDED' });
  await store.post(`/_control/orders/${order.id}`, { paid: true });
  await save('refund', { amount: '100', open: 'on' });
  expect((await jsonOf(store.get(`/_control/orders/${order.id}`)))['outstanding']).toBe('100.00');
  expect((await store.post(`/_control/orders/${order.id}`, { refund: { amount: 9_999_999 } })).status).toBe(409);
  await save('part', { hold: 'HIGH_RISK_OF_FRAUD' });
  expect(await jsonOf(store.get(`/_control/orders/${order.id}`))).toMatchObject({
    financial_status: 'VOIDED',
    fulfillment_status: 'ON_HOLD',
  });
  const page = await (await store.get(`/shopify/${shop}/admin/orders/${order.id}`)).text();
  for (const shown of ['value="Bank Deposit, manual"', 'value="USD"', 'Release hold']) expect(page).toContain(shown);
  const refused = await save('facts', { currency: 'dollars' });
  expect(decodeURIComponent(refused.headers.get('location') ?? '')).toContain('This cannot be chosen.');
});

test('the store’s page of an order adds items that need no shipping and sends items from other locations', async () => {
  const order = await store.order();
  const save = (form: string, fields: Record<string, string>) =>
    fetch(`${store.url}/shopify/${shop}/admin/orders/${order.id}/${form}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields),
    });
  await save('add-item', { title: 'E-book', price: '250', quantity: '1' });
  await save('add-item', { title: 'Mug', price: '400', quantity: '2', requiresShipping: 'on' });
  await save('part', { line: '0', location: '1' });
  const { data } = await store.graphql(
    `query($id: ID!) { order(id: $id) {
      lineItems(first: 10) { nodes { title quantity requiresShipping } }
      fulfillmentOrders(first: 10) { nodes { assignedLocation { name } } } } }`,
    { id: `gid://shopify/Order/${order.id}` },
  );
  const made = data?.['order'];
  expect(made.lineItems.nodes).toEqual(
    expect.arrayContaining([
      { title: 'E-book', quantity: 1, requiresShipping: false },
      { title: 'Mug', quantity: 2, requiresShipping: true },
    ]),
  );
  const names = made.fulfillmentOrders.nodes.map(
    (entry: { assignedLocation: { name: string } }) => entry.assignedLocation.name,
  );
  expect(new Set(names)).toEqual(new Set(['Lahore warehouse', 'Karachi warehouse']));
  const refused = await save('add-item', { title: '', price: 'x', quantity: '0' });
  expect(decodeURIComponent(refused.headers.get('location') ?? '')).toContain('An item has a title');
});

test('the page of a parcel writes any scans and another amount to collect', async () => {
  const consignment = {
    courier: 'POSTEX',
    reference: 'HISTORY-1',
    consignee: { name: 'Rabia', phone: '03001234567', address: '1 Mall Road' },
    city: 'Lahore',
    cod: 1500,
    booked_at: '2026-11-20T07:00:00Z',
  };
  const { consignments } = await jsonOf(store.post('/_control/consignments', { consignments: [consignment] }));
  const { tracking_number: number } = z.array(z.object({ tracking_number: z.string() })).parse(consignments)[0] ?? {};
  const page = `/parcels/history?courier=POSTEX&tracking_number=${number}`;
  const save = (scans: string, cod: string) =>
    fetch(`${store.url}/parcels/history`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ courier: 'POSTEX', tracking_number: number ?? '', scans, cod }),
    });
  await save('Words of nobody | 31/12/2027\nDelivered |\nDelivered | 2026-11-21', '900');
  const shown = await (await store.get(page)).text();
  expect(shown).toContain('Words of nobody | 31/12/2027\nDelivered | \nDelivered | 2026-11-21');
  expect(shown).toContain('name="cod" min="0" step="1" value="900"');
  const refused = await save('', '12.5');
  expect(decodeURIComponent(refused.headers.get('location') ?? '')).toContain('Write at least one scan');
  expect(await (await store.get(page)).text()).toBe(shown);
});

test('a reset deletes everything and fills the demo stores again', async () => {
  await store.post('/_control/reset');
  const { orders, fulfillments } = await jsonOf(store.get('/_control/journal'));
  expect(orders).toHaveLength(132);
  expect(fulfillments).toEqual([]);
  await store.post('/_control/reset', { seed: false });
  expect((await jsonOf(store.get('/_control/journal')))['orders']).toEqual([]);
});

test('the history of an unknown parcel cannot be replaced', async () => {
  const scans = [{ status: 'Picked By PostEx', time: '' }];
  expect((await store.post('/_control/parcels', { tracking_number: 'NONE', scans })).status).toBe(404);
  expect((await store.post('/_control/parcels', { tracking_number: 'NONE', scans: [] })).status).toBe(400);
});
