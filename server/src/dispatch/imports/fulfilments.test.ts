import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { anAccount } from '../../testing/factories.ts';
import { courierValues } from '../../testing/courier-values.ts';
import { storeOrders } from '../../testing/installed-store.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { bookedInPortal } from '../../testing/booked-in-portal.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterAll(() => server?.close());

let counter = 0;
const number = (prefix = 'LE'): string => `${prefix}88${String((counter += 1)).padStart(8, '0')}`;

/** An order that the mirror knows. */
async function order(given: Record<string, unknown> = {}): Promise<{ id: string; name: string }> {
  const made = await shop.newOrder(given);
  await server.call('GET', `get-order-from-shopify/${made.id}`, { token: shop.token });
  return made;
}

type Row = { order_name?: string; tracking_number?: string; company?: string; line?: number };

/** Fulfils orders with numbers that their couriers know. */
async function fulfil(ordersData: Row[], more: object = {}): Promise<Answer> {
  for (const { tracking_number: tracking, company } of ordersData) await atCourier(tracking, company);
  return server.call('POST', 'bulk/orders/fulfillment', { token: shop.token, body: { ordersData, ...more } });
}

/** The parcel was booked in the portal of its courier. */
const atCourier = (tracking = '', company = ''): Promise<void> =>
  tracking && /leopard|lcs|postex|tcs/i.test(company)
    ? bookedInPortal(server, { tracking_number: tracking, courier: companyOf(company) })
    : Promise.resolve();

const companyOf = (company: string): 'LEOPARD' | 'POSTEX' | 'TCS' =>
  /postex/i.test(company) ? 'POSTEX' : /tcs/i.test(company) ? 'TCS' : 'LEOPARD';

async function resultsOf(answer: Answer): Promise<{ state: string; reason: string; store: string | null }[]> {
  const { body } = await server.call('GET', `imports/${answer.body.data.id}/rows`, { token: shop.token });
  return body.data.map(({ state, reason, store }: Record<string, string>) => ({ state, reason, store }));
}

const reasonsOf = async (answer: Answer): Promise<string[]> =>
  (await resultsOf(answer)).map(({ state, reason }) => `${state}: ${reason}`);

const listed = async (trackingNumber: string): Promise<Record<string, unknown> | undefined> =>
  (await server.call('GET', `get-all-orders?track=${trackingNumber}`, { token: shop.token })).body.data[0];

it('bulk fulfilment fulfils orders by name, by bare name, by our id and by the store’s', async () => {
  const orders = [await order(), await order(), await order(), await order()];
  const [first, second, third, fourth] = orders;
  const mirrored = await server.call('GET', `get-order-from-shopify/${third?.id}`, { token: shop.token });
  const numbers = orders.map(() => number());
  const answer = await fulfil(
    [
      { order_name: first?.name ?? '', tracking_number: numbers[0] ?? '', company: 'Leopards' },
      { order_name: (second?.name ?? '').replace('#', ''), tracking_number: numbers[1] ?? '', company: 'LCS' },
      { order_name: mirrored.body.orderData.id, tracking_number: numbers[2] ?? '', company: 'leopard courier' },
      { order_name: fourth?.id ?? '', tracking_number: numbers[3] ?? '', company: 'LEOPARD' },
    ],
    { file_name: 'parcels.csv' },
  );
  expect(answer.status).toBe(200);
  expect(answer.body.msg).toBe('4 orders fulfilled.');
  expect(await resultsOf(answer)).toEqual(orders.map(() => ({ state: 'changed', reason: '', store: 'done' })));
  const results = await shop.fulfilments();
  for (const [index, { name }] of orders.entries()) {
    expect(results).toContainEqual(
      expect.objectContaining({ order_name: name, tracking_number: numbers[index], status: 'SUCCESS' }),
    );
    expect(await listed(numbers[index] ?? '')).toMatchObject({
      order_name: name,
      booked_packet_status: 'FULFILLED',
      tracking_account: 'LEOPARD',
      payment_status: 'UNPAID',
      cod: 2450,
      consignee_phone: '03001234567',
    });
  }
});

it('bulk fulfilment is not counted in the plan, and a prepaid order starts paid', async () => {
  const used = async () => (await server.call('GET', 'check-subscription', { token: shop.token })).body;
  const before = await used();
  const [paid, trackingNumber] = [await order({ payment: 'paid' }), number()];
  await fulfil([{ order_name: paid.name, tracking_number: trackingNumber, company: 'TCS' }]);
  expect(await used()).toEqual(before);
  expect(await listed(trackingNumber)).toMatchObject({ payment_status: 'PAID', cod: 0 });
});

