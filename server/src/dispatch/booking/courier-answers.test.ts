import { companies } from '@courierdesk/contract/companies';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { courierValues } from '../../testing/courier-values.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});

afterEach(() => server.sandbox.control('faults', { clear: true }));
afterAll(() => server?.close());

const liveFor = async (reference: string) =>
  (await shop.consignments()).filter((one) => one.reference === reference && !one.cancelled);

const putSecrets = (accountId: string, secrets: Record<string, string>): Promise<unknown> =>
  withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .updateTable('courier_account')
      .set({ secrets: server.context.vault.seal(JSON.stringify(secrets), `courier_account:${accountId}`) })
      .where('id', '=', accountId)
      .execute(),
  );

/** M&P accepts only Latin letters; the store's customers have names in both scripts. */
const latin = { consignee_name: 'Ayesha Khan' };

describe('the answer of the courier', () => {
  it.each(companies)('%s: a refusal in words frees the order and gives the plan its booking back', async (company) => {
    const order = await shop.newOrder();
    const input = await shop.form(order, company, latin);
    const used = async () => (await server.call('GET', 'check-subscription', { token: shop.token })).body.orders;
    const before = await used();
    await server.sandbox.control('faults', { target: company.toLowerCase(), operation: 'book', kind: 'refuse' });
    const refused = await server.call('POST', 'book-order', { token: shop.token, body: input });
    expect(refused.body.errors[0]).toMatchObject({ code: 'courier-rejected' });
    expect(refused.body.errors[0].detail.courier_words).not.toBe('');
    expect(await used()).toBe(before);
    await server.sandbox.control('faults', { clear: true });
    expect((await server.call('POST', 'book-order', { token: shop.token, body: input })).status).toBe(200);
  });

  it('refused credentials name the account and free the order', async () => {
    const order = await shop.newOrder();
    const input = await shop.form(order, 'POSTEX');
    await putSecrets(shop.accounts.POSTEX, { token: 'withdrawn' });
    const refused = await server.call('POST', 'book-order', { token: shop.token, body: input });
    expect(refused.status).toBe(422);
    expect(refused.body.errors[0]).toMatchObject({ code: 'courier-unauthorised', field: 'tracking_account' });
    expect(refused.body.errors[0].msg).toMatch(/^Not booked: PostEx refused the credentials of .+ Accounts page/);
    await putSecrets(shop.accounts.POSTEX, { token: courierValues.POSTEX['token'] ?? '' });
    expect((await server.call('POST', 'book-order', { token: shop.token, body: input })).status).toBe(200);
  });

  it.each(companies)(
    '%s: a lost answer leaves the booking uncertain and locked until the look-up finds it',
    async (company) => {
      const order = await shop.newOrder();
      const input = await shop.form(order, company, latin);
      await server.sandbox.control('faults', {
        target: company.toLowerCase(),
        operation: 'book',
        kind: 'lose-answer',
        times: 1,
      });
      const uncertain = await server.call('POST', 'book-order', { token: shop.token, body: input });
      expect(uncertain.status).toBe(202);
      const nextLookAt = new Date(server.clock.now.getTime() + 5_000).toISOString();
      expect(uncertain.body).toMatchObject({
        booking_state: 'uncertain',
        data: { trackingNumber: null, next_look_at: nextLookAt },
      });
      const blocked = await server.call('POST', 'book-order', { token: shop.token, body: input });
      expect(blocked.body.errors[0].code).toBe('order-already-booked');
      const cases = await server.call('GET', 'shipments/attention', { token: shop.token });
      expect(cases.body.data).toEqual([expect.objectContaining({ kind: 'uncertain', order_name: order.name })]);
      server.clock.advance(6_000);
      await server.work('booking-look-ups');
      const found = await server.call('GET', `shipments/${uncertain.body.data.id}`, { token: shop.token });
      expect(found.body.data).toMatchObject({ booking_state: 'booked', store: { state: 'done' }, next_look_at: null });
      expect(await liveFor(found.body.data.reference)).toEqual([
        expect.objectContaining({ tracking_number: found.body.data.trackingNumber }),
      ]);
      expect((await server.call('GET', 'shipments/attention', { token: shop.token })).body.total).toBe(0);
    },
  );

  it('after the last empty look-up the order is free to book again', async () => {
    const order = await shop.newOrder();
    const input = await shop.form(order, 'LEOPARD');
    await server.sandbox.control('faults', { target: 'leopard', operation: 'book', kind: 'html502', times: 1 });
    const uncertain = await server.call('POST', 'book-order', { token: shop.token, body: input });
    expect(uncertain.status).toBe(202);
    for (const seconds of [6, 20, 60, 300, 900]) {
      server.clock.advance(seconds * 1000);
      await server.work('booking-look-ups');
    }
    const freed = await server.call('GET', `shipments/${uncertain.body.data.id}`, { token: shop.token });
    expect(freed.body.data.booking_state).toBe('released');
    const again = await server.call('POST', 'book-order', { token: shop.token, body: input });
    expect(again.status).toBe(200);
  });

  it('a number that a person enters in groups, as a portal shows it, is linked to the booking', async () => {
    const input = await shop.form(await shop.newOrder(), 'LEOPARD');
    await server.sandbox.control('faults', { target: 'leopard', operation: 'book', kind: 'lose-answer', times: 1 });
    const { id } = (await server.call('POST', 'book-order', { token: shop.token, body: input })).body.data;
    const { reference } = (await server.call('GET', `shipments/${id}`, { token: shop.token })).body.data;
    const [consignment] = await liveFor(reference);
    const number = consignment?.tracking_number ?? '';
    const inGroups = number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
    expect(inGroups).not.toBe(number);
    const linked = await server.call('POST', `shipments/${id}/resolution`, {
      token: shop.token,
      body: { tracking_number: ` ${inGroups}\n` },
    });
    expect(linked.body).toMatchObject({ booking_state: 'booked', tracking_number: number });
  });

  it('an empty look-up at TCS does not free the order: a person decides', async () => {
    const order = await shop.newOrder();
    const input = await shop.form(order, 'TCS');
    await server.sandbox.control('faults', { target: 'tcs', operation: 'book', kind: 'error500', times: 1 });
    const uncertain = await server.call('POST', 'book-order', { token: shop.token, body: input });
    for (const seconds of [6, 20, 60, 300, 900, 4_000]) {
      server.clock.advance(seconds * 1000);
      await server.work('booking-look-ups');
    }
    const { id } = uncertain.body.data;
    expect((await server.call('GET', `shipments/${id}`, { token: shop.token })).body.data.booking_state).toBe(
      'uncertain',
    );
    const wrong = await server.call('POST', `shipments/${id}/resolution`, {
      token: shop.token,
      body: { tracking_number: '77999999999' },
    });
    expect(wrong.body.errors[0]).toMatchObject({ code: 'cannot-resolve', field: 'tracking_number' });
    const released = await server.call('POST', `shipments/${id}/resolution`, {
      token: shop.token,
      body: { release: true },
    });
    expect(released.body).toMatchObject({ booking_state: 'released' });
    expect((await server.call('POST', 'book-order', { token: shop.token, body: input })).status).toBe(200);
  });
});

it('a killed process leaves a claim that expires and frees the order, or an asked courier that is looked up', async () => {
  const order = await shop.newOrder();
  const input = await shop.form(order, 'POSTEX');
  await server.sandbox.control('faults', { target: 'postex', operation: 'book', kind: 'lose-answer', times: 1 });
  const { body } = await server.call('POST', 'book-order', { token: shop.token, body: input });
  // The row that a process leaves when it is killed during the call to the courier.
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .updateTable('shipment')
      .set({
        booking_state: 'asking',
        next_look_up_at: null,
        lease_until: new Date(server.clock.now.getTime() + 60_000),
      })
      .where('shop_id', '=', shop.shopId)
      .where('id', '=', body.data.id)
      .execute(),
  );
  await server.sweep('booking-expiry');
  const still = await server.call('GET', `shipments/${body.data.id}`, { token: shop.token });
  expect(still.body.data.booking_state).toBe('asking');
  server.clock.advance(61_000);
  await server.sweep('booking-expiry');
  server.clock.advance(6_000);
  await server.work('booking-look-ups');
  const adopted = await server.call('GET', `shipments/${body.data.id}`, { token: shop.token });
  expect(adopted.body.data.booking_state).toBe('booked');
});
