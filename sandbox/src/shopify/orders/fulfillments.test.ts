import { afterAll, beforeAll, expect, test } from 'vitest';
import { reference } from '../graphql/reference/reference.ts';
import type { TestOrder, TestStore } from '../../testing/shopify-test-store.ts';
import { jsonOf, openTestStore, shop } from '../../testing/shopify-test-store.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openTestStore();
});

afterAll(() => store.close());

const twoLines = [
  { title: 'Kurta', price: 2490, quantity: 2 },
  { title: 'Shawl', price: 2150, quantity: 1 },
];

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const fo = (id: string | undefined) => `gid://shopify/FulfillmentOrder/${id}`;

async function create(groups: object[], extra: object = {}) {
  const answer = await store.graphql(reference('CreateFulfillment'), {
    fulfillment: { lineItemsByFulfillmentOrder: groups, ...extra },
  });
  expect(answer.errors).toBeUndefined();
  return answer.data?.['fulfillmentCreate'];
}

async function state(order: TestOrder) {
  const answer = await store.graphql(reference('OrderFulfillmentState'), { id: order.gid });
  expect(answer.errors).toBeUndefined();
  return answer.data?.['order'];
}

test('part of an order can be fulfilled, and the rest later', async () => {
  const order = await store.order({ lines: twoLines });
  const [open] = (await state(order)).fulfillmentOrders.nodes;
  const [kurta] = open.lineItems.nodes;
  const first = await create([
    { fulfillmentOrderId: open.id, fulfillmentOrderLineItems: [{ id: kurta.id, quantity: 1 }] },
  ]);
  expect(first.userErrors).toEqual([]);
  const partly = await state(order);
  expect(partly.displayFulfillmentStatus).toBe('PARTIALLY_FULFILLED');
  expect(partly.fulfillmentOrders.nodes).toMatchObject([{ id: open.id, status: 'IN_PROGRESS' }]);
  expect(partly.fulfillmentOrders.nodes[0].lineItems.nodes[0]).toMatchObject({
    totalQuantity: 2,
    remainingQuantity: 1,
  });

  expect((await create([{ fulfillmentOrderId: open.id }])).userErrors).toEqual([]);
  const whole = await state(order);
  expect(whole.displayFulfillmentStatus).toBe('FULFILLED');
  expect(whole.fulfillmentOrders.nodes).toMatchObject([{ status: 'CLOSED', supportedActions: [] }]);
});

test('a cancelled fulfilment opens a new fulfilment order and leaves the old one closed with its quantity restored', async () => {
  const order = await store.order({ lines: [{ title: 'Kurta', price: 2490, quantity: 1 }] });
  const [open] = (await state(order)).fulfillmentOrders.nodes;
  const { fulfillment } = await create([{ fulfillmentOrderId: open.id }]);
  for (const _ of ['once', 'twice']) {
    const answer = await store.graphql(reference('CancelFulfillment'), { id: fulfillment.id });
    expect(answer.data?.['fulfillmentCancel']).toMatchObject({ userErrors: [], fulfillment: { status: 'CANCELLED' } });
  }
  const after = await state(order);
  expect(after.displayFulfillmentStatus).toBe('UNFULFILLED');
  expect(after.fulfillmentOrders.nodes).toMatchObject([
    { id: open.id, status: 'CLOSED', lineItems: { nodes: [{ remainingQuantity: 1 }] } },
    { status: 'OPEN', lineItems: { nodes: [{ remainingQuantity: 1, totalQuantity: 1 }] } },
  ]);
  expect(after.fulfillmentOrders.nodes[1].id).not.toBe(open.id);
});

test('the store refuses with the error texts of real stores', async () => {
  const order = await store.order({ lines: twoLines });
  const other = await store.order({ lines: twoLines });
  const own = order.fulfillment_orders[0]?.id;
  const foreign = other.fulfillment_orders[0]?.id;
  const [open] = (await state(order)).fulfillmentOrders.nodes;
  const line = open.lineItems.nodes[0].id;
  const refused = async (groups: object[]) => (await create(groups)).userErrors;
  const message = (text: string) => [{ field: ['fulfillment'], message: text }];

  expect(await refused([{ fulfillmentOrderId: fo('1') }])).toEqual(message('Fulfillment order does not exist.'));
  expect(
    await refused([
      {
        fulfillmentOrderId: fo(own),
        fulfillmentOrderLineItems: [{ id: 'gid://shopify/FulfillmentOrderLineItem/1', quantity: 1 }],
      },
    ]),
  ).toEqual(message('Fulfillment order line item does not exist.'));
  expect(
    await refused([{ fulfillmentOrderId: fo(own), fulfillmentOrderLineItems: [{ id: line, quantity: 3 }] }]),
  ).toEqual(message('Invalid fulfillment order line item quantity requested.'));
  expect(
    await refused([{ fulfillmentOrderId: fo(own), fulfillmentOrderLineItems: [{ id: line, quantity: 0 }] }]),
  ).toEqual([
    {
      field: ['fulfillment', 'lineItemsByFulfillmentOrder', '0', 'fulfillmentOrderLineItems', '0', 'quantity'],
      message: 'Quantity must be greater than 0',
    },
  ]);
  expect(await refused([{ fulfillmentOrderId: fo(own) }, { fulfillmentOrderId: fo(foreign) }])).toEqual(
    message(
      `All fulfillment orders must belong to the same order. Multiple orders with ids [${order.id}, ${other.id}] were found.`,
    ),
  );
  expect((await state(order)).fulfillments).toEqual([]);

  await create([{ fulfillmentOrderId: fo(own) }]);
  expect(await refused([{ fulfillmentOrderId: fo(own) }])).toEqual(
    message(`Fulfillment order ${own} has an unfulfillable status= closed.`),
  );
});