it('bulk fulfilment of an order in dollars that is not paid starts unpaid: what is to be collected is not known', async () => {
  const [unpaid, trackingNumber] = [await order({ currency: 'USD', payment: 'cod' }), number()];
  await fulfil([{ order_name: unpaid.name, tracking_number: trackingNumber, company: 'TCS' }]);
  expect(await listed(trackingNumber)).toMatchObject({ payment_status: 'UNPAID', cod: 0 });
});

it('bulk fulfilment sent twice, or twice at once, makes one parcel per order', async () => {
  const [one, two] = [await order(), await order()];
  const rows = [
    { order_name: one.name, tracking_number: number(), company: 'Leopards' },
    { order_name: two.name, tracking_number: number(), company: 'Leopards' },
  ];
  const answers = await Promise.all([fulfil(rows), fulfil(rows.toReversed()), fulfil(rows)]);
  expect(answers.reduce((sum, { body }) => sum + body.data.changed, 0)).toBe(2);
  const again = await fulfil(rows);
  expect(again.body.msg).toBe('No order was fulfilled. 2 rows changed nothing.');
  expect(await reasonsOf(again)).toEqual(rows.map(() => 'unchanged: Already fulfilled with this number'));
  await server.work('store-updates');
  const results = (await shop.fulfilments()).filter(({ order_name: name }) => name === one.name || name === two.name);
  expect(results).toHaveLength(2);
});

it('and a booking of the same order at once: one of them has it', async () => {
  const wanted = await order();
  const form = await shop.form(wanted, 'TCS');
  const trackingNumber = number();
  const [booked, imported] = await Promise.all([
    server.call('POST', 'book-order', { token: shop.token, body: form }),
    fulfil([{ order_name: wanted.name, tracking_number: trackingNumber, company: 'Leopards' }]),
  ]);
  expect([booked.status === 200, imported.body.data.changed === 1].filter(Boolean)).toHaveLength(1);
  const { body } = await server.call('GET', `get-all-orders?query=${encodeURIComponent(wanted.name)}`, {
    token: shop.token,
  });
  expect(body.data.filter((row: { order_name: string }) => row.order_name === wanted.name)).toHaveLength(1);
});

it('bulk fulfilment says why a row cannot be done, each in its own words', async () => {
  const [booked, cancelled, fulfilled, held, free] = [
    await shop.newOrder(),
    await order(),
    await order(),
    await order(),
    await order(),
  ];
  const theirs = (await shop.book(booked, 'LEOPARD')).body.data.trackingNumber;
  await server.sandbox.control(`orders/${cancelled.id}`, { cancel: true });
  await server.sandbox.control(`orders/${fulfilled.id}`, { fulfill: { number: 'X1', company: 'Other' } });
  const taken = number();
  await fulfil([{ order_name: held.name, tracking_number: taken, company: 'Leopards' }]);
  const answer = await fulfil([
    { order_name: booked.name, tracking_number: number(), company: 'Leopards' },
    { order_name: '#NO-SUCH', tracking_number: number(), company: 'Leopards' },
    { order_name: cancelled.name, tracking_number: number(), company: 'Leopards' },
    { order_name: fulfilled.name, tracking_number: number(), company: 'Leopards' },
    { order_name: free.name, tracking_number: taken, company: 'Leopards' },
    { tracking_number: number(), company: 'Leopards' },
    { order_name: '#1', company: 'Leopards' },
    { order_name: '#2', tracking_number: number() },
  ]);
  expect(answer.body.msg).toBe('No order was fulfilled. 8 rows failed.');
  expect(await reasonsOf(answer)).toEqual([
    `failed: ${booked.name} is already booked with Leopards: ${theirs}.`,
    'failed: We found no store order #NO-SUCH',
    `failed: ${cancelled.name} was cancelled in the store`,
    'failed: Order is already fulfilled on Shopify.',
    `failed: ${taken} already belongs to ${held.name} (Leopards)`,
    'failed: The order is missing',
    'failed: The tracking number is missing',
    'failed: The courier is missing',
  ]);
  expect(await listed(taken)).toMatchObject({ order_name: held.name });
});

