import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { InstalledShop } from '../../scripts/isolated-stack/install-shop.ts';
import type { IsolatedStack } from '../../scripts/isolated-stack/isolated-stack.ts';
import { openBatchAs, type BatchClient, type Sheet } from '../../scripts/isolated-stack/batch-client.ts';
import { makeSomeOdd, placeOrders } from '../../scripts/proof/place-orders.ts';
import { atMost } from './figure.ts';
import type { Figure } from './figure.ts';
import { machinePace } from './machine-pace.ts';

/** Of the courier, in fixed tasks: 300 ms where one takes 1.3 ms. Where our part of a row takes longer, so does the courier. */
const latencyInTasks = 230;
const parallelCalls = 5;
const asksEveryMs = 1_000;

/**
 * A batch of one account, from the click to the last booked order, compared with the courier's latency alone. The store is
 * updated at the same time, and the page polls for changes every second. Some orders of the batch need a look: a person skips
 * them.
 */
export async function batchFigure(stack: IsolatedStack, shop: InstalledShop, count: number): Promise<Figure> {
  const latencyMs = Math.round(latencyInTasks * machinePace());
  const orders = await placeOrders(stack, shop, Math.ceil(count * 1.1));
  const plain = await makeSomeOdd(stack, orders);
  const [token = ''] = shop.tokens;
  const batch = await openBatchAs(
    stack.url,
    token,
    orders.map((order) => order.id),
  );
  await stack.query(
    'update courier_account set parallel_calls = $2 where shop_id = $1 and id = $3 returning id',
    z.object({ id: z.string() }),
    [shop.shopId, parallelCalls, shop.accounts.LEOPARD],
  );
  await batch.setFor('all', { tracking_account: shop.accounts.LEOPARD });
  await stack.control('faults', [
    { id: 'bench-batch', target: 'leopard', operation: 'book', kind: 'delay', delayMs: latencyMs },
  ]);
  try {
    const { data, rows } = await untilRead(batch);
    if (data.counts.ready !== plain.length) throw new Error(`not all rows are ready: ${JSON.stringify(data.counts)}`);
    const look = rows.filter(({ ready }) => !ready).map(({ id }) => id);
    await batch.setFor(look, { left_out: true });
    await batch.press('book');
    const end = await waitUntilDone(batch);
    if (end.counts.booked !== plain.length) throw new Error(`not all rows were booked: ${JSON.stringify(end.counts)}`);
    const tookMs = Date.parse(end.finished_at ?? '') - Date.parse(end.started_at ?? '');
    const idealMs = (plain.length / parallelCalls) * latencyMs;
    return atMost(
      `batch of ${orders.length} with ${look.length} to skip, at ${latencyMs} ms and ${parallelCalls} calls (${(tookMs / 1000).toFixed(1)} s, ideal ${(idealMs / 1000).toFixed(1)} s)`,
      tookMs / idealMs,
      1.15,
      'times',
    );
  } finally {
    await stack.control('faults', { clear: true });
  }
}

/** Waits until the orders of the new draft were refreshed from the store. */
async function untilRead(batch: BatchClient): Promise<Sheet> {
  for (;;) {
    const sheet = await batch.read();
    if (sheet.data.store !== 'reading') return sheet;
    await pause(asksEveryMs);
  }
}

async function waitUntilDone(batch: BatchClient): Promise<Sheet['data']> {
  const givenUpAt = performance.now() + 180_000;
  let sheet = await batch.read();
  while (sheet.data.state !== 'done') {
    if (performance.now() > givenUpAt)
      throw new Error(`the batch was not booked in three minutes: ${JSON.stringify(sheet.data.counts)}`);
    await pause(asksEveryMs);
    sheet = await batch.read(sheet.cursor);
  }
  return sheet.data;
}
