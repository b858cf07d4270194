import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Courier } from '../../adapters/couriers/courier.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { runDueJobs } from '../../base/jobs/run-due-jobs.testing.ts';
import { trackingWork } from '../tracking/jobs.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { courierValues } from '../../testing/courier-values.ts';
import { anAccount, aUser } from '../../testing/factories.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';

type Pushing = 'LEOPARD' | 'POSTEX';
type Push = { address: string; header: string; secret: string; last_push_at: string | null };

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterAll(() => server?.close());
beforeEach(() => server.sandbox.control('faults', { clear: true }));

async function setUp(company: Pushing, account = shop.accounts[company]): Promise<Push> {
  const { body } = await server.call('POST', `courier-accounts/${account}/push`, { token: shop.token });
  return { ...body.push, secret: body.secret };
}
const send = (push: Push, body: unknown, secret = push.secret): Promise<Answer> =>
  server.call('POST', new URL(push.address).pathname, { body, headers: { [push.header]: secret } });
const hint = {
  LEOPARD: (number: string, status = 'DV') => ({
    data: [{ cn_number: number, status, receiver_name: null, reason: '', activity_date: '2026-11-21 10:00:00' }],
  }),
  POSTEX: (number: string, orderStatus = 'Delivered') => ({
    trackingNumber: number,
    orderReferenceNumber: '1001',
    statusUpdateDatetime: '2026-11-21 10:00:00',
    orderStatus,
  }),
};
const booked = async (company: Pushing): Promise<string> =>
  (await shop.book(await shop.newOrder(), company)).body.data.trackingNumber;
const rowOf = (number: string) =>
  withShop(server.context.db, shop.shopId, (trx) =>
    trx.selectFrom('shipment').selectAll().where('tracking_number', '=', number).executeTakeFirstOrThrow(),
  );
async function isDue(number: string): Promise<boolean> {
  const { next_track_at: at } = await rowOf(number);
  return at !== null && at <= server.clock.now;
}
const move = (number: string, to: string): Promise<unknown> =>
  server.sandbox.control('advance', { tracking_number: number, to });

it('the address and secret of an account are made once; a new secret ends the old one, the address stays, and a secret is shown only when it is made', async () => {
  const { accountId } = await anAccount(server.context, shop.shopId, 'LEOPARD', courierValues.LEOPARD);
  const path = `courier-accounts/${accountId}/push`;
  expect((await server.call('GET', path, { token: shop.token })).body).toEqual({ push: null });
  const first = await setUp('LEOPARD', accountId);
  expect(first.address).toContain('/webhooks/couriers/leopard/');
  const shown = await server.call('GET', path, { token: shop.token });
  expect(shown.body.push).toEqual({ address: first.address, header: first.header, last_push_at: null });
  expect(JSON.stringify(shown.body)).not.toContain(first.secret);
  const second = await setUp('LEOPARD', accountId);
  expect(second.address).toBe(first.address);
  expect(second.secret).not.toBe(first.secret);
  expect((await send(second, hint.LEOPARD('X1'), first.secret)).status).toBe(401);
  expect((await send(second, hint.LEOPARD('X1'))).status).toBe(202);
  expect((await server.call('DELETE', path, { token: shop.token })).status).toBe(200);
  expect((await send(second, hint.LEOPARD('X1'))).status).toBe(401);
});

it('the address and secret of an account are for those who may change accounts, and for couriers that send updates', async () => {
  const reader = await aUser(server.context, shop.shopId, { role: 'USER', scopes: ['READ_ACCOUNTS'] });
  const path = (account: string): string => `courier-accounts/${account}/push`;
  expect((await server.call('GET', path(shop.accounts.LEOPARD), { token: reader.token })).status).toBe(403);
  expect((await server.call('POST', path(shop.accounts.TCS), { token: shop.token })).status).toBe(404);
});