it('bulk fulfilment accepts a number that a parcel of another courier has, and refuses it for the same courier', async () => {
  const orders = [await order(), await order(), await order(), await order(), await order()];
  const taken = number();
  const row = (index: number, company: string) => ({
    ...{ order_name: orders[index]?.name ?? '', tracking_number: taken, company },
  });
  await fulfil([row(0, 'Leopards')]);
  expect((await fulfil([row(1, 'TCS'), row(2, 'Trax')])).body.msg).toBe('2 orders fulfilled.');
  const again = await fulfil([row(3, 'Leopards')]);
  expect(await reasonsOf(again)).toEqual([`failed: ${taken} already belongs to ${orders[0]?.name} (Leopards)`]);
  const otherSpelling = await fulfil([row(4, 'TRAX')]);
  expect(await reasonsOf(otherSpelling)).toEqual([`failed: ${taken} already belongs to ${orders[2]?.name} (Trax)`]);
  const { body } = await server.call('GET', `get-all-orders?track=${taken}`, { token: shop.token });
  expect(body.data.map(({ tracking_account: courier }: { tracking_account: string }) => courier).toSorted()).toEqual([
    'LEOPARD',
    'TCS',
    'Trax',
  ]);
});

describe('of a company with several active accounts', () => {
  let several: BookableShop;
  let second: string;
  const set = (accountId: string, values: { is_default?: boolean; in_active?: boolean }) =>
    withShop(server.context.db, several.shopId, (trx) =>
      trx.updateTable('courier_account').set(values).where('id', '=', accountId).execute(),
    );
  const call = (path: string, body: object) => server.call('POST', path, { token: several.token, body });
  const sent = async (more: object = {}): Promise<{ trackingNumber: string; answer: Answer }> => {
    const made = await several.newOrder();
    await server.call('GET', `get-order-from-shopify/${made.id}`, { token: several.token });
    const trackingNumber = number('PX');
    const ordersData = [{ order_name: made.name, tracking_number: trackingNumber, company: 'PostEx' }];
    await atCourier(trackingNumber, 'PostEx');
    return { trackingNumber, answer: await call('bulk/orders/fulfillment', { ordersData, ...more }) };
  };
  const reasonIn = async (answer: Answer): Promise<string> =>
    (await server.call('GET', `imports/${answer.body.data.id}/rows`, { token: several.token })).body.data[0].reason;
  const accountOf = async (trackingNumber: string): Promise<string> =>
    (await server.call('GET', `get-all-orders?track=${trackingNumber}`, { token: several.token })).body.data[0]
      .account_name;

  beforeEach(async () => {
    several = await aBookableShop(server);
    server.clock.advance(1_000);
    const name = 'PostEx two';
    second = (await anAccount(server.context, several.shopId, 'POSTEX', courierValues.POSTEX, { name })).accountId;
    await set(several.accounts.LEOPARD, { is_default: true });
  });

  it('bulk fulfilment of a company with several active accounts takes the one that a person chose, whatever the shop’s default', async () => {
    const { trackingNumber, answer } = await sent({ accounts: { POSTEX: second } });
    expect(answer.body.msg).toBe('1 order fulfilled.');
    expect(await accountOf(trackingNumber)).toBe('PostEx two');
  });

  it('bulk fulfilment of a company with several active accounts takes the shop’s default where it is of that company, else the only active one', async () => {
    const none = await sent();
    expect(await reasonIn(none.answer)).toBe(
      'There are 2 active PostEx accounts. Choose one for these parcels (accounts.POSTEX)',
    );
    await set(several.accounts.LEOPARD, { is_default: false });
    await set(second, { is_default: true });
    expect(await accountOf((await sent()).trackingNumber)).toBe('PostEx two');
    await set(second, { is_default: false });
    await set(several.accounts.POSTEX, { in_active: true });
    expect(await accountOf((await sent()).trackingNumber)).toBe('PostEx two');
    await set(second, { in_active: true });
    expect(await reasonIn((await sent()).answer)).toBe(
      'There is no active PostEx account. Create one on the Accounts page',
    );
  });

  it('the preview of a bulk fulfilment names the accounts of a company that has several, the shop’s default first', async () => {
    const row = (company: string) => ({ order_name: `#${company}`, tracking_number: number('PX'), company });
    const choices = async (companies: string[]) =>
      (await call('imports/preview', { kind: 'fulfilment', ordersData: companies.map(row) })).body.data.account_choices;
    expect(await choices(['PostEx', 'Leopards', 'Trax'])).toEqual([
      {
        company: 'POSTEX',
        accounts: [
          { id: several.accounts.POSTEX, name: expect.any(String) },
          { id: second, name: 'PostEx two' },
        ],
      },
    ]);
    expect(await choices(['Leopards'])).toEqual([]);
    await set(several.accounts.LEOPARD, { is_default: false });
    await set(second, { is_default: true });
    const [{ accounts }] = await choices(['PostEx']);
    expect(accounts.map(({ id }: { id: string }) => id)).toEqual([second, several.accounts.POSTEX]);
  });

  it('an account of another company, of another shop, or an inactive one is refused', async () => {
    const refused = async (POSTEX: string) => (await sent({ accounts: { POSTEX } })).answer.body.errors[0];
    const expected = {
      field: 'accounts.POSTEX',
      msg: 'The account chosen for PostEx is not an active PostEx account',
    };
    expect(await refused(several.accounts.LEOPARD)).toMatchObject(expected);
    expect(await refused(shop.accounts.POSTEX)).toMatchObject(expected);
    await set(second, { in_active: true });
    expect(await refused(second)).toMatchObject(expected);
  });

  it('what was chosen holds for the rows that a worker does later', async () => {
    const wanted = await several.newOrder();
    await server.call('GET', `get-order-from-shopify/${wanted.id}`, { token: several.token });
    const trackingNumber = number('PX');
    const ordersData = Array.from({ length: 150 }, (_, index) => ({
      order_name: index === 120 ? wanted.name : `#NONE-${index}`,
      tracking_number: index === 120 ? trackingNumber : number('PX'),
      company: 'PostEx',
    }));
    await atCourier(trackingNumber, 'PostEx');
    const started = await call('bulk/orders/fulfillment', { ordersData, accounts: { POSTEX: second } });
    expect(started.status).toBe(202);
    await server.work('imports');
    expect(await accountOf(trackingNumber)).toBe('PostEx two');
  });
});

