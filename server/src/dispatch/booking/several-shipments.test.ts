import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookedInPortal } from '../../testing/booked-in-portal.ts';
import { aBatch } from '../../testing/batches.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { deliverWebhooks, mirrorWholeStore } from '../../testing/installed-store.ts';
import { platformAccess } from '../../shop/shops/platform-access.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
  await mirrorWholeStore(server, shop.shopId);
});
afterAll(() => server?.close());

type Order = { id: string; name: string };
type Booked = { id: string; number: string };

let made = 0;
function anOrder(given: Record<string, unknown> = {}): Promise<Order> {
  made += 1;
  return shop.newOrder({
    lines: [{ title: 'Shirt', price: 1500 }],
    shipping: 0,
    discountCode: null,
    phone: `0300${String(5_000_000 + made)}`,
    ...given,
  });
}

const formOf = async (order: Order) =>
  (await server.call('GET', `get-order-from-shopify/${order.id}`, { token: shop.token })).body.orderData;

/** Confirms what is asked. */
async function book(order: Order, changes: Record<string, unknown> = {}): Promise<Booked> {
  const booked = await shop.bookAnyway(order, 'LEOPARD', changes);
  if (booked.status !== 200) throw new Error(JSON.stringify(booked.body));
  return { id: booked.body.data.id, number: booked.body.data.trackingNumber };
}

async function marksPaidInStore(): Promise<void> {
  await server.work('store-updates');
  await deliverWebhooks(server);
}

async function deliver({ number }: Booked): Promise<void> {
  await server.sandbox.control('advance', { tracking_number: number, to: 'delivered' });
  await server.call('GET', `track-order/${number}`, { token: shop.token });
  await marksPaidInStore();
}

async function addToOrder(order: Order, addLine: Record<string, unknown>): Promise<void> {
  await server.sandbox.control(`orders/${order.id}`, { addLine });
  await deliverWebhooks(server);
}

/** The second parcel has a ring that was added to the order. */
async function twoParcels(order: Order): Promise<[Booked, Booked]> {
  const first = await book(order);
  await marksPaidInStore();
  await addToOrder(order, { title: 'Ring', price: 900 });
  const second = await book(order);
  await marksPaidInStore();
  return [first, second];
}

/** The store shows the first parcel, with one cup of three. */
async function oneOfThreeCups(): Promise<{ order: Order; first: Booked }> {
  const order = await anOrder({ lines: [{ title: 'Cup', price: 300, quantity: 3 }] });
  const [line] = (await formOf(order)).line_items;
  const first = await book(order, { line_items: [{ line_id: line.line_id, quantity: 1 }], cod_amount: 300 });
  await marksPaidInStore();
  return { order, first };
}

/** The merchant fulfils one item in the store, with a number of another app. */
async function sendOneOutside(order: Order): Promise<void> {
  const { platform } = server.context;
  const access = await platformAccess(server.context, shop.shopId);
  const state = await platform.fulfilmentState(access, order.id);
  const open = state?.fulfilmentOrders.find(({ status }) => status === 'OPEN' || status === 'IN_PROGRESS');
  const [line] = open?.lines ?? [];
  if (!open || !line) throw new Error('the store has nothing left to fulfil');
  await platform.fulfil(access, {
    fulfilmentOrders: [{ id: open.id, lines: [{ id: line.id, quantity: 1 }] }],
    tracking: { number: 'OUTSIDE1', company: 'Other', url: '' },
    notifyCustomer: false,
  });
}

const tab = async (name: string, order: Order) =>
  (await server.call('GET', `store-orders?tab=${name}&query=${encodeURIComponent(order.name)}`, { token: shop.token }))
    .body.data;

/** Numbers of the live fulfilments in the store, oldest first. */
const inStore = async (order: Order): Promise<string[]> =>
  (await shop.fulfilments())
    .filter((one) => one.order_name === order.name && one.status === 'SUCCESS')
    .map((one) => one.tracking_number);

const sentLines = async (order: Order): Promise<number[]> =>
  ((await server.sandbox.control(`orders/${order.id}`)) as { lines: { fulfilled: number }[] }).lines.map(
    ({ fulfilled }) => fulfilled,
  );

