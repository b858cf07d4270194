import type { AttentionItem } from '@courierdesk/contract/attention';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { aShipment } from '../../testing/a-shipment.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { deliverDueNow, mailsTo } from '../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterEach(() => server.sandbox.control('faults', { clear: true }));
afterAll(() => server?.close());

async function casesOf(id: string): Promise<AttentionItem[]> {
  const { body } = await server.call('GET', 'shipments/attention', { token: shop.token });
  return (body.data as AttentionItem[]).filter((one) => one.shipment_id === id);
}

async function uncertain(
  changes: Record<string, unknown> = {},
): Promise<{ order: { id: string; name: string }; id: string; number: string }> {
  const order = await shop.newOrder();
  await server.sandbox.control('faults', { target: 'leopard', operation: 'book', kind: 'lose-answer', times: 1 });
  const { id, reference } = (await shop.book(order, 'LEOPARD', changes)).body.data;
  const [live] = (await shop.consignments()).filter((one) => one.reference === reference);
  return { order, id, number: live?.tracking_number ?? '' };
}

test('the log has the call to the courier of an uncertain booking, for its support', async () => {
  const logged = vi.spyOn(server.context.log, 'warn');
  await uncertain();
  expect(logged).toHaveBeenCalledExactlyOnceWith(
    {
      ...{ company: 'LEOPARD', reference: expect.stringMatching(/^CD/), reason: expect.any(String) },
      call: {
        ...{ operation: 'book', method: 'POST', path: expect.stringContaining('bookPacket'), status: undefined },
        durationMs: expect.any(Number),
      },
    },
    'booking is uncertain',
  );
  logged.mockRestore();
});

test('an order stays locked when the courier shows its booking under a number of another parcel', async () => {
  const { order, id, number } = await uncertain();
  await aShipment(server.context, shop.shopId, { accountId: shop.accounts.LEOPARD, company: 'LEOPARD', number });
  for (let hour = 0; hour < 50; hour += 1) {
    server.clock.advance(3_600_000);
    await server.work('booking-look-ups');
  }
  expect((await casesOf(id)).find(({ kind }) => kind === 'two-consignments')).toMatchObject({
    what_happened: `Leopards shows ${number} for ${order.name}, but another shipment of yours already has this number.`,
  });
  expect((await shop.book(order, 'LEOPARD')).body.errors[0].code).toBe('order-already-booked');
});

test('a courier that answers with the number of another parcel is told of, and the order stays locked', async () => {
  const { trackingNumber: last } = (await shop.book(await shop.newOrder(), 'LEOPARD')).body.data;
  const number = `LE${Number(String(last).slice(2)) + 1}`;
  await aShipment(server.context, shop.shopId, { accountId: shop.accounts.LEOPARD, company: 'LEOPARD', number });
  const order = await shop.newOrder();
  const { status, body } = await shop.book(order, 'LEOPARD');
  expect(status).toBe(202);
  const { id } = body.data;
  for (let hour = 0; hour < 50; hour += 1) {
    server.clock.advance(3_600_000);
    await server.work('booking-look-ups');
  }
  const [found] = await casesOf(id);
  expect(found).toMatchObject({ kind: 'uncertain', resolves_itself: false });
  expect(found?.what_happened).toContain(`Leopards answered with ${number}, which is the number of another parcel`);
  expect((await shop.book(order, 'LEOPARD')).body.errors[0].code).toBe('order-already-booked');
});

test('a change of the order is no longer a case when its booking ends without a parcel', async () => {
  const { order, id } = await uncertain();
  await server.sandbox.control(`orders/${order.id}`, { address: { address1: 'Shop 4, New Street' } });
  await server.call('POST', 'store-orders/refresh', { token: shop.token });
  expect((await casesOf(id)).map(({ kind }) => kind)).toContain('changed-after-booking');
  await server.call('POST', `shipments/${id}/resolution`, { token: shop.token, body: { release: true } });
  expect(await casesOf(id)).toEqual([]);
});

