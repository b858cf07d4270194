import { companies } from '@courierdesk/contract/companies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { takeSlot } from '../../shop/courier-accounts/courier-slots.ts';
import { loadAccount } from '../../shop/courier-accounts/load-account.ts';
import { aUser } from '../../testing/factories.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterAll(() => server?.close());

const advance = (number: string, to: string): Promise<unknown> =>
  server.sandbox.control('advance', { tracking_number: number, to });
const track = (number: string, token = shop.token, stored = false) =>
  server.call('GET', `track-order/${number}${stored ? '?stored=true' : ''}`, { token });

describe('tracking a parcel', () => {
  it.each(companies)('%s: shows each step from booked to delivered, newest first', async (company) => {
    const order = await shop.newOrder();
    const { trackingNumber: number } = (await shop.book(order, company)).body.data;
    expect((await track(number)).body.order).toMatchObject({ current_status: 1, status: 'FULFILLED' });
    await advance(number, 'out_for_delivery');
    expect((await track(number)).body.order).toMatchObject({ current_status: 2, status: 'INPROCESS' });
    await advance(number, 'delivered');
    // The sandbox's scans are seconds apart, so that the last may be ahead of the clock.
    server.clock.advance(60_000);
    const delivered = (await track(number)).body;
    expect(delivered.order).toMatchObject({ current_status: 3, status: 'DELIVERED', final: true });
    const dates = delivered.order.details.map((one: { status_date: string }) => one.status_date);
    expect(dates.length).toBeGreaterThan(1);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(delivered.shipment.history.map((one: { what: string }) => one.what).join('\n')).toContain('Delivered');
    const row = await server.call('GET', `get-all-orders?track=${number}`, { token: shop.token });
    expect(row.body.data[0].delivered_date).toBe(dates[0]);
  });

  it.each(companies)(
    '%s: every event of a delivery and of a return has a plain sentence in English and Urdu',
    async (company) => {
      for (const to of ['delivered', 'returned']) {
        const { trackingNumber: number } = (await shop.book(await shop.newOrder(), company)).body.data;
        await advance(number, to);
        await track(number);
        const { details } = (await server.call('GET', `track-order-public/${number}`)).body.order;
        expect(details.length).toBeGreaterThan(2);
        const plain = ({ english, urdu }: Record<'english' | 'urdu', string>) =>
          english !== '' && /\p{Script=Arabic}/u.test(urdu);
        expect(details.filter((detail: Record<'english' | 'urdu', string>) => !plain(detail))).toEqual([]);
      }
    },
  );

  it.each(companies)('%s: a return is step 2, and final at the shop', async (company) => {
    const order = await shop.newOrder();
    const { trackingNumber: number } = (await shop.book(order, company)).body.data;
    await advance(number, 'returned');
    expect((await track(number)).body.order).toMatchObject({ current_status: 2, status: 'RTS', final: true });
    const refused = await server.call('POST', 'book-order', {
      token: shop.token,
      body: await shop.form(order, company),
    });
    expect(refused.body.errors[0]).toMatchObject({ code: 'order-already-booked', detail: { returned: true } });
    const again = await shop.bookAnyway(order, company);
    expect(again.status).toBe(200);
    expect(again.body.message).toBe('Order has been booked and fulfilled');
  });

  it.each([
    ['LEOPARD', 'attempted'],
    ['MNP', 'attempted'],
    ['POSTEX', 'attempted'],
    // TCS holds the parcel at its counter for the receiver.
    ['TCS', 'held'],
  ] as const)('%s: a failed delivery is shown to the shop and to the receiver', async (company, trouble) => {
    const { trackingNumber: number } = (await shop.book(await shop.newOrder(), company)).body.data;
    await advance(number, 'out_for_delivery');
    expect((await track(number)).body.order.trouble).toBeNull();
    await advance(number, 'attempted');
    expect((await track(number)).body.order.trouble).toBe(trouble);
    const seen = await server.call('GET', `track-order-public/${number}`);
    expect(seen.body.order.trouble).toBe(trouble);
  });

  it.each(['LEOPARD', 'POSTEX'] as const)(
    '%s: a cancel by the courier frees the order and opens a case',
    async (company) => {
      const order = await shop.newOrder();
      const { trackingNumber: number, id } = (await shop.book(order, company)).body.data;
      await advance(number, 'cancelled_by_courier');
      expect((await track(number)).body.order).toMatchObject({ current_status: 4, status: 'CANCELLED' });
      await server.work('store-updates');
      const { data } = (await server.call('GET', 'shipments/attention', { token: shop.token })).body;
      expect(data).toContainEqual(expect.objectContaining({ kind: 'cancelled-by-courier', shipment_id: id }));
      expect((await shop.book(order, company)).status).toBe(200);
    },
  );

  it('a number that two couriers use shows the parcel that the call names, and without a name the newest', async () => {
    const [older, newer] = [await shop.newOrder(), await shop.newOrder()];
    const { id, trackingNumber: number } = (await shop.book(older, 'LEOPARD')).body.data;
    server.clock.advance(60_000);
    const { id: otherId } = (await shop.book(newer, 'TCS')).body.data;
    await withShop(server.context.db, shop.shopId, (trx) =>
      trx.updateTable('shipment').set({ tracking_number: number }).where('id', '=', otherId).execute(),
    );
    await advance(number, 'in_transit');
    const shown = async (query: string) => (await track(`${number}?${query}`)).body;
    expect(await shown(`shipment=${id}`)).toMatchObject({
      company: 'LEOPARD',
      order: { status: 'INPROCESS' },
      live: true,
    });
    for (const query of [`stored=true&shipment=${otherId}`, 'stored=true'])
      expect(await shown(query)).toMatchObject({ company: 'TCS', shipment: { id: otherId } });
    expect((await track(`other${number}?shipment=${id}`)).status).toBe(404);
  });

  it('with READ_ORDERS alone, the stored state is shown and the courier is not asked', async () => {
    const order = await shop.newOrder();
    const { trackingNumber: number } = (await shop.book(order, 'LEOPARD')).body.data;
    await advance(number, 'delivered');
    const reader = await aUser(server.context, shop.shopId, { role: 'USER', scopes: ['READ_ORDERS'] });
    const seen = await track(number, reader.token);
    expect(seen.body).toMatchObject({ live: false, order: { status: 'FULFILLED' } });
    expect((await track(number.toLowerCase(), shop.token, true)).body.live).toBe(false);
    expect((await track(number)).body.live).toBe(true);
  });

  it('due parcels are tracked automatically', async () => {
    const order = await shop.newOrder();
    const { trackingNumber: number } = (await shop.book(order, 'TCS')).body.data;
    await advance(number, 'in_transit');
    server.clock.advance(2 * 3_600_000);
    await server.work('tracking');
    expect((await track(number, shop.token, true)).body.order.status).toBe('INPROCESS');
  });

  it('PostEx: delivered parcels get their events and delivery time, in a batch or alone', async () => {
    const numbers: string[] = [];
    for (let count = 0; count < 6; count += 1)
      numbers.push((await shop.book(await shop.newOrder(), 'POSTEX')).body.data.trackingNumber);
    for (const number of numbers) await advance(number, 'delivered');
    const movedBy = server.clock.now;
    server.clock.advance(30 * 3_600_000);
    await server.work('tracking');
    for (const number of numbers) {
      const { order } = (await track(number, shop.token, true)).body;
      expect(order).toMatchObject({ status: 'DELIVERED', final: true });
      expect(order.details.length).toBeGreaterThan(2);
      const [row] = (await server.call('GET', `get-all-orders?track=${number}`, { token: shop.token })).body.data;
      expect(row.delivered_date).toBe(order.details[0].status_date);
      expect(new Date(row.delivered_date).getTime()).toBeLessThan(movedBy.getTime() + 3_600_000);
    }
  });
});

