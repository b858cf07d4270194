import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { killDuringJob } from '../../base/jobs/run-due-jobs.testing.ts';
import type { BookableShop } from '../../testing/bookable-shop.ts';
import { aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { aComparedShop, differencesOf, startAfterTheNight } from './differences.testing.ts';
import { repairWork } from './jobs.ts';
import { workOnRepair } from './work-on-repairs.ts';

let server: TestServer;
let shop: BookableShop;
let at: ReturnType<typeof differencesOf>;

beforeAll(async () => {
  server = await startTestServer();
  startAfterTheNight(server);
});

beforeEach(async () => {
  await server.sandbox.control('faults', { clear: true });
  shop = await aComparedShop(server);
  at = differencesOf(server, shop);
});

afterAll(() => server?.close());

const fault = (rule: Record<string, unknown>) => server.sandbox.control('faults', rule);

it('a repair asked for twice at once, by two people, is carried out once', async () => {
  const order = await at.unfulfilled();
  const [found] = await at.compare();
  const other = await aUser(server.context, shop.shopId, { role: 'USER', scopes: ['READ_ORDERS', 'UPDATE_ORDERS'] });
  const ids = [found?.id ?? ''];
  const answers = await Promise.all([at.repair(ids), at.repair(ids, other.token), at.repair(ids)]);
  expect(answers.map(({ status }) => status).every((status) => status === 200 || status === 202)).toBe(true);
  expect(answers.reduce((sum, { body }) => sum + body.started, 0)).toBe(1);
  await at.settle();
  const standing = (await at.inStore(order)).fulfillments.filter(({ status }) => status === 'SUCCESS');
  expect(standing).toHaveLength(1);
  expect(await at.journal()).toHaveLength(1);
});

it('a repair of a killed process is carried out by another one', async () => {
  const order = await at.booked();
  await at.change(order, { cancelFulfillments: true, cancel: true });
  const [found] = await at.compare();
  const other = await at.booked();
  await at.change(other, { cancelFulfillments: true, cancel: true });
  const ids = (await at.compare()).map(({ id }) => id);
  expect(ids).toContain(found?.id);
  expect((await at.repair(ids)).body).toMatchObject({ started: 2, done: 0, message: '2 repairs started.' });
  await killDuringJob(server, repairWork, shop, async () => undefined);
  expect((await at.journal()).map(({ state }) => state)).not.toContain('done');
  server.clock.advance(3 * 60_000);
  await server.work('difference-repairs');
  expect((await at.shipment(order.shipmentId)).status).toBe('CANCELLED');
  expect((await at.shipment(other.shipmentId)).status).toBe('CANCELLED');
  expect((await at.journal()).map(({ state }) => state)).toEqual(['done', 'done']);
});

it('a repair that two processes work on at once has one result', async () => {
  const order = await at.booked();
  await at.change(order, { cancelFulfillments: true, cancel: true });
  const other = await at.booked();
  await at.change(other, { cancelFulfillments: true, cancel: true });
  await at.repair((await at.compare()).map(({ id }) => id));
  const row = await withShop(server.context.db, shop.shopId, (trx) =>
    trx.selectFrom('difference_repair').selectAll().where('state', '=', 'asked').executeTakeFirstOrThrow(),
  );
  const results = await Promise.all([workOnRepair(server.context, row), workOnRepair(server.secondContext(), row)]);
  expect(results.filter((result) => result !== undefined).length).toBeLessThanOrEqual(1);
  await at.settle();
  server.clock.advance(3 * 60_000);
  await server.work('difference-repairs');
  expect((await at.journal()).map(({ state }) => state)).toEqual(['done', 'done']);
});

it('a repair changes nothing when the store agrees by then', async () => {
  const order = await at.unfulfilled();
  const [found] = await at.compare();
  await at.change(order, { fulfill: { number: order.number, company: 'Leopards' } });
  const { body } = await at.repair([found?.id ?? '']);
  expect(body).toMatchObject({ done: 1, message: 'The difference is gone, so nothing was changed.' });
  expect((await at.inStore(order)).fulfillments.filter(({ status }) => status === 'SUCCESS')).toHaveLength(1);
});

it('a repair waits for a store that does not respond to the update, and ends when it does', async () => {
  const order = await at.unfulfilled();
  const [found] = await at.compare();
  await fault({ target: 'shopify', operation: 'fulfillmentCreate', kind: 'error500' });
  expect((await at.repair([found?.id ?? ''])).body).toMatchObject({ started: 1, done: 0, failed: 0 });
  expect(await at.list()).toMatchObject({ data: [{ state: 'repairing' }], open: 1, repairing: 1, failed: 0 });
  expect((await at.repair([found?.id ?? ''])).body).toMatchObject({
    started: 0,
    message: 'Someone is already repairing this.',
  });
  await server.sandbox.control('faults', { clear: true });
  await at.settle();
  await at.settle();
  expect((await at.list()).data).toEqual([]);
  expect((await at.inStore(order)).fulfillments.filter(({ status }) => status === 'SUCCESS')).toHaveLength(1);
});

it('a repair of a store that is down changes nothing and says so', async () => {
  await at.unfulfilled();
  const [found] = await at.compare();
  await fault({ target: 'shopify', kind: 'error500' });
  const { body } = await at.repair([found?.id ?? '']);
  expect(body).toMatchObject({ failed: 1, message: expect.stringContaining('The store is not responding.') });
  expect(await at.list()).toMatchObject({ data: [{ state: 'open', note: body.message }], failed: 1, repairing: 0 });
});

it('a repair of several needs one kind', async () => {
  await at.unfulfilled();
  const paid = await at.booked();
  await at.change(paid, { paid: true });
  const refused = await at.repair((await at.compare()).map(({ id }) => id));
  expect(refused.status).toBe(409);
  expect(refused.body.errors[0].msg).toBe('Select differences that have the same repair.');
});

it('a repair needs the scope of what it does', async () => {
  await at.unfulfilled();
  const cancelled = await at.booked();
  await at.change(cancelled, { cancelFulfillments: true, cancel: true });
  await at.compare();
  const { token } = await aUser(server.context, shop.shopId, {
    role: 'USER',
    scopes: ['READ_ORDERS', 'WRITE_ORDERS'],
  });
  const unfulfilled = (await at.list('?kind=unfulfilled-in-store')).data[0];
  expect((await at.repair([unfulfilled.id], token)).status).toBe(403);
  const found = await at.find('cancelled-in-store', cancelled.name);
  expect((await at.repair([found?.id ?? ''], token)).status).toBe(200);
});

it('repairs of several are not started after the owner restricted the person who asked or took the permission', async () => {
  const staff = await aUser(server.context, shop.shopId, { role: 'USER', scopes: ['READ_ORDERS', 'UPDATE_ORDERS'] });
  const change = (set: object) =>
    withShop(server.context.db, shop.shopId, (trx) =>
      trx.updateTable('app_user').set(set).where('id', '=', staff.userId).execute(),
    );
  const orders = [await at.unfulfilled(), await at.unfulfilled()];
  const ids = (await at.compare()).map(({ id }) => id);
  for (const [was, now] of [
    [{ is_active: false }, { is_active: true }],
    [{ access_scopes: ['READ_ORDERS'] }, { access_scopes: ['READ_ORDERS', 'UPDATE_ORDERS'] }],
  ]) {
    expect((await at.repair(ids, staff.token)).body).toMatchObject({ started: 2 });
    await change(was ?? {});
    await server.work('difference-repairs');
    const note = 'The person who asked for this may no longer repair it.';
    expect(await at.list()).toMatchObject({
      failed: 2,
      data: [
        { state: 'open', note },
        { state: 'open', note },
      ],
    });
    for (const order of orders)
      expect((await at.inStore(order)).fulfillments.map(({ status }) => status)).not.toContain('SUCCESS');
    await change(now ?? {});
  }
  expect((await at.repair(ids)).body).toMatchObject({ started: 2 });
  await at.settle();
  await at.settle();
  expect((await at.list()).data).toEqual([]);
});

it('a repair that waits for the store is finished although the person who asked was restricted since', async () => {
  const staff = await aUser(server.context, shop.shopId, { role: 'USER', scopes: ['READ_ORDERS', 'UPDATE_ORDERS'] });
  await at.unfulfilled();
  const [found] = await at.compare();
  await fault({ target: 'shopify', operation: 'fulfillmentCreate', kind: 'error500' });
  await at.repair([found?.id ?? ''], staff.token);
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx.updateTable('app_user').set({ is_active: false }).where('id', '=', staff.userId).execute(),
  );
  await server.sandbox.control('faults', { clear: true });
  await at.settle();
  await at.settle();
  expect((await at.journal()).map(({ state }) => state)).toEqual(['done']);
});

it('a repair is in the activity log, with what was before and after', async () => {
  await at.unfulfilled();
  const [found] = await at.compare();
  await at.repair([found?.id ?? '']);
  await at.settle();
  const { body } = await server.call('GET', 'audit-events', { token: shop.token });
  const event = body.data.find((one: { action: string }) => one.action === 'difference.repaired');
  expect(event.sentence).toMatch(/^repaired #\d+ \(.+\): Fulfil #\d+ in the store$/);
  expect(event.changes[0].before).toContain('Store: ');
});

it('a repair is listed in the journal of its day', async () => {
  await at.unfulfilled();
  const [found] = await at.compare();
  await at.repair([found?.id ?? '']);
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Karachi' }).format(server.clock.now);
  expect(await at.journal(`?from=${day}&to=${day}`)).toHaveLength(1);
  expect(await at.journal('?from=2026-01-01&to=2026-01-02')).toEqual([]);
});