test.each(['before', 'after'])(
  'an order that changed in the store %s its booking was released is a case when the late consignment is kept',
  async (when) => {
    const { order, id, number } = await uncertain();
    const resolve = (body: Record<string, unknown>) =>
      server.call('POST', `shipments/${id}/resolution`, { token: shop.token, body });
    const changeAddress = async () => {
      await server.sandbox.control(`orders/${order.id}`, { address: { address1: 'Shop 4, New Street' } });
      await server.call('POST', 'store-orders/refresh', { token: shop.token });
    };
    if (when === 'before') await changeAddress();
    await resolve({ release: true });
    if (when === 'after') await changeAddress();
    server.clock.advance(3_600_000);
    await server.work('booking-look-ups');
    expect((await resolve({ keep_late: number })).body).toMatchObject({ booking_state: 'booked' });
    expect(await casesOf(id)).toMatchObject([
      {
        kind: 'changed-after-booking',
        changes: [{ field: 'Address', now: expect.stringContaining('Shop 4, New Street') }],
      },
    ]);
  },
);

test('the tracking link is emailed to the customer of a late consignment that is kept', async () => {
  const mail = { kind: 'booked', enabled: true, subject: 'Track {order}', message: 'Number {tracking_number}' };
  await server.call('PUT', 'customer-mails', { token: shop.token, body: mail });
  const { id, number } = await uncertain({ consignee_email: 'late@example.test' });
  const resolve = (body: Record<string, unknown>) =>
    server.call('POST', `shipments/${id}/resolution`, { token: shop.token, body });
  await resolve({ release: true });
  server.clock.advance(3_600_000);
  await server.work('booking-look-ups');
  await resolve({ keep_late: number });
  await server.work('customer-mails');
  await deliverDueNow(server);
  expect((await mailsTo(server, 'late@example.test')).map(({ text }) => text)).toEqual([
    expect.stringContaining(`Number ${number}`),
  ]);
});

test('a late consignment of an order that was sent again becomes its booking', async () => {
  const order = await shop.newOrder();
  const first = (await shop.book(order, 'LEOPARD')).body.data;
  await server.sandbox.control('advance', { tracking_number: first.trackingNumber, to: 'returned' });
  await server.call('GET', `track-order/${first.trackingNumber}`, { token: shop.token });
  await server.sandbox.control('faults', { target: 'leopard', operation: 'book', kind: 'lose-answer', times: 1 });
  const { id, reference } = (await shop.bookAnyway(order, 'LEOPARD')).body.data;
  await server.call('POST', `shipments/${id}/resolution`, { token: shop.token, body: { release: true } });
  server.clock.advance(3_600_000);
  await server.work('booking-look-ups');
  const [live] = (await shop.consignments()).filter((one) => one.reference === reference);
  const kept = await server.call('POST', `shipments/${id}/resolution`, {
    token: shop.token,
    body: { keep_late: live?.tracking_number },
  });
  expect(kept.body).toMatchObject({ booking_state: 'booked', tracking_number: live?.tracking_number });
  const holds = await withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .selectFrom('shipment_order')
      .select(['shipment_id'])
      .where('holds', '=', true)
      .where('shipment_id', 'in', [id, first.id])
      .execute(),
  );
  expect(holds).toEqual([{ shipment_id: id }]);
});

test('an empty look-up with the token of another PostEx merchant does not free the order: a person decides', async () => {
  const order = await shop.newOrder();
  await server.sandbox.control('faults', { target: 'postex', operation: 'book', kind: 'lose-answer', times: 1 });
  const { id } = (await shop.book(order, 'POSTEX')).body.data;
  const ofAnotherMerchant = 'c2Vjb25kLXBvc3RleC10b2tlbjpjb3VyaWVyZGVzaw';
  const changed = await server.call('PUT', 'update-account', {
    token: shop.token,
    body: { id: shop.accounts.POSTEX, account_name: 'PostEx of another contract', token: ofAnotherMerchant },
  });
  expect(changed.status).toBe(200);
  for (const seconds of [6, 20, 60, 300, 900]) {
    server.clock.advance(seconds * 1000);
    await server.work('booking-look-ups');
  }
  const [found] = await casesOf(id);
  expect(found).toMatchObject({ kind: 'uncertain', resolves_itself: false });
  expect(found?.actions).toContain('release');
  expect(found?.what_happened).toBe(
    `PostEx did not confirm the booking of ${order.name}. Its courier account was changed since, so PostEx may not show us the parcel. Look with the earlier credentials too.`,
  );
  expect((await shop.book(order, 'POSTEX')).body.errors[0].code).toBe('order-already-booked');
});
