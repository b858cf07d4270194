import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openForm } from './proof/book-through-api.ts';
import { placeOrders } from './proof/place-orders.ts';
import { callApi } from './isolated-stack/call-api.ts';
import { installShop } from './isolated-stack/install-shop.ts';
import { withIsolatedStack } from './isolated-stack/isolated-stack.ts';

const outageMs = 60_000;
const recoveryMs = 5_000;

test('a server survives a minute without its database, says so, and works within five seconds of its return', async () => {
  await withIsolatedStack({}, async (stack) => {
    const shop = await installShop(stack, { users: 1 });
    const [token = ''] = shop.tokens;
    const [order] = await placeOrders(stack, shop, 1);
    if (!order) throw new Error('no order');
    const opened = await openForm(stack, shop, token, order, 'LEOPARD');
    if (!('form' in opened)) throw new Error(JSON.stringify(opened));
    const book = () =>
      callApi(stack.url, token, 'POST', '/book-order', opened.form, { 'idempotency-key': 'before-the-outage' });
    const statusOf = async (path: string) => (await fetch(`${stack.url}${path}`)).status;
    const first = stack.servers[0].program();

    await stack.stopDatabase();
    const stoppedAt = Date.now();
    const another = await stack.startAnotherServer();
    for (const answer of [await callApi(stack.url, token, 'GET', '/get-accounts'), await book()]) {
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(answer.body).toMatchObject({ errors: [{ code: 'unavailable' }] });
    }
    expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 503]);
    await delay(outageMs - (Date.now() - stoppedAt));
    expect([first.running(), another.program.running()]).toEqual([true, true]);

    await stack.startDatabaseAgain();
    const backAt = Date.now();
    await expect.poll(() => statusOf('/readyz'), { timeout: recoveryMs, interval: 50 }).toBe(200);
    const booked = await book();
    expect(booked).toMatchObject({ status: 200, body: { data: { trackingNumber: expect.any(String) } } });
    expect(Date.now() - backAt).toBeLessThan(recoveryMs);
    // Background work goes on: the worker updates the store.
    await expect
      .poll(async () => fulfilmentsOf(await stack.control(`journal?shop=${shop.domain}`)), { timeout: recoveryMs })
      .toHaveLength(1);
    await expect
      .poll(async () => (await fetch(`${another.url}/readyz`).catch(() => undefined))?.status, { timeout: recoveryMs })
      .toBe(200);
    expect([first.running(), another.program.running()]).toEqual([true, true]);
    expect(stack.serverErrors()).toEqual([]);
  });
}, 180_000);

const fulfilmentsOf = (journal: unknown): unknown[] =>
  typeof journal === 'object' && journal !== null && 'fulfillments' in journal && Array.isArray(journal.fulfillments)
    ? journal.fulfillments
    : [];