test('what is added after the delivery waits for booking, with its own amount, and is sent in another parcel', async () => {
  const order = await anOrder();
  const first = await book(order);
  expect(await tab('look', order)).toEqual([]);
  await deliver(first);
  await server.sandbox.control(`orders/${order.id}`, { paid: true });
  await addToOrder(order, { title: 'Ring', price: 900 });

  expect(await tab('look', order)).toMatchObject([{ problems: ['partly-sent'] }]);
  const form = await formOf(order);
  expect(form).toMatchObject({ state: 'ready', held_by: null, cod_amount: 900, products_list: '1 x Ring' });
  const second = await book(order);
  await marksPaidInStore();
  expect(await inStore(order)).toEqual([first.number, second.number]);
  expect(await sentLines(order)).toEqual([1, 1]);
  expect([...(await tab('ready', order)), ...(await tab('look', order))]).toEqual([]);
  expect((await shop.book(order, 'LEOPARD')).body.errors[0].code).toBe('order-already-booked');
});

test('a request for items that are not left says so while others are, and does not call the order fulfilled or booked', async () => {
  const order = await anOrder({
    lines: [
      { title: 'Shirt', price: 1500 },
      { title: 'Mug', price: 400 },
      { title: 'Cap', price: 600 },
    ],
  });
  const [shirt, mug] = (await formOf(order)).line_items.map(({ line_id }: { line_id: string }) => line_id);
  await sendOneOutside(order);
  const refusal = async (line_id: string) => {
    const line_items = [{ line_id, quantity: 1 }];
    return (await shop.bookAnyway(order, 'LEOPARD', { line_items, cod_amount: 400 })).body.errors[0];
  };
  const notLeft = {
    code: 'conflict',
    msg: `The chosen items of ${order.name} are not left to ship, but others are. Nothing was booked. Choose from what is left.`,
  };
  expect(await refusal(shirt)).toMatchObject(notLeft);
  const { number } = await book(order, { line_items: [{ line_id: mug, quantity: 1 }], cod_amount: 400 });
  expect(await refusal(shirt)).toMatchObject(notLeft);
  expect(await refusal('no such line')).toMatchObject(notLeft);
  expect(await refusal(mug)).toMatchObject({ code: 'order-already-booked', detail: { tracking_number: number } });
});

