import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { InstalledShop } from '../../scripts/bare-world/install-shop.ts';
import type { BareWorld } from '../../scripts/bare-world/bare-world.ts';
import { openBatchAs, type BatchDesk, type Sheet } from '../../scripts/bare-world/work-on-batch.ts';
import { placeOrders } from '../../scripts/chaos/chaos-orders.ts';
import { atMost } from './figure.ts';
import type { Figure } from './figure.ts';

const latencyMs = 300;
const parallelCalls = 5;
const asksEveryMs = 1_000;

/**
 * A batch of one account, from the button to the last booked order, against the courier's latency alone. The store is
 * told beside it, and the person's page asks each second what changed.
 */
export async function batchFigure(world: BareWorld, shop: InstalledShop, count: number): Promise<Figure> {
  const orders = await placeOrders(world, shop, count);
  const [token = ''] = shop.tokens;
  const desk = await openBatchAs(
    world.url,
    token,
    orders.map((order) => order.id),
  );
  await world.query(
    'update courier_account set parallel_calls = $2 where shop_id = $1 and id = $3 returning id',
    z.object({ id: z.string() }),
    [shop.shopId, parallelCalls, shop.accounts.LEOPARD],
  );
  await desk.setFor('all', { tracking_account: shop.accounts.LEOPARD });
  await world.control('faults', [
    { id: 'bench-batch', target: 'leopard', operation: 'book', kind: 'delay', delayMs: latencyMs },
  ]);
  try {
    const { data } = await untilRead(desk);
    if (data.counts.ready !== count) throw new Error(`not all rows are ready: ${JSON.stringify(data.counts)}`);
    await desk.press('book');
    const end = await untilDone(desk);
    if (end.counts.booked !== count) throw new Error(`not all rows were booked: ${JSON.stringify(end.counts)}`);
    const tookMs = Date.parse(end.finished_at ?? '') - Date.parse(end.started_at ?? '');
    const idealMs = (count / parallelCalls) * latencyMs;
    return atMost(
      `batch of ${count} at ${latencyMs} ms and ${parallelCalls} calls (${(tookMs / 1000).toFixed(1)} s, ideal ${(idealMs / 1000).toFixed(1)} s)`,
      tookMs / idealMs,
      1.15,
      'times',
    );
  } finally {
    await world.control('faults', { clear: true });
  }
}

/** The store has been read afresh for the new draft. */
async function untilRead(desk: BatchDesk): Promise<Sheet> {
  for (;;) {
    const sheet = await desk.read();
    if (sheet.data.store !== 'reading') return sheet;
    await pause(asksEveryMs);
  }
}

async function untilDone(desk: BatchDesk): Promise<Sheet['data']> {
  const givenUpAt = performance.now() + 180_000;
  let sheet = await desk.read();
  while (sheet.data.state !== 'done') {
    if (performance.now() > givenUpAt)
      throw new Error(`the batch was not booked in three minutes: ${JSON.stringify(sheet.data.counts)}`);
    await pause(asksEveryMs);
    sheet = await desk.read(sheet.cursor);
  }
  return sheet.data;
}
