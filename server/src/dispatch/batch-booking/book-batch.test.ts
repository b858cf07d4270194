import type { BatchRow } from '@courierdesk/contract/batch';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createLeopard } from '../../adapters/couriers/leopard/adapter.ts';
import { startScriptedCourier } from '../../adapters/couriers/scripted-courier.testing.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { runDueJobs } from '../../base/jobs/run-due-jobs.testing.ts';
import { aBatch, differentCustomers, type TestBatch } from '../../testing/batches.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { aBusyAccount } from '../../testing/busy-account.ts';
import { aUser } from '../../testing/factories.ts';
import { storeOrders } from '../../testing/installed-store.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { batchRowWork } from './jobs.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .updateTable('courier_account')
      .set({ is_default: true })
      .where('shop_id', '=', shop.shopId)
      .where('id', '=', shop.accounts.LEOPARD)
      .execute(),
  );
});

afterEach(() => server.sandbox.control('faults', { clear: true }));
afterAll(() => server?.close());

const orders = (count: number, given?: Record<string, unknown>) => differentCustomers(shop, count, given);

const issuesOf = (row: BatchRow) => row.issues.map((issue) => [issue.code, issue.level, issue.field]);

const confirmationsOf = (row: BatchRow, code: string) =>
  row.issues.flatMap((issue) => (issue.code === code ? [{ code, subject: issue.subject }] : []));

const fulfilled = async (name: string) => (await shop.fulfilments()).filter((one) => one.order_name === name);

it('a batch of store orders books its orders in parallel and fulfils each of them in the store', async () => {
  const some = await orders(12);
  const batch = await aBatch(server, shop, some);
  const { data, rows } = await batch.book();
  expect(data).toMatchObject({ state: 'done', cod_booked: 12 * 2450, counts: { booked: 12, queued: 0, failed: 0 } });
  expect(data.finished_at).toBe(server.clock.now.toISOString());
  await server.work('store-updates');
  const live = await shop.consignments();
  const fulfilments = await shop.fulfilments();
  for (const row of rows) {
    const number = row.shipment?.tracking_number;
    expect(live.filter((one) => one.tracking_number === number)).toHaveLength(1);
    expect(fulfilments.filter((one) => one.order_name === row.order_name)).toMatchObject([
      { tracking_number: number, status: 'SUCCESS' },
    ]);
  }
  const shown = await server.call('GET', `shipments/${rows[0]?.shipment?.id}`, { token: shop.token });
  expect(shown.body.data).toMatchObject({
    name: rows[0]?.order_name,
    trackingNumber: rows[0]?.shipment?.tracking_number,
  });
  const list = await server.call('GET', 'batches?limit=1', { token: shop.token });
  expect(list.body.data[0]).toMatchObject({ id: batch.id, counts: { booked: 12 } });
});

it('rows that a person queued are not booked after the owner restricted them or took the permission', async () => {
  const staff = await aUser(server.context, shop.shopId, { role: 'USER', scopes: ['BOOK_ORDERS'] });
  const queued = async (): Promise<TestBatch> => {
    const batch = await aBatch(server, shop, await orders(1), { account: shop.accounts.LEOPARD });
    await batch.call('POST', '/book', {}, staff.token);
    return batch;
  };
  const change = (set: object) =>
    withShop(server.context.db, shop.shopId, (trx) =>
      trx.updateTable('app_user').set(set).where('id', '=', staff.userId).execute(),
    );
  for (const [was, now] of [
    [{ is_active: false }, { is_active: true }],
    [{ access_scopes: ['READ_ORDERS'] }, { access_scopes: ['BOOK_ORDERS'] }],
  ]) {
    const batch = await queued();
    await change(was ?? {});
    await server.work('batch-rows');
    expect((await batch.read()).rows[0]?.message).toContain('may no longer book orders');
    await change(now ?? {});
    await batch.call('POST', '/retry', {}, staff.token);
    await server.work('batch-rows');
    expect((await batch.read()).rows[0]).toMatchObject({ state: 'booked' });
  }
});

it('two people on one batch who book at the same moment book each order once', async () => {
  const some = await orders(6);
  const [one, two] = [await aBatch(server, shop, some), await aBatch(server, shop, some.toReversed())];
  const other = await aUser(server.context, shop.shopId);
  await Promise.all([
    one.call('POST', '/book', {}),
    one.call('POST', '/book', {}, other.token),
    two.call('POST', '/book', {}),
  ]);
  await server.work('batch-rows');
  const [first, second] = [await one.read(), await two.read()];
  expect(first.data.counts.booked + second.data.counts.booked).toBe(6);
  for (const failed of [...first.rows, ...second.rows].filter((row) => row.state === 'failed'))
    expect(failed).toMatchObject({ code: 'order-already-booked', message: expect.stringContaining('booked') });
  await server.work('store-updates');
  for (const order of some) expect(await fulfilled(order.name)).toHaveLength(1);
  await server.work('batch-comparisons');
  const retried = await two.call('POST', '/retry', {});
  expect(retried.body.taken).toBe(0);
});