describe('while a parcel of the order is on its way', () => {
  test('lists, filters and sums count what the form proposes for the rest, not what the first parcel collects', async () => {
    const order = await anOrder({ lines: [{ title: 'Cup', price: 300, quantity: 3 }] });
    const [line] = (await formOf(order)).line_items;
    const one = [{ line_id: line.line_id, quantity: 1 }];
    const { number } = await book(order, { line_items: one, cod_amount: 900 });
    const codOfForm = async (): Promise<number> => (await formOf(order)).cod_amount;
    const listed = async (payment: string) => tab(`look&payment=${payment}`, order);
    const selected = async (body: Record<string, unknown>): Promise<number> => {
      const reply = await server.call('POST', 'store-orders/selection', {
        token: shop.token,
        body: { selection: body },
      });
      return reply.body.data.cod;
    };
    expect(await codOfForm()).toBe(0);
    for (const isInStore of [false, true]) {
      if (isInStore) await marksPaidInStore();
      expect(await listed('PREPAID'), `in store: ${isInStore}`).toMatchObject([{ order_name: order.name, cod: 0 }]);
      expect(await listed('COD')).toEqual([]);
      const [row] = await listed('PREPAID');
      expect(await selected({ ids: [row._id] })).toBe(0);
      expect(await selected({ matching: { tab: 'look', query: order.name } })).toBe(0);
    }
    await server.call('PUT', `cancel-booking/${number}`, { token: shop.token });
    await marksPaidInStore();
    expect(await codOfForm()).toBe(900);
    expect(await tab('all&payment=COD', order)).toMatchObject([{ cod: 900 }]);
  });

  test('the rest is booked only by a person who wants a parcel of its own, in the form', async () => {
    const order = await anOrder();
    const first = await book(order);
    await marksPaidInStore();
    await addToOrder(order, { title: 'Ring', price: 900 });
    expect(await tab('look', order)).toMatchObject([{ problems: ['partly-sent', 'second-parcel'], shipment: null }]);

    const { issues, cod_amount: cod } = await formOf(order);
    expect(cod).toBe(900);
    const [asked] = issues.filter(({ code }: { code: string }) => code === 'second-parcel');
    expect(asked.msg).toBe(
      `Another parcel of this order is on its way: Leopards ${first.number} with 1 x Shirt, which collects Rs 1,500. This one gets what is left.`,
    );
    const others = issues.filter((one: object) => one !== asked);
    expect((await shop.book(order, 'LEOPARD', { confirmed: others })).body.errors[0].code).toBe('order-not-confirmed');
    const second = await book(order);
    await marksPaidInStore();
    expect(await inStore(order)).toEqual([first.number, second.number]);
    expect(await tab('look', order)).toEqual([]);
  });

  test('the rest waits in a batch until a person confirms a parcel of its own', async () => {
    const order = await anOrder();
    await book(order);
    await marksPaidInStore();
    await addToOrder(order, { title: 'Ring', price: 900 });
    const batch = await aBatch(server, shop, [order], { account: shop.accounts.LEOPARD });
    const row = await batch.row(order.name);
    expect(row).toMatchObject({ ready: false });
    expect(row.issues.map(({ code }) => code)).toContain('second-parcel');
    const accept = row.issues
      .filter(({ level }) => level === 'warning')
      .map(({ code, subject }) => ({ code, subject }));
    await batch.set(row, { accept });
    expect((await batch.book()).rows[0]).toMatchObject({ state: 'booked' });
  });

  test('items that the first parcel left out can be sent, never more than were ordered', async () => {
    const order = await anOrder({ lines: [{ title: 'Cup', price: 300, quantity: 3 }] });
    const [line] = (await formOf(order)).line_items;
    const first = await book(order, { line_items: [{ line_id: line.line_id, quantity: 1 }], cod_amount: 300 });
    // The store does not show it yet: what we booked counts.
    expect(await formOf(order)).toMatchObject({ products_list: '2 x Cup', cod_amount: 600 });
    const second = await book(order);
    await marksPaidInStore();
    expect(await sentLines(order)).toEqual([3]);
    expect(await inStore(order)).toEqual([first.number, second.number]);
    expect((await shop.book(order, 'LEOPARD')).body.errors[0].code).toBe('order-already-booked');
  });

  const shirtAndMug = (discount = 0) => [
    { title: 'Shirt', price: 1500, discount: 1500 * discount },
    { title: 'Mug', price: 400, discount: 400 * discount },
  ];
  const bookShirt = async (order: Order, cod: number) => {
    const [shirt] = (await formOf(order)).line_items;
    return book(order, { line_items: [{ line_id: shirt.line_id, quantity: 1 }], cod_amount: cod });
  };

  test('the rest of an order with a discount proposes what the customer pays for it', async () => {
    const order = await anOrder({ lines: shirtAndMug(0.2) });
    await bookShirt(order, 1200);
    expect(await formOf(order)).toMatchObject({ products_list: '1 x Mug', cod_amount: 320 });
  });

  test('a part of an order proposes its price with tax, where the store adds the tax to its prices', async () => {
    const order = await anOrder({ lines: shirtAndMug(), taxRate: 18 });
    await bookShirt(order, 1770);
    expect(await formOf(order)).toMatchObject({ total: '2242.00', products_list: '1 x Mug', cod_amount: 472 });
  });

  test.each([
    [1500, 600, 'the last one collects the shipping'],
    [1700, 400, 'nothing is left of the shipping that the first one collects'],
    [0, 600, 'the first one collects nothing, and the last one what its items cost, and the shipping'],
  ])(
    'of an order in two parcels of ours, the first with Rs %i, the last one proposes Rs %i: %s',
    async (first, last) => {
      const order = await anOrder({ lines: shirtAndMug(), shipping: 200 });
      await bookShirt(order, first);
      expect(await formOf(order)).toMatchObject({ products_list: '1 x Mug', cod_amount: last });
      await marksPaidInStore();
      expect((await formOf(order)).cod_amount).toBe(last);
      expect(await tab('look', order)).toMatchObject([{ cod: last }]);
      const second = await book(order);
      const { body } = await server.call('GET', `get-all-orders?track=${second.number}`, { token: shop.token });
      expect(body.data[0]).toMatchObject({ cod: last });
    },
  );

  test('shipping is proposed neither for a part that another part follows, nor after a part that someone else sent', async () => {
    const order = await anOrder({ lines: [...shirtAndMug(), { title: 'Lamp', price: 1100 }], shipping: 200 });
    const [, mug] = (await formOf(order)).line_items;
    await sendOneOutside(order);
    await deliverWebhooks(server);
    expect(await formOf(order)).toMatchObject({ products_list: '1 x Mug, 1 x Lamp', cod_amount: 1500 });
    await book(order, { line_items: [{ line_id: mug.line_id, quantity: 1 }], cod_amount: 400 });
    await marksPaidInStore();
    expect(await formOf(order)).toMatchObject({ products_list: '1 x Lamp', cod_amount: 1100 });
  });

  test('the rest of an order proposes what the first parcel does not collect, and says what it collects', async () => {
    const order = await anOrder({ lines: shirtAndMug() });
    await server.sandbox.control(`orders/${order.id}`, { outstanding: 1400 });
    await deliverWebhooks(server);
    const first = await bookShirt(order, 1400);
    await marksPaidInStore();
    const { cod_amount: cod, issues } = await formOf(order);
    expect(cod).toBe(0);
    expect(issues.find(({ code }: { code: string }) => code === 'second-parcel').msg).toContain(
      `Leopards ${first.number} with 1 x Shirt, which collects Rs 1,400.`,
    );
    const second = await book(order);
    const { body } = await server.call('GET', `get-all-orders?track=${second.number}`, { token: shop.token });
    expect(body.data[0]).toMatchObject({ cod: 0, payment_status: 'PAID' });
  });

  /** As if it was paid in the store until so much is left. */
  const leaveOpen = async (order: Order, outstanding: number): Promise<void> => {
    await server.sandbox.control(`orders/${order.id}`, { outstanding });
    await deliverWebhooks(server);
  };

  test('an advance is not taken for the payment of the first parcel', async () => {
    const order = await anOrder({ lines: [...shirtAndMug(), { title: 'Lamp', price: 1100 }] });
    await leaveOpen(order, 1500);
    const first = await bookShirt(order, 1500);
    await marksPaidInStore();
    expect(await formOf(order)).toMatchObject({ products_list: '1 x Mug, 1 x Lamp', cod_amount: 0 });
    expect(await tab('look&payment=PREPAID', order)).toMatchObject([{ cod: 0 }]);
    await addToOrder(order, { title: 'Ring', price: 900 });
    expect((await formOf(order)).cod_amount).toBe(900);
    await deliver(first);
    await leaveOpen(order, 900);
    expect((await formOf(order)).cod_amount).toBe(900);
  });

  test('a newer and dearer parcel that is paid first counts as paid, and the older one still collects its amount', async () => {
    const order = await anOrder({ lines: [...shirtAndMug(), { title: 'Lamp', price: 1100 }] });
    const [shirt, mug] = (await formOf(order)).line_items.map(({ line_id }: { line_id: string }) => line_id);
    await book(order, { line_items: [{ line_id: mug, quantity: 1 }], cod_amount: 400 });
    await book(order, { line_items: [{ line_id: shirt, quantity: 1 }], cod_amount: 1500 });
    await marksPaidInStore();
    expect(await formOf(order)).toMatchObject({ products_list: '1 x Lamp', cod_amount: 1100 });
    await leaveOpen(order, 1500);
    expect((await formOf(order)).cod_amount).toBe(1100);
    await leaveOpen(order, 1100);
    expect((await formOf(order)).cod_amount).toBe(1100);
  });

  test('an advance that was returned is proposed again', async () => {
    const order = await anOrder({ lines: [...shirtAndMug(), { title: 'Lamp', price: 1100 }] });
    await leaveOpen(order, 1500);
    await bookShirt(order, 1500);
    await marksPaidInStore();
    await server.sandbox.control(`orders/${order.id}`, { refund: { amount: 1500, open: true } });
    await deliverWebhooks(server);
    expect((await formOf(order)).cod_amount).toBe(1500);
  });

  test('a refund before the first parcel says nothing about its payment', async () => {
    const order = await anOrder({ lines: [...shirtAndMug(), { title: 'Lamp', price: 1100 }] });
    await leaveOpen(order, 1500);
    await server.sandbox.control(`orders/${order.id}`, { refund: { amount: 500, open: true } });
    await deliverWebhooks(server);
    const first = await bookShirt(order, 1500);
    await marksPaidInStore();
    await deliver(first);
    expect((await formOf(order)).cod_amount).toBe(500);
  });

  test('the third parcel counts each earlier one as received on its own', async () => {
    const order = await anOrder({ lines: [...shirtAndMug(), { title: 'Lamp', price: 1100 }] });
    const first = await bookShirt(order, 1500);
    const [mug] = (await formOf(order)).line_items;
    await book(order, { line_items: [{ line_id: mug.line_id, quantity: 1 }], cod_amount: 700 });
    await marksPaidInStore();
    expect((await formOf(order)).cod_amount).toBe(800);
    await deliver(first);
    await leaveOpen(order, 1500);
    expect((await formOf(order)).cod_amount).toBe(800);
  });

  test('the rest keeps its amount when a part of what the delivered first parcel collected is returned', async () => {
    const order = await anOrder({ lines: shirtAndMug() });
    const first = await bookShirt(order, 1500);
    await marksPaidInStore();
    await deliver(first);
    await leaveOpen(order, 400);
    await server.sandbox.control(`orders/${order.id}`, { refund: { amount: 200, open: true } });
    await deliverWebhooks(server);
    expect((await formOf(order)).cod_amount).toBe(400);
  });

  test.each(['error500', 'refuse'])(
    'items that the store already shows in the first parcel are counted once, although a later store update fails with %s',
    async (kind) => {
      const { order, first } = await oneOfThreeCups();
      await server.sandbox.control('faults', { target: 'shopify', operation: 'fulfillmentEventCreate', kind });
      await server.sandbox.control('advance', { tracking_number: first.number, to: 'in_transit' });
      await server.call('GET', `track-order/${first.number}`, { token: shop.token });
      await server.work('store-updates');
      expect(await formOf(order)).toMatchObject({ products_list: '2 x Cup', cod_amount: 600 });
      await server.sandbox.control('faults', { clear: true });
      await book(order);
      server.clock.advance(60_000);
      await marksPaidInStore();
      expect(await sentLines(order)).toEqual([3]);
    },
  );

  test('an item that was sent outside of our parcels is not sent again, although the store no longer shows the first parcel', async () => {
    const { order, first } = await oneOfThreeCups();
    await server.sandbox.control(`orders/${order.id}`, { cancelFulfillments: true });
    await sendOneOutside(order);
    await server.sandbox.control('advance', { tracking_number: first.number, to: 'in_transit' });
    await server.call('GET', `track-order/${first.number}`, { token: shop.token });
    await marksPaidInStore();
    const [conflict] = (await casesOf(first.id)) as unknown as { id: string; kind: string }[];
    expect(conflict?.kind).toBe('store-conflict');
    const path = `shipments/${first.id}/resolution`;
    const body = { dismiss: conflict?.id };
    expect((await server.call('POST', path, { token: shop.token, body })).status).toBe(200);
    expect(await formOf(order)).toMatchObject({ products_list: '1 x Cup' });
  });

  test('many bookings of the rest at once make one parcel', async () => {
    const order = await anOrder();
    await book(order);
    await marksPaidInStore();
    await addToOrder(order, { title: 'Ring', price: 900 });
    const { issues } = await formOf(order);
    const forms = await Promise.all(
      Array.from({ length: 6 }, () => shop.form(order, 'LEOPARD', { confirmed: issues })),
    );
    const before = (await shop.consignments()).length;
    const replies = await Promise.all(
      forms.map((body) => server.call('POST', 'book-order', { token: shop.token, body })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(5);
    expect((await shop.consignments()).length).toBe(before + 1);
    await marksPaidInStore();
    expect(await sentLines(order)).toEqual([1, 1]);
  });

  test('cancelling one of two parcels frees its items only, and the store keeps the other', async () => {
    const order = await anOrder();
    const [first, second] = await twoParcels(order);
    const cancelled = await server.call('PUT', `cancel-booking/${first.number}`, { token: shop.token });
    expect(cancelled.status).toBe(200);
    await marksPaidInStore();
    expect(await inStore(order)).toEqual([second.number]);
    expect(await formOf(order)).toMatchObject({ products_list: '1 x Shirt', cod_amount: 1500 });
    const third = await book(order);
    await marksPaidInStore();
    expect(await inStore(order)).toEqual([second.number, third.number]);
    expect(await sentLines(order)).toEqual([1, 1]);
  });
});

test('a hold that is released brings its items back to the list', async () => {
  const order = await anOrder({
    lines: [
      { title: 'Shirt', price: 1500 },
      { title: 'Mug', price: 400 },
    ],
  });
  await server.sandbox.control(`orders/${order.id}`, { part: { lines: [1], hold: 'INVENTORY_OUT_OF_STOCK' } });
  await book(order);
  await marksPaidInStore();
  expect(await tab('look', order)).toMatchObject([{ problems: ['on-hold', 'partly-sent', 'second-parcel'] }]);
  await server.sandbox.control(`orders/${order.id}`, { release: true });
  await deliverWebhooks(server);
  expect(await tab('look', order)).toMatchObject([{ problems: ['partly-sent', 'second-parcel'] }]);
  await book(order);
  await marksPaidInStore();
  expect(await sentLines(order)).toEqual([1, 1]);
});

test('a returned parcel and an added item are sent again together', async () => {
  const order = await anOrder();
  const first = await book(order);
  await marksPaidInStore();
  await server.sandbox.control('advance', { tracking_number: first.number, to: 'returned' });
  await server.call('GET', `track-order/${first.number}`, { token: shop.token });
  await addToOrder(order, { title: 'Ring', price: 900 });
  expect(await formOf(order)).toMatchObject({ held_by: { returned: true }, products_list: '1 x Shirt, 1 x Ring' });
  expect((await shop.book(order, 'LEOPARD')).body.errors[0].code).toBe('order-already-booked');
  const second = await book(order);
  await marksPaidInStore();
  expect(await inStore(order)).toEqual([second.number]);
  expect(await sentLines(order)).toEqual([1, 1]);
});

test('what came back is sent again after the courier refused, although another parcel was delivered', async () => {
  const order = await anOrder();
  const [first, second] = await twoParcels(order);
  await deliver(second);
  await server.sandbox.control('advance', { tracking_number: first.number, to: 'returned' });
  await server.call('GET', `track-order/${first.number}`, { token: shop.token });
  await server.sandbox.control('faults', { target: 'leopard', operation: 'book', kind: 'refuse', times: 1 });
  expect((await shop.bookAnyway(order, 'LEOPARD')).body.errors[0].code).toBe('courier-rejected');
  expect(await formOf(order)).toMatchObject({ held_by: { returned: true }, products_list: '1 x Shirt' });
  const third = await book(order);
  await marksPaidInStore();
  expect(await inStore(order)).toEqual([second.number, third.number]);

  // An added item that the courier refuses brings no parcel back.
  await deliver(third);
  await addToOrder(order, { title: 'Cap', price: 300 });
  await server.sandbox.control('faults', { target: 'leopard', operation: 'book', kind: 'refuse', times: 1 });
  expect((await shop.bookAnyway(order, 'LEOPARD')).body.errors[0].code).toBe('courier-rejected');
  expect(await formOf(order)).toMatchObject({ state: 'ready', held_by: null, products_list: '1 x Cap' });
});

test('an import of fulfilments waits for the first parcel, then sends what was added', async () => {
  const order = await anOrder();
  const first = await book(order);
  await marksPaidInStore();
  await addToOrder(order, { title: 'Ring', price: 900 });
  const send = async (number: string): Promise<string> => {
    const ordersData = [{ order_name: order.name, tracking_number: number, company: 'LEOPARD' }];
    const { body } = await server.call('POST', 'bulk/orders/fulfillment', { token: shop.token, body: { ordersData } });
    const rows = await server.call('GET', `imports/${body.data.id}/rows`, { token: shop.token });
    return `${rows.body.data[0].state} ${rows.body.data[0].reason}`;
  };
  expect(await send('LE8800990001')).toBe(`failed ${order.name} is already booked with Leopards: ${first.number}.`);
  await deliver(first);
  await bookedInPortal(server, { tracking_number: 'LE8800990001', courier: 'LEOPARD' });
  expect(await send('LE8800990001')).toBe('changed ');
  await marksPaidInStore();
  expect(await inStore(order)).toEqual([first.number, 'LE8800990001']);
  expect(await sentLines(order)).toEqual([1, 1]);
});

const casesOf = async (id: string): Promise<{ kind: string; changes: { field: string }[] }[]> =>
  (await server.call('GET', 'shipments/attention?limit=200', { token: shop.token })).body.data.filter(
    (one: { shipment_id: string }) => one.shipment_id === id,
  );

test('what another parcel of the order carries, or was paid for it, is no change of this one', async () => {
  const order = await anOrder();
  const first = await book(order);
  await marksPaidInStore();
  await addToOrder(order, { title: 'Ring', price: 900 });
  expect(await casesOf(first.id)).toMatchObject([
    { kind: 'changed-after-booking', changes: [{ field: 'Amount to collect' }, { field: 'Items' }] },
  ]);
  const second = await book(order);
  await marksPaidInStore();
  await deliverWebhooks(server);
  expect([...(await casesOf(first.id)), ...(await casesOf(second.id))]).toEqual([]);
  // The first parcel is delivered, and the merchant records its payment in the store.
  await deliver(first);
  await server.sandbox.control(`orders/${order.id}`, { outstanding: 900 });
  await deliverWebhooks(server);
  expect([...(await casesOf(first.id)), ...(await casesOf(second.id))]).toEqual([]);
  await server.sandbox.control(`orders/${order.id}`, { outstanding: 700 });
  await deliverWebhooks(server);
  expect(await casesOf(second.id)).toMatchObject([{ changes: [{ field: 'Amount to collect' }] }]);
});

test.each([
  ['is marked as paid in the store when all of its parcels are paid together', '1500', true],
  ['is not marked as paid in the store when too little was received for its first parcel', '1400', false],
])('an order %s', async (_what, received, marked) => {
  const order = await anOrder();
  const first = await book(order);
  await marksPaidInStore();
  await addToOrder(order, { title: 'Ring', price: 900 });
  const second = await book(order);
  await marksPaidInStore();
  const settings = { free_shipping_value: 0, default_weight: 100, show_discount: false, mark_paid_in_store: true };
  await server.call('POST', 'store/default-settings', { token: shop.token, body: settings });
  const isPaid = async () =>
    ((await server.sandbox.control(`orders/${order.id}`)) as { financial_status: string }).financial_status === 'PAID';
  const pay = async ({ number }: { number: string }, amount: string) => {
    const ordersData = [{ tracking_number: number, payment_status: 'Paid', amount, reference: 'CHQ-1' }];
    const body = { ordersData, kind: 'payment-statement', include_contradicting: true };
    expect((await server.call('POST', 'import-orders', { token: shop.token, body })).status).toBe(200);
    await marksPaidInStore();
  };
  await pay(first, received);
  expect(await isPaid()).toBe(false);
  await pay(second, '900');
  expect(await isPaid()).toBe(marked);
});