it('a parcel of ours is followed from then on', async () => {
  const wanted = await order();
  const trackingNumber = 'LE7712345678';
  await bookedInPortal(server, { tracking_number: trackingNumber, courier: 'LEOPARD', to: 'in_transit' });
  await server.call('POST', 'bulk/orders/fulfillment', {
    token: shop.token,
    body: { ordersData: [{ order_name: wanted.name, tracking_number: trackingNumber, company: 'Leopards' }] },
  });
  await server.work('tracking');
  expect(await listed(trackingNumber)).toMatchObject({ booked_packet_status: 'INPROCESS' });
});

it('bulk fulfilment can be previewed, without asking the store or changing anything', async () => {
  const [wanted, booked] = [await order(), await shop.newOrder()];
  await shop.book(booked, 'LEOPARD');
  const ordersData = [
    { order_name: wanted.name, tracking_number: number(), company: 'Leopards' },
    { order_name: booked.name, tracking_number: number(), company: 'Leopards' },
  ];
  for (const { tracking_number: tracking, company } of ordersData) await atCourier(tracking, company);
  const { body } = await server.call('POST', 'imports/preview', {
    token: shop.token,
    body: { kind: 'fulfilment', ordersData },
  });
  expect(body.data).toMatchObject({ total: 2, changed: 1, failed: 1, cod: 2450 });
  expect((await fulfil(ordersData)).body.data.changed).toBe(1);
});

it('bulk fulfilment of many rows goes on in the worker', async () => {
  const wanted = await order();
  const rows = Array.from({ length: 150 }, (_, index) => ({
    order_name: index === 120 ? wanted.name : `#NONE-${index}`,
    tracking_number: number(),
    company: 'Leopards',
  }));
  const started = await fulfil(rows);
  expect(started.status).toBe(202);
  await server.work('imports');
  const { body } = await server.call('GET', `imports/${started.body.data.id}`, { token: shop.token });
  expect(body.data).toMatchObject({ state: 'done', changed: 1, failed: 149 });
  await server.work('store-updates');
  expect((await shop.fulfilments()).filter(({ order_name: name }) => name === wanted.name)).toHaveLength(1);
});

it('bulk fulfilment sees what the store changed in each of many orders, although it takes seconds for a part of them', async () => {
  const many = await storeOrders(server, shop.domain, { count: 60, city: 'Lahore', payment: 'cod' });
  await server.call('POST', 'batches', { token: shop.token, body: { order_ids: many.map(({ id }) => id) } });
  const [gone] = many;
  await server.sandbox.control(`orders/${gone?.id}`, { cancel: true });
  await server.sandbox.control('faults', { target: 'shopify', kind: 'delay', delayMs: 1_900 });
  const answer = await fulfil(
    many.map(({ name }) => ({ order_name: name, tracking_number: number('TX'), company: 'Trax' })),
  );
  await server.sandbox.control('faults', { clear: true });
  expect(answer.body.data).toMatchObject({ changed: 59, failed: 1 });
  expect(await reasonsOf(answer)).toContain(`failed: ${gone?.name} was cancelled in the store`);
});