it('booking rows shows the courier’s words for a refused row, and books it on retry', async () => {
  const batch = await aBatch(server, shop, await orders(3));
  await server.sandbox.control('faults', { target: 'leopard', operation: 'book', kind: 'refuse', times: 1 });
  const { data, rows } = await batch.book();
  expect(data).toMatchObject({ state: 'done', counts: { booked: 2, failed: 1 } });
  const failed = rows.find((row) => row.state === 'failed');
  expect(failed).toMatchObject({
    code: 'courier-rejected',
    message: expect.stringMatching(/^Leopards refused the booking: .+/),
  });
  const retried = await batch.call('POST', '/retry', { row_ids: [failed?.id] });
  expect(retried.body).toMatchObject({ taken: 1, rows: [{ state: 'queued', message: '' }] });
  await server.work('batch-rows');
  expect((await batch.read()).data.counts).toMatchObject({ booked: 3, failed: 0 });
});

it('booking rows never retries a row with an unclear answer, and marks it booked when the courier has it', async () => {
  const batch = await aBatch(server, shop, await orders(2));
  await server.sandbox.control('faults', { target: 'leopard', operation: 'book', kind: 'lose-answer', times: 1 });
  const { data, rows } = await batch.book();
  expect(data).toMatchObject({ state: 'done', counts: { booked: 1, uncertain: 1 } });
  const uncertain = rows.find((row) => row.state === 'uncertain');
  expect(uncertain?.message).toContain('will not book it again');
  expect((await batch.call('POST', '/retry', { row_ids: [uncertain?.id] })).body.taken).toBe(0);
  const { cursor } = await batch.read();
  server.clock.advance(6_000);
  await server.work('booking-look-ups');
  const news = (await batch.call('GET', `?since=${cursor}`)).body;
  const found = news.rows.find((row: BatchRow) => row.id === uncertain?.id);
  expect(found).toMatchObject({ state: 'booked', shipment: { tracking_number: expect.any(String) } });
});

it('booking rows postpones the rows of a courier that is down, says why, and books them when it is back', async () => {
  const batch = await aBatch(server, shop, await orders(8), { account: shop.accounts.POSTEX });
  await server.sandbox.control('faults', { target: 'postex', operation: 'book', kind: 'throttle' });
  await batch.book();
  const waiting = await batch.read();
  expect(waiting.data).toMatchObject({ state: 'running', counts: { queued: 8, failed: 0 } });
  expect(waiting.rows[0]?.message).toContain('PostEx');
  expect(Date.parse(waiting.rows[0]?.next_try_at ?? '')).toBeGreaterThan(server.clock.now.getTime());
  await server.sandbox.control('faults', { clear: true });
  server.clock.advance(10 * 60_000);
  await server.work('batch-rows');
  expect((await batch.read()).data.counts).toMatchObject({ booked: 8 });
});

it('booking rows waits while a courier refuses because of its maintenance, says why, and books each row once when that is over', async () => {
  const courier = await startScriptedCourier();
  courier.answer({ '/bookPacket/': { json: { status: 0, error: 'System under maintenance' } } });
  const { couriers } = server.context;
  const { book } = createLeopard({ baseUrl: courier.url });
  const batch = await aBatch(server, shop, await orders(3), { account: shop.accounts.LEOPARD });
  const before = (await shop.consignments()).length;
  await batch.call('POST', '/book', {});
  await runDueJobs(
    { ...server.context, couriers: { ...couriers, LEOPARD: { ...couriers.LEOPARD, book } } },
    batchRowWork,
  );
  await courier.close();
  const waiting = await batch.read();
  expect(waiting.data).toMatchObject({ state: 'running', counts: { queued: 3, failed: 0 } });
  expect(waiting.rows[0]?.message).toBe(
    'Leopards: System under maintenance. Nothing was booked. We’ll retry automatically.',
  );
  server.clock.advance(10 * 60_000);
  await server.work('batch-rows');
  expect((await batch.read()).data.counts).toMatchObject({ booked: 3 });
  expect(await shop.consignments()).toHaveLength(before + 3);
});