it.each([
  ['LEOPARD', 202, [{ status: 1, errors: [] }]],
  ['POSTEX', 200, { status: 'taken', error: '' }],
] as const)('%s: is answered at once, and the courier itself is asked', async (company, status, body) => {
  const push = await setUp(company);
  const number = await booked(company);
  await move(number, 'in_transit');
  // It says "delivered"; the courier's own tracking says where the parcel really is.
  const answer = await send(push, hint[company](number));
  expect(answer).toMatchObject({ status, body });
  expect(await rowOf(number)).toMatchObject({ status: 'FULFILLED', last_tracked_at: null });
  expect(await isDue(number)).toBe(true);
  await server.work('tracking');
  expect(await rowOf(number)).toMatchObject({ status: 'INPROCESS', final: false });
  const shown = await server.call('GET', `courier-accounts/${shop.accounts[company]}/push`, { token: shop.token });
  expect(shown.body.push.last_push_at).toBe(server.clock.now.toISOString());
});

it('a status update with a wrong or no secret, to a wrong address or of another company is refused', async () => {
  const push = await setUp('POSTEX');
  const number = await booked('POSTEX');
  expect((await send(push, hint.POSTEX(number), 'wrong')).status).toBe(401);
  const bare = await server.call('POST', new URL(push.address).pathname, { body: hint.POSTEX(number) });
  expect(bare.status).toBe(401);
  const elsewhere = { ...push, address: push.address.replace(/.{4}$/, 'AAAA') };
  expect((await send(elsewhere, hint.POSTEX(number))).status).toBe(401);
  const other = { ...push, address: push.address.replace('/postex/', '/leopard/') };
  expect(await send(other, hint.LEOPARD(number))).toMatchObject({
    status: 401,
    body: [{ status: 0, errors: ['The secret is wrong'] }],
  });
  expect(await isDue(number)).toBe(false);
});

it('a status update that cannot be read is refused with a reason', async () => {
  const leopard = await setUp('LEOPARD');
  expect(await send(leopard, { data: 'none' })).toMatchObject({
    status: 400,
    body: [{ status: 0, errors: ['The body is not a status update'] }],
  });
  expect((await send(await setUp('POSTEX'), { hello: 1 })).status).toBe(400);
});

it('a batch of status updates counts without those of its rows that cannot be read', async () => {
  const push = await setUp('LEOPARD');
  const number = await booked('LEOPARD');
  const [row] = hint.LEOPARD(number).data;
  const logged = vi.spyOn(server.context.log, 'warn');
  const unreadable = [{ ...row, cn_number: null }, { ...row, cn_number: 'KI\0' }, 'none', null];
  expect((await send(push, { data: [...unreadable, row] })).status).toBe(202);
  expect(logged).toHaveBeenCalledExactlyOnceWith(
    { company: 'LEOPARD', account: shop.accounts.LEOPARD, unreadable: 4 },
    'some status updates of a courier could not be read',
  );
  logged.mockRestore();
  expect(await isDue(number)).toBe(true);
  expect((await send(push, { data: unreadable })).status).toBe(400);
});

it.each(['LEOPARD', 'POSTEX'] as const)(
  'a status update of %s with a readable number has its parcel checked',
  async (company) => {
    const push = await setUp(company);
    const number = await booked(company);
    const body = {
      LEOPARD: { data: [{ cn_number: number, status: null, activity_date: { date: '2026-11-21' } }] },
      POSTEX: { trackingNumber: number, orderStatus: 'Delivered\0' },
    }[company];
    expect((await send(push, body)).status).toBeLessThan(300);
    expect(await isDue(number)).toBe(true);
  },
);

it('a status update that comes to the address of another account of the same courier has the parcel checked with its own account', async () => {
  const push = await setUp('LEOPARD');
  const number = await booked('LEOPARD');
  await move(number, 'in_transit');
  const { accountId } = await anAccount(server.context, shop.shopId, 'LEOPARD', courierValues.LEOPARD, {
    name: 'Second',
  });
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx.updateTable('shipment').set({ account_id: accountId }).where('tracking_number', '=', number).execute(),
  );
  expect((await send(push, hint.LEOPARD(number))).status).toBe(202);
  expect(await isDue(number)).toBe(true);
  await server.work('tracking');
  expect(await rowOf(number)).toMatchObject({ status: 'INPROCESS', account_id: accountId });
});

