import type { StoreImport } from '@courierdesk/contract/store-import';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { withShop } from '../../base/db/tenancy.ts';
import { platformAccess } from '../../shop/shops/platform-access.ts';
import { aUser } from '../../testing/factories.ts';
import { anInstalledStore, deliverWebhooks, mirrorWholeStore, storeOrders } from '../../testing/installed-store.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { importBackfill } from './import-backfill.ts';
import { claimRead } from './read-lease.ts';

let server: TestServer;
let domain: string;
let shopId: string;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  ({ domain, shopId } = await anInstalledStore(server));
  ({ token } = await aUser(server.context, shopId));
});
afterAll(() => server?.close());

test('the import of a new shop’s orders shows how far it is, step by step, and goes away when it is done', async () => {
  await storeOrders(server, domain, { count: 30 });
  expect(await shown()).toMatchObject({ phase: 'preparing', done: 0, expected: null, failure: null });
  await server.work('store-reads');
  expect(await shown()).toMatchObject({ phase: 'preparing', expected: 30 });
  await exportIsReady();
  const file = await exportedFile();
  await fault('bulk-file', 'lose-answer');
  await untilDue();
  expect(await shown()).toMatchObject({ phase: 'importing', expected: 30 });
  expect(file.orders).toBe(30);
  await mirrorWholeStore(server, shopId);
  expect(await shown()).toBeNull();
  expect(await names()).toHaveLength(30);
});

test('a killed process loses and repeats no order: the next one continues where it stopped', async () => {
  const placed = await storeOrders(server, domain, { count: 500 });
  await server.work('store-reads');
  await exportIsReady();
  const lease = await claimRead(server.context, shopId);
  if (!lease) throw new Error('the lease was not to be had');
  await sync({ backfill_phase: 'file', backfill_expected: 500 });
  await fault('bulk-file', 'lose-answer');
  // The process dies here: it saves nothing more and keeps its lease.
  const { file } = await exportedFile();
  const access = await platformAccess(server.context, shopId);
  const requestedAt = server.clock.now;
  await expect(
    importBackfill(server.context, lease, access, file, { from: 0, read: 0, requestedAt }),
  ).rejects.toMatchObject({ kind: 'unavailable' });
  expect((await state()).backfill_read).toBe(200);
  expect(await names()).toHaveLength(200);
  await server.work('store-reads');
  expect((await state()).backfill_read).toBe(200);

  server.clock.advance(5 * 60_000);
  await server.work('store-reads');
  expect(await state()).toMatchObject({ backfill_read: 500, backfill_failed_exports: 0, backfill_phase: null });
  expect(await names()).toEqual(placed.map(({ name }) => name).toSorted());
});

test('a process that lost its lease in the middle saves nothing more', async () => {
  await storeOrders(server, domain, { count: 10 });
  await server.work('store-reads');
  await exportIsReady();
  const old = await claimRead(server.context, shopId);
  const { file } = await exportedFile();
  server.clock.advance(5 * 60_000);
  const taken = await claimRead(server.context, shopId);
  if (!old || !taken) throw new Error('the lease was not to be had');
  const access = await platformAccess(server.context, shopId);
  const so = { from: 0, read: 0, requestedAt: server.clock.now };
  await expect(importBackfill(server.context, old, access, file, so)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await names()).toEqual([]);
  // Its import ends here, not during the faults of a later test.
  server.clock.advance(5 * 60_000);
  await mirrorWholeStore(server, shopId);
  expect(await names()).toHaveLength(10);
});

test('what webhooks report after the export was requested wins over the file', async () => {
  const placed = await storeOrders(server, domain, { count: 6 });
  const [changed, deleted, kept] = placed;
  await server.work('store-reads');
  await exportIsReady();
  await change(changed?.id, { address: { address1: 'House 7, new address' } });
  await change(deleted?.id, { delete: true });
  await deliverWebhooks(server);
  server.clock.advance(10_000);
  await mirrorWholeStore(server, shopId);
  const rows = await orders();
  expect(rows.find(({ name }) => name === changed?.name)?.address).toContain('new address');
  expect(rows.map(({ name }) => name)).not.toContain(deleted?.name);
  expect(rows.map(({ name }) => name)).toContain(kept?.name);
  expect(rows).toHaveLength(5);
});

test('a customer who is erased during the import is not brought back by the file', async () => {
  await storeOrders(server, domain, { count: 2 });
  const [order] = await storeOrders(server, domain, {
    email: 'rabia@example.com',
    createdAt: new Date(server.clock.now.getTime() - 10 * 86_400_000).toISOString(),
  });
  await server.work('store-reads');
  await exportIsReady();
  await server.sandbox.control(`shops/${domain}`, { compliance: 'customers/redact' });
  await deliverWebhooks(server);
  server.clock.advance(10_000);
  await mirrorWholeStore(server, shopId);
  const rows = await orders();
  expect(rows.map(({ email }) => email)).not.toContain('rabia@example.com');
  expect(rows.find(({ name }) => name === order?.name)?.customer_name ?? 'Erased').toBe('Erased');
});

test.each(['error500', 'down'])('%s: its orders so far are used, and another export brings the rest', async (kind) => {
  const placed = await storeOrders(server, domain, { count: 40 });
  await fault('bulk-operation', kind);
  await mirrorWholeStore(server, shopId);
  expect(await names()).toEqual(placed.map(({ name }) => name).toSorted());
  expect(await state()).toMatchObject({ backfill_failed_exports: 1, backfill_operation: null, last_error: '' });
});