it('booking rows fails all rows of an account when the courier refuses its credentials, and no other rows', async () => {
  const batch = await aBatch(server, shop, await orders(10), { account: shop.accounts.MNP });
  const { rows } = await batch.read();
  await batch.call('PATCH', '/rows', { row_ids: [rows[0]?.id], set: { tracking_account: shop.accounts.LEOPARD } });
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .updateTable('courier_account')
      .set({
        secrets: server.context.vault.seal('{"api_password":"changed"}', `courier_account:${shop.accounts.MNP}`),
      })
      .where('shop_id', '=', shop.shopId)
      .where('id', '=', shop.accounts.MNP)
      .execute(),
  );
  const { data, rows: after } = await batch.book();
  expect(data.counts).toMatchObject({ booked: 1, failed: 9 });
  for (const row of after.filter((one) => one.state === 'failed'))
    expect(row).toMatchObject({ code: 'courier-unauthorised', message: expect.stringContaining('Accounts page') });
});

it('booking rows shows what changed in the store since the row was filled, and books the row after a person confirms', async () => {
  const [theirs, ours] = await orders(2);
  const batch = await aBatch(
    server,
    shop,
    [theirs, ours].map((order) => ({ id: order?.id ?? '' })),
  );
  for (const order of [theirs, ours])
    await server.sandbox.control(`orders/${order?.id}`, { address: { address1: 'House 99, Street 12' } });
  const { data, rows } = await batch.book();
  expect(data).toMatchObject({ state: 'done', counts: { changed: 2, booked: 0 } });
  expect(rows[0]?.changes).toEqual([
    expect.objectContaining({ field: 'Address', now: expect.stringContaining('House 99') }),
  ]);
  const old = rows[1]?.fields.consignee_address;
  await batch.call('POST', '/confirm', { row_ids: [rows[0]?.id], take: 'store' });
  const kept = await batch.call('POST', '/confirm', { row_ids: [rows[1]?.id], take: 'row' });
  expect(kept.body).toMatchObject({ taken: 1, rows: [{ state: 'queued', fields: { consignee_address: old } }] });
  await server.work('batch-rows');
  const done = await batch.read();
  expect(done.data.counts).toMatchObject({ booked: 2 });
  expect(done.rows[0]?.fields.consignee_address).toContain('House 99');
});

it('an order that was put on hold since its batch was made is not booked, is asked about, and is booked once a person confirms', async () => {
  const [order] = await orders(1);
  const batch = await aBatch(server, shop, [{ id: order?.id ?? '' }], { account: shop.accounts.LEOPARD });
  await server.sandbox.control(`orders/${order?.id}`, { hold: 'HIGH_RISK_OF_FRAUD' });
  await batch.book();
  await server.work('batch-comparisons');
  const row = await batch.row(order?.name ?? '');
  expect(row).toMatchObject({ state: 'failed', code: 'order-not-confirmed' });
  expect(issuesOf(row)).toEqual([['on-hold', 'warning', '']]);
  await batch.set(row, { accept: confirmationsOf(row, 'on-hold') });
  await batch.call('POST', '/retry', {});
  await server.work('batch-rows');
  expect((await batch.read()).data.counts).toMatchObject({ booked: 1, failed: 0 });
});

it('stopping makes queued rows drafts again, and only a batch that was never queued can be deleted', async () => {
  const batch = await aBatch(server, shop, await orders(4));
  await batch.call('POST', '/book', {});
  const stopped = await batch.call('POST', '/stop');
  expect(stopped.body).toMatchObject({ taken: 4, data: { state: 'draft', counts: { ready: 4, queued: 0 } } });
  await server.work('batch-rows');
  expect((await batch.read()).data.counts).toMatchObject({ ready: 4, booked: 0 });
  expect((await batch.call('DELETE')).status).toBe(409);
  const draft = await aBatch(server, shop, await orders(1));
  expect((await draft.call('DELETE')).body).toEqual({ message: 'Batch deleted' });
  expect((await draft.call('GET')).status).toBe(404);
});

it('stopping a batch sends nothing for rows that wait for a free call to the courier, and makes them drafts again', async () => {
  const batch = await aBatch(server, shop, await orders(2), { account: shop.accounts.LEOPARD });
  const endCalls = await aBusyAccount(server, shop, shop.accounts.LEOPARD);
  const booking = batch.book();
  await expect.poll(async () => (await batch.read()).data.counts.booking).toBe(2);
  const before = (await shop.consignments()).length;
  await batch.call('POST', '/stop');
  await endCalls();
  const { data } = await booking;
  expect(data.counts).toMatchObject({ ready: 2, booked: 0, queued: 0 });
  expect(await shop.consignments()).toHaveLength(before);
  expect((await batch.book()).data.counts).toMatchObject({ booked: 2 });
});