it('a parcel of a company that is not ours is kept as it is written, fulfilled in the store, not tracked and not cancelled anywhere', async () => {
  const wanted = await order();
  const trackingNumber = number('TX');
  await fulfil([{ order_name: wanted.name, tracking_number: trackingNumber, company: 'Trax  Logistics' }]);
  expect(await listed(trackingNumber)).toMatchObject({
    tracking_account: 'Trax Logistics',
    account_name: '',
    can_cancel: true,
  });
  const filtered = await server.call('GET', 'get-all-orders?courier=Trax%20Logistics', { token: shop.token });
  expect(filtered.body.totalOrders).toBe(1);
  const live = await server.call('GET', `track-order/${trackingNumber}`, { token: shop.token });
  expect(live.body).toMatchObject({ live: false, company: 'Trax Logistics' });
  expect(live.body.shipment).toMatchObject({ followed: false, courier_url: '' });
  const inPublic = await server.call('GET', `track-order-public/${trackingNumber}`);
  expect(inPublic.body).toMatchObject({ headline: 'Sent to Lahore with Trax Logistics', check: { failed: false } });

  const printed = await server.call('POST', 'shipments/labels', {
    token: shop.token,
    body: { shipment_ids: [live.body.shipment.id], kind: 'airway-bill', size: '4x6' },
  });
  expect(printed.body.errors[0].msg).toBe(
    `${wanted.name}: It was booked elsewhere, with Trax Logistics. Print its label there.`,
  );
  const again = await shop.book(wanted, 'LEOPARD', { version: 'x', destination_city: 'x' });
  expect(again.status).toBeGreaterThanOrEqual(400);

  const cancelled = await server.call('PUT', `cancel-booking/${trackingNumber}`, { token: shop.token, body: {} });
  expect(cancelled.body.message).toBe(
    `Order has been unfulfilled from shopify. Trax Logistics is not connected here. Cancel ${trackingNumber} with Trax Logistics, or do not hand over the parcel.`,
  );
  expect(await listed(trackingNumber)).toMatchObject({ booked_packet_status: 'CANCELLED' });
  expect((await shop.book(wanted, 'LEOPARD')).status).toBe(200);
});

it('the rows of an import name their parcels, so that of two with one number the right one can be opened', async () => {
  const [one, two, trackingNumber] = [await order(), await order(), number('TX')];
  const namesOf = async (company: string, { name }: { name: string }) => {
    const row = { order_name: name, tracking_number: trackingNumber, company };
    const { body } = await fulfil([row]);
    const { data } = (await server.call('GET', `imports/${body.data.id}/rows`, { token: shop.token })).body;
    return (await server.call('GET', `shipments/${data[0].shipment_id}`, { token: shop.token })).body.data?.name;
  };
  expect(await namesOf('Trax', one)).toBe(one.name);
  expect(await namesOf('Daewoo', two)).toBe(two.name);
});

it('a number of a company that is not ours can be given to another order after its parcel was cancelled', async () => {
  const [wrong, right, trackingNumber] = [await order(), await order(), number('TX')];
  const give = async ({ name }: { name: string }) =>
    resultsOf(await fulfil([{ order_name: name, tracking_number: trackingNumber, company: 'Trax' }]));
  const done = [{ state: 'changed', reason: '', store: 'done' }];
  expect(await give(wrong)).toEqual(done);
  expect(await give(right)).toMatchObject([{ state: 'failed' }]);
  await server.call('PUT', `cancel-booking/${trackingNumber}`, { token: shop.token });
  expect(await give(wrong)).toMatchObject([{ state: 'failed' }]);
  expect(await give(right)).toEqual(done);
  expect(await listed(trackingNumber)).toMatchObject({ order_name: right.name, booked_packet_status: 'FULFILLED' });
  const inStore = (await shop.fulfilments()).filter((one) => one.tracking_number === trackingNumber);
  expect(inStore).toMatchObject([
    { order_name: wrong.name, status: 'CANCELLED' },
    { order_name: right.name, status: 'SUCCESS' },
  ]);
  const log = await server.call('GET', 'audit-events?limit=20', { token: shop.token });
  expect(JSON.stringify(log.body)).toContain(`deleted the booking of ${wrong.name} (${trackingNumber})`);
});

it('a parcel of a company that is not ours of a number that another shop has booked here does not take over its public page', async () => {
  const other = await aBookableShop(server);
  const { trackingNumber } = (await other.book(await other.newOrder(), 'LEOPARD')).body.data;
  server.clock.advance(60_000);
  const wanted = await order({ city: 'Multan' });
  await fulfil([{ order_name: wanted.name, tracking_number: trackingNumber, company: 'Trax' }]);
  const { body } = await server.call('GET', `track-order-public/${trackingNumber}`);
  expect(body.company).toBe('LEOPARD');
});