it('the public page masks the person and works without sign-in', async () => {
  const order = await shop.newOrder({ address: { firstName: 'Ayesha', lastName: 'Khan' } });
  const { trackingNumber: number } = (await shop.book(order, 'LEOPARD')).body.data;
  const answer = await server.call('GET', `track-order-public/${number.toLowerCase()}`);
  expect(answer.status).toBe(200);
  expect(answer.body.order).toMatchObject({ consignee_name: 'Ayesha K.', customer_phone: '••• 567' });
  expect(JSON.stringify(answer.body)).not.toContain('03001234567');
  expect(JSON.stringify(answer.body)).not.toContain('Khan');
  expect((await server.call('GET', 'track-order-public/NOSUCHNUMBER')).status).toBe(404);
});

it('the public page shows what we know after 2.5 seconds, while other calls use all slots of the account', async () => {
  const { trackingNumber: number } = (await shop.book(await shop.newOrder(), 'LEOPARD')).body.data;
  const account = await withShop(server.context.db, shop.shopId, (trx) =>
    loadAccount(trx, shop.shopId, shop.accounts.LEOPARD),
  );
  if (!account) throw new Error('the account is not there');
  const slots = await Promise.all(
    Array.from({ length: account.parallel_calls }, () => takeSlot(server.context, account, { waitMs: 1_000 })),
  );
  const startedAt = performance.now();
  const { body } = await server.call('GET', `track-order-public/${number}`);
  const tookMs = performance.now() - startedAt;
  await Promise.all(slots.map((slot) => slot.release()));
  expect(tookMs).toBeLessThan(6_000);
  expect(body).toMatchObject({ check: { failed: true }, order: { status: 'FULFILLED' } });
});

it('the public page shows the COD until delivery to who has the link, and the WhatsApp number of the shop', async () => {
  const { tracking_page: page } = (await server.call('GET', 'shop-look', { token: shop.token })).body.data;
  const body = { ...page, contact_whatsapp: '0300 7654321' };
  await server.call('PUT', 'shop-look/tracking-page', { token: shop.token, body });
  const { trackingNumber: number, cod } = (await shop.book(await shop.newOrder(), 'LEOPARD')).body.data;
  const { search } = new URL((await track(number)).body.shipment.tracking_url);
  const seen = async () => (await server.call('GET', `track-order-public/${number}${search}`)).body;
  expect(cod).toBeGreaterThan(0);
  expect(await seen()).toMatchObject({ cod_due: cod, shop: { help_whatsapp: '923007654321' } });
  await advance(number, 'delivered');
  await track(number);
  expect(await seen()).toMatchObject({ cod_due: 0, order: { status: 'DELIVERED' } });
});