test('twice: the orders are read in pages', async () => {
  const placed = await storeOrders(server, domain, { count: 230 });
  await fault('bulk-operation', 'error500', 2);
  await mirrorWholeStore(server, shopId);
  expect(await names()).toEqual(placed.map(({ name }) => name).toSorted());
  expect(await exportsOfStore()).toBe(2);
});

test('an export that fails whose file expired before we read it is requested again', async () => {
  const placed = await storeOrders(server, domain, { count: 5 });
  await fault('bulk-file', 'refuse');
  await mirrorWholeStore(server, shopId);
  expect(await names()).toHaveLength(placed.length);
  expect(await exportsOfStore()).toBe(2);
});

test('a busy store is asked again after its own pause, and one export of ours runs at a time', async () => {
  await storeOrders(server, domain, { count: 5 });
  await server.sandbox.control(`shops/${domain}`, { settings: { bulkDelayMs: 600_000 } });
  const access = await platformAccess(server.context, shopId);
  for (let day = 1; day <= 5; day += 1)
    await server.context.platform.startBackfill(access, new Date(Date.UTC(2026, 0, day)));
  await server.work('store-reads');
  const { next_at, failures } = await state();
  expect(failures).toBe(1);
  expect(next_at.getTime() - server.clock.now.getTime()).toBe(60_000);
  const failure = { reason: 'Shopify is still busy with earlier exports of this store.' };
  expect(await shown()).toMatchObject({ phase: 'preparing', failure });
  expect(await exportsOfStore()).toBe(5);
});

test('a failed import says why and when we try again, and continues at once when a person asks', async () => {
  await storeOrders(server, domain, { count: 5 });
  await server.sandbox.control('faults', { target: 'shopify', operation: 'bulkOperation', kind: 'error500' });
  await server.work('store-reads');
  await untilDue();
  const failed = await shown();
  expect(failed?.failure?.reason).toMatch(/^Shopify /);
  expect(Date.parse(failed?.failure?.next_try_at ?? '')).toBeGreaterThan(server.clock.now.getTime());
  await server.sandbox.control('faults', { clear: true });
  // Refreshing reads what changed. It does not hide why the import stopped.
  expect((await server.call('POST', 'store-orders/refresh', { token, body: {} })).status).toBe(200);
  expect((await shown())?.failure).toEqual(failed?.failure);

  const retried = await server.call('POST', 'store-orders/import/retry', { token, body: {} });
  expect(retried.body.data).toMatchObject({ phase: 'preparing', failure: null });
  expect((await state()).next_at).toEqual(server.clock.now);
  const events = await withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('audit_event').select('actor_kind').where('action', '=', 'store-import.retried').execute(),
  );
  expect(events).toEqual([{ actor_kind: 'user' }]);
  await mirrorWholeStore(server, shopId);
  expect(await names()).toHaveLength(5);
});

test('a failed import cannot be retried while it runs or after it ended, nor by people who do not book', async () => {
  const retry = (as: string) => server.call('POST', 'store-orders/import/retry', { token: as, body: {} });
  expect((await retry(token)).body.errors[0]).toMatchObject({ code: 'conflict' });
  await mirrorWholeStore(server, shopId);
  expect((await retry(token)).status).toBe(409);
  const reader = await aUser(server.context, shopId, { role: 'USER', scopes: ['READ_ANALYTICS'] });
  expect((await retry(reader.token)).status).toBe(403);
  expect((await server.call('GET', 'store-orders/import', { token: reader.token })).status).toBe(200);
});

async function shown(): Promise<StoreImport | null> {
  return (await server.call('GET', 'store-orders/import', { token })).body.data;
}

const state = () =>
  withShop(server.context.db, shopId, (trx) => trx.selectFrom('store_sync').selectAll().executeTakeFirstOrThrow());

const sync = (values: { backfill_phase: string; backfill_expected: number }) =>
  withShop(server.context.db, shopId, (trx) => trx.updateTable('store_sync').set(values).execute());

const orders = () =>
  withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('store_order').select(['name', 'address', 'email', 'customer_name']).execute(),
  );

const names = async (): Promise<string[]> => (await orders()).map(({ name }) => name).toSorted();

async function untilDue(): Promise<void> {
  server.clock.now = new Date(Math.max(server.clock.now.getTime(), (await state()).next_at.getTime()) + 1);
  await server.work('store-reads');
}

async function exportedFile() {
  const { backfill_operation: operation } = await state();
  const access = await platformAccess(server.context, shopId);
  const backfill = await server.context.platform.backfillState(access, operation ?? '');
  if (backfill.state !== 'done' || !backfill.file) throw new Error(`the export is ${backfill.state}`);
  return { file: backfill.file, orders: backfill.orders };
}

const exportIsReady = () => vi.waitFor(exportedFile, { timeout: 30_000, interval: 50 });

const change = (id: string | undefined, values: object) => server.sandbox.control(`orders/${id}`, values);

const fault = (operation: string, kind: string, times = 1) =>
  server.sandbox.control('faults', { target: 'shopify', operation, kind, times });

const Exports = z.object({ data: z.object({ bulkOperations: z.object({ nodes: z.array(z.unknown()) }) }) });

/** How many exports the store was asked for. */
async function exportsOfStore(): Promise<number> {
  const access = await platformAccess(server.context, shopId);
  const answer = await fetch(`${server.sandbox.url}/shopify/${domain}/admin/api/2026-10/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': await access.token() },
    body: JSON.stringify({ query: '{ bulkOperations(first: 10) { nodes { id } } }' }),
  });
  return Exports.parse(await answer.json()).data.bulkOperations.nodes.length;
}
