import { expect, test } from 'vitest';
import type { PlatformOrder } from '../platform.ts';
import { readOrders } from './bulk.ts';
import { aLineReply, anOrderReply } from './order-replies.testing.ts';
import { aStore, type Reply } from './store-server.testing.ts';

test('each order has the items that follow it', async () => {
  const { orders } = await read([jsonLines([order(1), line(1, 11), line(1, 12), order(2), order(3), line(3, 31)])]);
  expect(linesOf(orders)).toEqual({ 1: ['11', '12'], 2: [], 3: ['31'] });
});

test('reading continues with the order after any other, whether the server sends a part of the file or all of it', async () => {
  const rows = [order(1, { note: 'ابا' }), line(1, 11), order(2), line(2, 21), order(3)];
  const text = bodyOf(rows);
  const bytes = Buffer.from(text);
  const { places } = await read([{ body: text }]);
  for (const [index, place] of places.entries()) {
    const expected = ['1', '2', '3'].slice(index + 1);
    const rest =
      place < bytes.length ? { status: 206, body: bytes.subarray(place).toString() } : { status: 416, body: '' };
    const continued = await read([rest], { from: place });
    expect(continued.orders.map(({ platformOrderId }) => platformOrderId)).toEqual(expected);
    expect(continued.received[0]?.headers.range).toBe(`bytes=${place}-`);
    const whole = await read([{ body: text }], { from: place });
    expect(whole.orders.map(({ platformOrderId }) => platformOrderId)).toEqual(expected);
  }
});

test('the last order of a part of a file is left out: some of its items may be missing', async () => {
  const text = bodyOf([order(1), line(1, 11), order(2), line(2, 21), line(2, 22)]);
  for (const cut of [text.length, text.length - 1, text.length - 20]) {
    const { orders } = await read([{ body: text.slice(0, cut) }], { isPart: true });
    expect(linesOf(orders)).toEqual({ 1: ['11'] });
  }
});

test('escaped slashes, blank lines, a missing last line end and other separators inside texts are read', async () => {
  const note = 'one\u2028two\rthree';
  const text = `${JSON.stringify(order(1, { note })).replaceAll('/', '\\/')}\n\n${JSON.stringify(line(1, 11))}`;
  const { orders } = await read([{ body: text }]);
  expect(orders).toMatchObject([{ platformOrderId: '1', note, lines: [{ lineId: '11' }] }]);
});

test('an export that breaks off or is damaged is unavailable', async () => {
  await expect(read(['drop'])).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(read([{ body: '{"id":"gid://sh' }])).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(read([{ status: 500, body: 'no' }])).rejects.toMatchObject({ kind: 'unavailable' });
});

test('an export that has expired, or has an item away from its order, is of no use', async () => {
  await expect(read([{ status: 403, body: 'expired' }])).rejects.toMatchObject({ kind: 'rejected' });
  await expect(read([jsonLines([order(1), order(2), line(1, 11)])])).rejects.toMatchObject({ kind: 'rejected' });
});

test('the reader may stop early', async () => {
  const { shopify, url } = await aStore([jsonLines([order(1), order(2), order(3)])]);
  for await (const first of readOrders(shopify.settings, { url, isPart: false }, 0)) {
    expect(first.order.platformOrderId).toBe('1');
    break;
  }
});

function order(number: number, given: Record<string, unknown> = {}) {
  const { lineItems: _lines, fulfillmentOrders: _parts, __typename: _type, ...row } = anOrderReply(given);
  return { ...row, id: `gid://shopify/Order/${number}` };
}

function line(parent: number, number: number) {
  return { ...aLineReply(number), __parentId: `gid://shopify/Order/${parent}` };
}

const jsonLines = (rows: readonly unknown[]): Reply => ({ body: bodyOf(rows) });

const bodyOf = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

async function read(replies: Reply[], { from = 0, isPart = false } = {}) {
  const { shopify, url, received } = await aStore(replies);
  const orders: PlatformOrder[] = [];
  const places: number[] = [];
  for await (const { order: one, next } of readOrders(shopify.settings, { url: `${url}/bulk/1.jsonl`, isPart }, from)) {
    orders.push(one);
    places.push(next);
  }
  return { orders, places, received };
}

function linesOf(orders: readonly PlatformOrder[]): Record<string, string[]> {
  return Object.fromEntries(orders.map((each) => [each.platformOrderId, each.lines.map(({ lineId }) => lineId)]));
}