it('a row of a stopped batch is a draft after the process that was booking it died', async () => {
  const [order] = await orders(1);
  const batch = await aBatch(server, shop, [order ?? { id: '' }]);
  await batch.call('POST', '/book', {});
  await server.sandbox.control('faults', { target: 'leopard', operation: 'book', kind: 'throttle', times: 1 });
  const released = await shop.book(order ?? { id: '' }, 'LEOPARD');
  const { rows } = await batch.read();
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .updateTable('batch_row')
      .set({ state: 'booking', shipment_id: released.body.errors[0].detail.shipment_id })
      .where('shop_id', '=', shop.shopId)
      .where('id', '=', rows[0]?.id ?? '')
      .execute(),
  );
  await batch.call('POST', '/stop');
  server.clock.advance(400_000);
  await server.work('batch-rows');
  expect((await batch.read()).data.counts).toMatchObject({ ready: 1, booked: 0, queued: 0 });
});

it('booking rows fails the remaining rows with the plan’s message when the plan limit is reached', async () => {
  const free = await aBookableShop(server);
  const month = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'Asia/Karachi',
    year: 'numeric',
    month: '2-digit',
  }).format(server.clock.now);
  await withShop(server.context.db, free.shopId, async (trx) => {
    await trx.updateTable('subscription').set({ plan: 'FREE' }).where('shop_id', '=', free.shopId).execute();
    await trx.insertInto('plan_usage').values({ shop_id: free.shopId, month, used: 4998 }).execute();
  });
  const some = [];
  const address = { firstName: 'Bilal', lastName: 'Sheikh', address1: 'House 7' };
  for (let index = 0; index < 6; index += 1)
    some.push(await free.newOrder({ phone: `0301${1_000_000 + index}`, address, email: 'bilal@example.com' }));
  const batch = await aBatch(server, free, some, { account: free.accounts.LEOPARD });
  const { data, rows } = await batch.book();
  expect(data.counts).toMatchObject({ booked: 2, failed: 4 });
  for (const row of rows.filter((one) => one.state === 'failed'))
    expect(row).toMatchObject({ code: 'plan-limit', message: 'Kindly upgrade your plan' });
});

it('another worker resumes after one that died before its claim, after it, or after its release, and books nothing twice', async () => {
  const some = await orders(3);
  const batch = await aBatch(server, shop, some);
  await batch.call('POST', '/book', {});
  const { rows } = await batch.read();
  const [, second, third] = rows;
  const dead = (id: string | undefined, set: { state: string; shipment_id: string }) =>
    withShop(server.context.db, shop.shopId, (trx) =>
      trx
        .updateTable('batch_row')
        .set(set)
        .where('shop_id', '=', shop.shopId)
        .where('id', '=', id ?? '')
        .execute(),
    );
  // The worker had claimed the second order, and the claim of the third was released.
  const claimed = (await shop.book({ id: some[1]?.id ?? '' }, 'LEOPARD')).body.data;
  await server.sandbox.control('faults', { target: 'leopard', operation: 'book', kind: 'throttle', times: 1 });
  const released = await shop.book({ id: some[2]?.id ?? '' }, 'LEOPARD');
  await dead(second?.id, { state: 'booking', shipment_id: claimed.id });
  await dead(third?.id, { state: 'booking', shipment_id: released.body.errors[0].detail.shipment_id });
  // The courier that refused has a pause.
  server.clock.advance(400_000);
  await server.work('batch-rows');
  const { data } = await batch.read();
  expect(data.counts).toMatchObject({ booked: 2, booking: 1 });
  await server.work('store-updates');
  for (const order of some) expect(await fulfilled(order.name)).toHaveLength(1);
});

it('a batch with many orders is compared with a store that takes seconds for each part of them', async () => {
  const many = await storeOrders(server, shop.domain, { count: 60, city: 'Lahore', payment: 'cod' });
  const batch = await aBatch(server, shop, many);
  const [changed] = many;
  await server.sandbox.control(`orders/${changed?.id}`, { outstanding: 1000 });
  server.clock.advance(200_000);
  await batch.read();
  await server.sandbox.control('faults', { target: 'shopify', kind: 'delay', delayMs: 1_900 });
  await server.work('batch-comparisons');
  expect((await batch.read()).data.store).toBe('store');
  expect((await batch.row(changed?.name ?? '')).fields.cod_amount).toBe(1000);
});

it('a row that was left out after it was not booked, and is taken back in, no longer says why it was not booked', async () => {
  const [order] = await orders(1);
  const batch = await aBatch(server, shop, [{ id: order?.id ?? '' }], { account: shop.accounts.LEOPARD });
  await server.sandbox.control(`orders/${order?.id}`, { hold: 'HIGH_RISK_OF_FRAUD' });
  await batch.book();
  await server.work('batch-comparisons');
  const failed = await batch.row(order?.name ?? '');
  expect(failed.message).toContain('Nothing was booked yet.');
  const accept = confirmationsOf(failed, 'on-hold');
  const leftOut = (await batch.set(failed, { accept, left_out: true })).body.rows[0];
  expect((await batch.set(leftOut, { left_out: false })).body.rows).toMatchObject([
    { state: 'draft', ready: true, message: '' },
  ]);
});
