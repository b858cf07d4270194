import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;

const tags = {
  inprocess_tag: 'On the way',
  delivered_tag: 'Arrived',
  cancelled_tag: 'Called off',
  rts_tag: 'Came back',
};
const settings = { free_shipping_value: 0, default_weight: 100, show_discount: false, discount_name: '' };

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
  await saveTags(tags);
});
afterAll(() => server?.close());

const saveTags = (saved: typeof tags): Promise<unknown> =>
  server.call('POST', 'store/default-settings', { token: shop.token, body: { ...settings, tags: saved } });

type Booked = { id: string; number: string };

async function booked(given: Record<string, unknown> = {}): Promise<Booked> {
  const order = await shop.newOrder({ tags: ['VIP'], ...given });
  return { id: order.id, number: (await shop.book(order, 'LEOPARD')).body.data.trackingNumber };
}

/** The courier moves the parcel, someone tracks it, and the store is updated. */
async function move({ number }: Booked, to: string): Promise<void> {
  await server.sandbox.control('advance', { tracking_number: number, to });
  await server.call('GET', `track-order/${number}`, { token: shop.token });
  await server.work('store-updates');
}

type OrderInStore = { tags: string[]; fulfillments: { events: string[]; notified: boolean }[] };
const inStore = async ({ id }: Booked): Promise<OrderInStore> =>
  (await server.sandbox.control(`orders/${id}`)) as OrderInStore;
const tagsOf = async (order: Booked): Promise<string[]> => (await inStore(order)).tags.toSorted();
const eventsOf = async (order: Booked): Promise<string[]> =>
  (await inStore(order)).fulfillments.flatMap((one) => one.events);

