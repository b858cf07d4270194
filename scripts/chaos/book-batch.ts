import { setTimeout as delay } from 'node:timers/promises';
import { companies } from '@courierdesk/contract/companies';
import { callApi } from '../bare-world/call-api.ts';
import type { InstalledShop } from '../bare-world/install-shop.ts';
import type { BareWorld } from '../bare-world/bare-world.ts';
import { openBatch, type BatchDesk } from '../bare-world/work-on-batch.ts';
import type { ChaosOrder } from './chaos-orders.ts';
import { persistently } from './press-button.ts';

/** The sheet of all orders, a courier each in turn, as two people have it open. */
export async function layOutBatch(
  world: BareWorld,
  shop: InstalledShop,
  orders: ChaosOrder[],
): Promise<{ desk: BatchDesk; press: (button: 'book' | 'retry') => Promise<void> }> {
  const sendAs = (token: string | undefined) => (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
    persistently(() => callApi(world.url, token ?? '', method, path, body));
  const desk = await openBatch(
    orders.map((order) => order.id),
    sendAs(shop.tokens[0]),
  );
  const { rows } = await desk.read();
  for (const [index, company] of companies.entries()) {
    const ids = rows.filter((_, position) => position % companies.length === index).map((row) => row.id);
    if (ids.length > 0) await desk.setFor(ids, { tracking_account: shop.accounts[company] });
  }
  const other = sendAs(shop.tokens[1]);
  return {
    desk,
    press: async (button) => {
      await Promise.all([desk.press(button), other('POST', `/batches/${desk.id}/${button}`, {})]);
    },
  };
}

const patienceMs = 10 * 60_000;

/** Until no row waits or is being booked; `begun` hears of every row that has been, one by one. */
export async function untilDone(desk: BatchDesk, begun: (count: number) => void): Promise<void> {
  const deadline = Date.now() + patienceMs;
  let told = 0;
  let sheet = await desk.read();
  for (;;) {
    const { counts, state } = sheet.data;
    const now = counts.booking + counts.booked + counts.failed + counts.uncertain + counts.changed;
    while (told < now) begun((told += 1));
    if (state === 'done') return;
    if (Date.now() > deadline) throw new Error(`The batch stands still: ${JSON.stringify(counts)}`);
    await delay(200);
    sheet = await desk.read(sheet.cursor);
  }
}