it('a status update of an unknown number, of another courier, or repeated, changes nothing', async () => {
  const push = await setUp('LEOPARD');
  const number = await booked('LEOPARD');
  const foreign = await booked('POSTEX');
  expect((await send(push, hint.LEOPARD('KI000000'))).status).toBe(202);
  expect((await send(push, hint.LEOPARD(foreign))).status).toBe(202);
  expect(await isDue(foreign)).toBe(false);
  await send(push, hint.LEOPARD(number));
  await server.work('tracking');
  expect(await isDue(number)).toBe(false);
  expect((await send(push, hint.LEOPARD(number))).status).toBe(202);
  expect(await isDue(number)).toBe(false);
});

it('a status update that comes while an older answer is on its way makes the parcel due again', async () => {
  // No parcel of another test is due.
  await server.work('tracking');
  const push = await setUp('LEOPARD');
  const number = await booked('LEOPARD');
  await move(number, 'in_transit');
  await send(push, hint.LEOPARD(number, 'DP'));
  server.clock.advance(1000);
  const own = server.context;
  const heard: unknown[] = [];
  const leopard: Courier = {
    ...own.couriers.LEOPARD,
    async track(...asked) {
      const results = await own.couriers.LEOPARD.track(...asked);
      heard.push(...results.map((one) => one.found && one.status?.status));
      if (heard.length > 1) return results;
      await move(number, 'delivered');
      server.clock.advance(1000);
      await send(push, hint.LEOPARD(number));
      return results;
    },
  };
  const couriers = { ...own.couriers, LEOPARD: leopard };
  await runDueJobs({ ...own, couriers }, trackingWork);
  expect(heard).toEqual(['INPROCESS', 'DELIVERED']);
  expect(await rowOf(number)).toMatchObject({ status: 'DELIVERED', final: true });
});

it('a status update that comes after the delivery has the parcel checked once more', async () => {
  const push = await setUp('LEOPARD');
  const number = await booked('LEOPARD');
  await move(number, 'delivered');
  await send(push, hint.LEOPARD(number));
  await server.work('tracking');
  const before = await rowOf(number);
  server.clock.advance(60_000);
  await send(push, hint.LEOPARD(number, 'DP'));
  expect((await rowOf(number)).next_track_at).toEqual(server.clock.now);
  await server.work('tracking');
  const after = await rowOf(number);
  expect(after).toMatchObject({ status: 'DELIVERED', final: true });
  expect(after.last_tracked_at?.getTime()).toBeGreaterThan(before.last_tracked_at?.getTime() ?? 0);
  expect(after.next_track_at?.getTime()).toBeGreaterThan(server.clock.now.getTime() + 12 * 3_600_000);
});

it.each(['LEOPARD', 'POSTEX'] as const)(
  '%s: sent by the courier itself, doubled and out of order, ends in the right state',
  async (company) => {
    const push = await setUp(company);
    const { address: url, header, secret } = push;
    const own = { ...push, address: url.replace(/^https?:\/\/[^/]+/, server.url) };
    await server.sandbox.control('pushes', { courier: company, url: own.address, header, secret });
    await server.sandbox.control('faults', [
      { target: company.toLowerCase(), operation: 'push', kind: 'duplicate-webhook', rate: 0.5 },
      { target: company.toLowerCase(), operation: 'push', kind: 'reorder-webhook', delayMs: 200 },
    ]);
    const number = await booked(company);
    await move(number, 'delivered');
    await vi.waitFor(async () => {
      const sent = (await server.sandbox.control('pushes')) as {
        pushes: { tracking_number: string; status: unknown }[];
      };
      const ours = sent.pushes.filter((one) => one.tracking_number === number);
      expect(ours.length).toBeGreaterThan(3);
      expect(new Set(ours.map((one) => one.status))).toEqual(new Set([company === 'LEOPARD' ? 202 : 200]));
      expect(await isDue(number)).toBe(true);
    }, 30_000);
    // A round passes over an account that a late push is just writing to; the next one takes it.
    await vi.waitFor(async () => {
      await server.work('tracking');
      expect(await rowOf(number)).toMatchObject({ status: 'DELIVERED', final: true });
    }, 30_000);
  },
);
