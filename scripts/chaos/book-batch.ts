import { setTimeout as delay } from 'node:timers/promises';
import { companies } from '@courierdesk/contract/companies';
import { callApi } from '../isolated-stack/call-api.ts';
import type { InstalledShop } from '../isolated-stack/install-shop.ts';
import type { IsolatedStack } from '../isolated-stack/isolated-stack.ts';
import { openBatch, type BatchClient } from '../isolated-stack/batch-client.ts';
import type { ChaosOrder } from './chaos-orders.ts';
import { retryUntilAnswered } from './book-through-api.ts';

/** A batch of all orders, with the couriers assigned in turn, opened by two people. */
export async function prepareBatch(
  stack: IsolatedStack,
  shop: InstalledShop,
  orders: ChaosOrder[],
): Promise<{ batch: BatchClient; press: (button: 'book' | 'retry') => Promise<void> }> {
  const sendAs = (token: string | undefined) => (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
    retryUntilAnswered(() => callApi(stack.url, token ?? '', method, path, body));
  const batch = await openBatch(
    orders.map((order) => order.id),
    sendAs(shop.tokens[0]),
  );
  const { rows } = await batch.read();
  for (const [index, company] of companies.entries()) {
    const ids = rows.filter((_, position) => position % companies.length === index).map((row) => row.id);
    if (ids.length > 0) await batch.setFor(ids, { tracking_account: shop.accounts[company] });
  }
  const other = sendAs(shop.tokens[1]);
  return {
    batch,
    press: async (button) => {
      await Promise.all([batch.press(button), other('POST', `/batches/${batch.id}/${button}`, {})]);
    },
  };
}

const maxWaitMs = 10 * 60_000;

/** Waits until no row is queued or being booked. Calls `begun` once for each row that was started. */
export async function waitUntilDone(batch: BatchClient, begun: (count: number) => void): Promise<void> {
  const deadline = Date.now() + maxWaitMs;
  let answers = 0;
  let sheet = await batch.read();
  for (;;) {
    const { counts, state } = sheet.data;
    const now = counts.booking + counts.booked + counts.failed + counts.uncertain + counts.changed;
    while (answers < now) begun((answers += 1));
    if (state === 'done') return;
    if (Date.now() > deadline) throw new Error(`The batch makes no progress: ${JSON.stringify(counts)}`);
    await delay(200);
    sheet = await batch.read(sheet.cursor);
  }
}