describe('what the store shows of a parcel', () => {
  it('every step once, in order, and exactly one of our tags beside those of the shop', async () => {
    const order = await booked();
    expect(await tagsOf(order)).toEqual(['VIP']);
    await move(order, 'in_transit');
    expect(await tagsOf(order)).toEqual(['On the way', 'VIP']);
    await move(order, 'out_for_delivery');
    await move(order, 'delivered');
    expect(await tagsOf(order)).toEqual(['Arrived', 'VIP']);
    expect(await eventsOf(order)).toEqual(['IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED']);
    const { body } = await server.call('GET', `track-order/${order.number}?stored=true`, { token: shop.token });
    const history = body.shipment.history.map((one: { what: string }) => one.what);
    expect(history.filter((what: string) => what === 'Fulfilled on Shopify.')).toHaveLength(1);
    expect(history).toContain('Progress added in the store: delivered');
    expect(history).toContain('Tagged in the store: Arrived');
  });

  it('a return: the delivery failed, and the tag says so', async () => {
    const order = await booked();
    await move(order, 'returned');
    expect(await tagsOf(order)).toEqual(['Came back', 'VIP']);
    expect((await eventsOf(order)).at(-1)).toBe('FAILURE');
  });

  it('a cancelled booking has the cancelled tag until the order is booked again', async () => {
    const order = await booked();
    await server.call('PUT', `cancel-booking/${order.number}`, { token: shop.token });
    await server.work('store-updates');
    expect(await tagsOf(order)).toEqual(['Called off', 'VIP']);
    expect((await shop.book(order, 'LEOPARD')).status).toBe(200);
    server.clock.advance(3_000);
    await server.work('store-updates');
    expect(await tagsOf(order)).toEqual(['VIP']);
  });

  it('two parcels of one order: each has its own tag and its own events', async () => {
    const order = await booked();
    await move(order, 'in_transit');
    await server.sandbox.control(`orders/${order.id}`, { addLine: { title: 'Ring', price: 900 } });
    const reply = await shop.bookAnyway(order, 'LEOPARD');
    const second = { id: order.id, number: reply.body.data.trackingNumber };
    await server.work('store-updates');
    await move(second, 'in_transit');
    await move(order, 'delivered');
    expect(await tagsOf(order)).toEqual(['Arrived', 'On the way', 'VIP']);
    expect((await inStore(order)).fulfillments.map(({ events }) => events)).toEqual([
      ['IN_TRANSIT', 'DELIVERED'],
      ['IN_TRANSIT'],
    ]);
    await move(second, 'delivered');
    expect(await tagsOf(order)).toEqual(['Arrived', 'VIP']);
  });

  it('a tag that was changed in its letters alone in the settings stays while one of the two parcels of an order has it', async () => {
    const order = await booked();
    await move(order, 'in_transit');
    await server.sandbox.control(`orders/${order.id}`, { addLine: { title: 'Ring', price: 900 } });
    const reply = await shop.bookAnyway(order, 'LEOPARD');
    const second = { id: order.id, number: reply.body.data.trackingNumber };
    await server.work('store-updates');
    await saveTags({ ...tags, inprocess_tag: 'on the way' });
    await move(second, 'in_transit');
    await move(second, 'delivered');
    expect(await tagsOf(order)).toEqual(['Arrived', 'On the way', 'VIP']);
    await move(order, 'delivered');
    expect(await tagsOf(order)).toEqual(['Arrived', 'VIP']);
    await saveTags(tags);
  });

  it('a part that the store does not let us fulfil delays neither the tag nor the events of the rest', async () => {
    await server.sandbox.control('faults', { target: 'shopify', operation: 'fulfillmentCreate', kind: 'error500' });
    const lines = [
      { title: 'Shirt', price: 1500 },
      { title: 'Mug', price: 400 },
    ];
    const order = await booked({ lines });
    await server.sandbox.control('faults', { clear: true });
    await server.sandbox.control(`orders/${order.id}`, { part: { lines: [1], hold: 'INVENTORY_OUT_OF_STOCK' } });
    server.clock.advance(3_600_000);
    await server.work('store-updates');
    for (const [to, tag] of [
      ['in_transit', 'On the way'],
      ['delivered', 'Arrived'],
    ] as const) {
      await move(order, to);
      expect(await tagsOf(order)).toEqual([tag, 'VIP']);
    }
    expect(await eventsOf(order)).toEqual(['IN_TRANSIT', 'DELIVERED']);
  });

  it('a tag that the store refuses delays no later events, and the next one is added when the order has room for it', async () => {
    const theirs = Array.from({ length: 250 }, (_, index) => `theirs ${index}`);
    const order = await booked({ tags: theirs });
    await move(order, 'in_transit');
    await move(order, 'out_for_delivery');
    expect(await eventsOf(order)).toEqual(['IN_TRANSIT', 'OUT_FOR_DELIVERY']);
    expect(await tagsOf(order)).toEqual(theirs.toSorted());
    await server.sandbox.control(`orders/${order.id}`, { removeTags: ['theirs 7'] });
    await move(order, 'delivered');
    expect(await eventsOf(order)).toEqual(['IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED']);
    expect(await tagsOf(order)).toContain('Arrived');
  });

  it('a tag that the order had before is not removed', async () => {
    const order = await booked({ tags: ['On the way'] });
    await move(order, 'in_transit');
    await move(order, 'delivered');
    expect(await tagsOf(order)).toEqual(['Arrived', 'On the way']);
  });

  it('a tag that the order had before in other letters is not removed, and not taken for ours', async () => {
    const order = await booked({ tags: ['on the WAY'] });
    await move(order, 'in_transit');
    expect(await tagsOf(order)).toEqual(['on the WAY']);
    await move(order, 'delivered');
    expect(await tagsOf(order)).toEqual(['Arrived', 'on the WAY']);
  });

  it('an event that the store did not accept is sent again later, once', async () => {
    const order = await booked();
    await server.sandbox.control('faults', [
      { target: 'shopify', operation: 'fulfillmentEventCreate', kind: 'lose-answer', times: 1 },
    ]);
    await move(order, 'in_transit');
    await server.sandbox.control('faults', { clear: true, rules: [{ target: 'shopify', kind: 'error500' }] });
    await move(order, 'out_for_delivery');
    await move(order, 'delivered');
    expect(await eventsOf(order)).toEqual(['IN_TRANSIT']);
    await server.sandbox.control('faults', { clear: true });
    server.clock.advance(3_600_000);
    await server.work('store-updates');
    expect(await eventsOf(order)).toEqual(['IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED']);
    expect(await tagsOf(order)).toEqual(['Arrived', 'VIP']);
  });

  it('events that the store has are not sent again when the answer to a later one is lost', async () => {
    const order = await booked();
    await server.sandbox.control('faults', { target: 'shopify', kind: 'error500' });
    await move(order, 'in_transit');
    await move(order, 'out_for_delivery');
    const operation = 'fulfillmentEventCreate';
    await server.sandbox.control('faults', {
      clear: true,
      rules: [
        { target: 'shopify', operation, kind: 'delay', delayMs: 1, times: 1 },
        { target: 'shopify', operation, kind: 'lose-answer', times: 1 },
      ],
    });
    server.clock.advance(3_600_000);
    await server.work('store-updates');
    await server.sandbox.control('faults', { clear: true });
    expect(await eventsOf(order)).toEqual(['IN_TRANSIT', 'OUT_FOR_DELIVERY']);
    expect(await tagsOf(order)).toEqual(['On the way', 'VIP']);
  });

  const plan = (to: string): Promise<unknown> =>
    withShop(server.context.db, shop.shopId, (trx) =>
      trx.updateTable('subscription').set({ plan: to }).where('shop_id', '=', shop.shopId).execute(),
    );

  it('on FREE the store gets events but no tags', async () => {
    const order = await booked();
    await plan('FREE');
    await move(order, 'delivered');
    await plan('YEARLY');
    expect(await tagsOf(order)).toEqual(['VIP']);
    expect(await eventsOf(order)).toEqual(['DELIVERED']);
  });

  it('a tag from before the end of the plan is removed with the next news of the parcel', async () => {
    const order = await booked();
    await move(order, 'in_transit');
    await plan('FREE');
    await move(order, 'delivered');
    await plan('YEARLY');
    expect(await tagsOf(order)).toEqual(['VIP']);
  });

  it('an order at two locations sends one shipping email, also after a lost answer', async () => {
    const lines = [
      { title: 'Shirt', price: 1500 },
      { title: 'Mug', price: 400 },
    ];
    const order = await shop.newOrder({ lines });
    await server.sandbox.control(`orders/${order.id}`, { part: { lines: [1], location: 1 } });
    await server.sandbox.control('faults', [
      { target: 'shopify', operation: 'fulfillmentCreate', kind: 'lose-answer', times: 1 },
    ]);
    const email = { consignee_email: 'sana@mail.example', notify_customer: true };
    const { data } = (await shop.bookAnyway(order, 'LEOPARD', email)).body;
    await server.sandbox.control('faults', { clear: true });
    await server.work('store-updates');
    const { fulfillments } = await inStore({ id: order.id, number: data.trackingNumber });
    expect(fulfillments.map(({ notified }) => notified)).toEqual([true, false]);
  });
});
