import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shopId: string;
let token: string;

beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
});
beforeEach(async () => {
  ({ shopId } = await aShop(server.context));
  ({ token } = await aUser(server.context, shopId));
});
afterAll(() => server?.close());

const call = (method: string, path = '', body?: unknown, as = token) =>
  server.call(method, `order-views${path}`, { token: as, ...(body !== undefined && { body }) });
const save = async (name: string, more: Record<string, unknown> = {}) =>
  call('POST', '', { page: 'orders', name, search: { status: 'RTS' }, columns: ['number', 'status'], ...more });
const change = async (id: string, body: Record<string, unknown>, as = token) =>
  call('PATCH', `/${id}`, { page: 'orders', ...body }, as);
const names = async (as = token): Promise<string[]> =>
  (await call('GET', '', undefined, as)).body.data.map((view: { name: string }) => view.name);

it('saved views keep filters, sort and columns as they were', async () => {
  const saved = await save('Coming back', {
    search: { status: 'RTS', sort: 'cod', dir: 'asc', booked: 'Last 7 days', days: 3, op: 'LESS', limit: 100 },
  });
  expect(saved.status).toBe(200);
  const [view] = (await call('GET')).body.data;
  expect(view).toEqual(saved.body.data);
  expect(view).toMatchObject({
    name: 'Coming back',
    search: { status: ['RTS'], sort: 'cod', dir: 'asc', booked: 'Last 7 days', days: 3, op: 'LESS', limit: 100 },
    columns: ['number', 'status'],
    is_default: false,
  });
});

it('saved views are a person’s own', async () => {
  const { id } = (await save('Mine')).body.data;
  const colleague = await aUser(server.context, shopId, { role: 'USER', scopes: ['READ_ORDERS'] });
  expect(await names(colleague.token)).toEqual([]);
  expect((await change(id, { name: 'Taken' }, colleague.token)).status).toBe(404);
  expect((await call('DELETE', `/${id}`, {}, colleague.token)).status).toBe(404);
  const own = { page: 'orders', name: 'Mine', search: {}, columns: ['number'] };
  expect((await call('POST', '', own, colleague.token)).status).toBe(200);
});

it('saved views have one default at most', async () => {
  const first = (await save('One', { is_default: true })).body.data;
  const second = (await save('Two', { is_default: true })).body.data;
  const defaults = async (): Promise<string[]> =>
    (await call('GET')).body.data
      .filter((view: { is_default: boolean }) => view.is_default)
      .map((view: { id: string }) => view.id);
  expect(await defaults()).toEqual([second.id]);
  await change(first.id, { is_default: true });
  expect(await defaults()).toEqual([first.id]);
  await change(first.id, { is_default: false });
  expect(await defaults()).toEqual([]);
});

it('saved views are renamed, changed, put in order and deleted', async () => {
  const a = (await save('A')).body.data;
  const b = (await save('B')).body.data;
  const c = (await save('C')).body.data;
  await change(b.id, { name: 'Bee', search: { courier: 'TCS' }, columns: ['cod'] });
  const sorted = await call('PUT', '', { ids: [c.id, a.id] });
  expect(sorted.body.data.map((view: { name: string }) => view.name)).toEqual(['C', 'A', 'Bee']);
  const left = await call('DELETE', `/${a.id}`, {});
  expect(left.body.data).toMatchObject([
    { name: 'C' },
    { name: 'Bee', search: { courier: ['TCS'] }, columns: ['cod'] },
  ]);
  await save('D');
  expect(await names()).toEqual(['C', 'Bee', 'D']);
});

it('saved views belong to a page, with a name and a default of its own, for those who may open it', async () => {
  const search = { tab: 'look', tag: 'VIP', days: 'three', sort: 'total', dir: 'desc' };
  const queue = { page: 'store-orders', name: 'Coming back', search, is_default: true };
  await save('Coming back', { is_default: true });
  const kept = await call('POST', '', queue);
  expect(kept).toMatchObject({ status: 200, body: { data: { page: 'store-orders', search } } });
  expect((await call('POST', '', queue)).status).toBe(409);
  const all = (await call('GET')).body.data;
  expect(all).toMatchObject([
    { page: 'orders', is_default: true },
    { page: 'store-orders', is_default: true },
  ]);
  expect((await change(kept.body.data.id, { name: 'Of another page' })).status).toBe(404);

  const booker = await aUser(server.context, shopId, { role: 'USER', scopes: ['BOOK_ORDERS'] });
  expect(
    (await call('POST', '', { ...queue, page: 'orders', search: {}, columns: ['cod'] }, booker.token)).status,
  ).toBe(403);
  expect((await call('POST', '', queue, booker.token)).status).toBe(200);
  expect(await names(booker.token)).toEqual(['Coming back']);
  const reader = await aUser(server.context, shopId, { role: 'USER', scopes: ['READ_ORDERS'] });
  expect((await call('POST', '', queue, reader.token)).status).toBe(403);
});

it('saved views have different names, and thirty are enough', async () => {
  await save('Late');
  const twice = await save('late ');
  expect(twice.status).toBe(409);
  expect(twice.body.errors[0]).toMatchObject({ code: 'conflict', field: 'name' });
  expect((await save('')).body.errors[0].msg).toBe('Name the view');
  for (let number = 2; number <= 30; number += 1) await save(`View ${number}`);
  expect((await save('One too many')).body.errors[0].msg).toContain('You have 30 views');
});
