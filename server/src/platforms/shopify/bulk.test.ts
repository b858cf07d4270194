import { expect, test } from 'vitest';
import type { PlatformOrder } from '../platform.ts';
import { readOrders } from './bulk.ts';
import { aLineReply, anOrderReply } from './order-replies.testing.ts';
import { aStore, type Reply } from './store-server.testing.ts';

test('lines far from their order are found', async () => {
  const file = [order(1), order(2), line(1, 11), order(3), line(2, 21), line(3, 31), line(1, 12)];
  const { orders } = await read([jsonLines(file)]);
  expect(linesOf(orders)).toEqual({ 1: ['11', '12'], 2: ['21'], 3: ['31'] });
});

test('an order without lines is there', async () => {
  const { orders } = await read([jsonLines([order(1), order(2), line(2, 21)])]);
  expect(linesOf(orders)).toEqual({ 1: [], 2: ['21'] });
});

test('the file is read twice, and once more for each batch of orders that cannot be held', async () => {
  const parents = Array.from({ length: 10 }, (_, n) => order(n + 1));
  const children = Array.from({ length: 10 }, (_, n) => line(n + 1, n + 100));
  const near = await read([jsonLines(parents.flatMap((parent, n) => [parent, children[n] ?? parent]))], 4);
  expect(near.orders).toHaveLength(10);
  expect(near.readings).toBe(2);
  const far = await read([jsonLines([...parents, ...children])], 4);
  expect(far.orders.map(({ platformOrderId }) => platformOrderId).toSorted()).toEqual(
    parents.map(({ id }) => id.replace('gid://shopify/Order/', '')).toSorted(),
  );
  expect(far.readings).toBe(4);
});

test('escaped slashes, blank lines, a missing last line end and other separators inside texts are read', async () => {
  const note = 'one\u2028two\rthree';
  const text = `${JSON.stringify(order(1, { note })).replaceAll('/', '\\/')}\n\n${JSON.stringify(line(1, 11))}`;
  const { orders } = await read([{ body: text }]);
  expect(orders).toMatchObject([{ platformOrderId: '1', note, lines: [{ lineId: '11' }] }]);
});

test('an export that breaks off or is damaged is unavailable', async () => {
  const whole = jsonLines([order(1), line(1, 11)]);
  await expect(read([whole, 'drop'])).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(read([{ body: '{"id":"gid://sh' }])).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(read([{ status: 403, body: 'expired' }])).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(read([whole, jsonLines([order(1)])])).rejects.toMatchObject({ kind: 'unavailable' });
});

test('the reader may stop early', async () => {
  const { shopify, url } = await aStore([jsonLines([order(1), order(2), order(3)])]);
  for await (const first of readOrders(shopify.settings, url)) {
    expect(first.platformOrderId).toBe('1');
    break;
  }
});

function order(number: number, given: Record<string, unknown> = {}) {
  const { lineItems: _lines, __typename: _type, ...row } = anOrderReply(given);
  return { ...row, id: `gid://shopify/Order/${number}` };
}

function line(parent: number, number: number) {
  return { ...aLineReply(number), __parentId: `gid://shopify/Order/${parent}` };
}

function jsonLines(rows: readonly unknown[]): Reply {
  return { body: rows.map((row) => `${JSON.stringify(row)}\n`).join('') };
}

async function read(replies: Reply[], held?: number): Promise<{ orders: PlatformOrder[]; readings: number }> {
  const { shopify, url, received } = await aStore(replies);
  const orders: PlatformOrder[] = [];
  for await (const each of readOrders(shopify.settings, `${url}/bulk/1.jsonl`, held)) orders.push(each);
  return { orders, readings: received.length };
}

function linesOf(orders: readonly PlatformOrder[]): Record<string, string[]> {
  return Object.fromEntries(orders.map((each) => [each.platformOrderId, each.lines.map(({ lineId }) => lineId)]));
}