test('unknown fulfilments are refused by the cancel, the tracking update and the event', async () => {
  const id = 'gid://shopify/Fulfillment/1';
  const cancelled = await store.graphql(reference('CancelFulfillment'), { id });
  expect(cancelled.data?.['fulfillmentCancel'].userErrors).toEqual([
    { field: ['id'], message: 'Fulfillment not found.' },
  ]);
  const tracked = await store.graphql(reference('UpdateTracking'), { fulfillmentId: id, tracking: { number: '1' } });
  expect(tracked.data?.['fulfillmentTrackingInfoUpdate'].userErrors).toEqual([
    { field: ['fulfillmentId'], message: 'Fulfillment does not exist.' },
  ]);
  const event = await store.graphql(reference('CreateFulfillmentEvent'), {
    event: { fulfillmentId: id, status: 'DELIVERED' },
  });
  expect(event.data?.['fulfillmentEventCreate'].userErrors).toEqual([
    { field: ['fulfillmentEvent', 'fulfillmentId'], message: 'Fulfillment does not exist.' },
  ]);
});

test('an order over several locations needs one fulfilment for each', async () => {
  await store.post(`/_control/shops/${shop}`, { settings: { locations: 2 } });
  const order = await store.order({ lines: twoLines });
  await store.post(`/_control/shops/${shop}`, { settings: { locations: 1 } });
  const [lahore, karachi] = order.fulfillment_orders;
  expect(lahore?.location_id).not.toBe(karachi?.location_id);
  const both = await create([{ fulfillmentOrderId: fo(lahore?.id) }, { fulfillmentOrderId: fo(karachi?.id) }]);
  expect(both.userErrors[0].message).toBe(
    `All fulfillment orders must be assigned to a single location. Multiple locations with ids [${lahore?.location_id}, ${karachi?.location_id}] were found.`,
  );
  for (const entry of [lahore, karachi]) {
    expect(
      (await create([{ fulfillmentOrderId: fo(entry?.id) }], { trackingInfo: { number: 'CN1' } })).userErrors,
    ).toEqual([]);
  }
  const after = await state(order);
  expect(after.displayFulfillmentStatus).toBe('FULFILLED');
  expect(
    after.fulfillments.map((entry: { trackingInfo: { number: string }[] }) => entry.trackingInfo[0]?.number),
  ).toEqual(['CN1', 'CN1']);
});

test('orders on hold and scheduled orders are not fulfilled', async () => {
  const held = await store.order({ hold: 'AWAITING_PAYMENT' });
  expect(held.fulfillment_status).toBe('ON_HOLD');
  const [hold] = (await state(held)).fulfillmentOrders.nodes;
  expect(hold.fulfillmentHolds).toMatchObject([{ reason: 'AWAITING_PAYMENT', displayReason: 'Awaiting payment' }]);
  expect((await create([{ fulfillmentOrderId: hold.id }])).userErrors[0].message).toContain(
    'unfulfillable status= on_hold',
  );
  await store.post(`/_control/orders/${held.id}`, { release: true });
  expect((await create([{ fulfillmentOrderId: hold.id }])).userErrors).toEqual([]);

  const later = await store.order({ fulfillAt: '2099-01-01T00:00:00Z' });
  expect(later.fulfillment_status).toBe('SCHEDULED');
  const refused = await create([{ fulfillmentOrderId: fo(later.fulfillment_orders[0]?.id) }]);
  expect(refused.userErrors[0].message).toContain('unfulfillable status= scheduled');
});

test('a cancelled order closes its fulfilment orders, and one with a fulfilment cannot be cancelled', async () => {
  const order = await store.order();
  await store.post(`/_control/orders/${order.id}`, { cancel: true });
  expect(await state(order)).toMatchObject({ fulfillmentOrders: { nodes: [{ status: 'CLOSED' }] } });
  expect((await state(order)).cancelledAt).toEqual(expect.stringMatching(isoTime));

  const shipped = await store.order();
  await store.post(`/_control/orders/${shipped.id}`, { fulfill: { number: 'BY-HAND' } });
  const refused = await store.post(`/_control/orders/${shipped.id}`, { cancel: true });
  expect(refused.status).toBe(409);
  expect(await jsonOf(refused)).toMatchObject({
    refusals: ['Cannot cancel an order that has outstanding fulfillments'],
  });
});

test('a paid order closes when it is fulfilled and opens again when the fulfilment is cancelled', async () => {
  const order = await store.order({ payment: 'paid' });
  const [open] = (await state(order)).fulfillmentOrders.nodes;
  const { fulfillment } = await create([{ fulfillmentOrderId: open.id }]);
  const closedAt = async () =>
    (await store.graphql(`{ order(id: "${order.gid}") { closedAt } }`)).data?.['order'].closedAt;
  expect(await closedAt()).toEqual(expect.stringMatching(isoTime));
  await store.graphql(reference('CancelFulfillment'), { id: fulfillment.id });
  expect(await closedAt()).toBeNull();
});
