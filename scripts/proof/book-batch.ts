import { setTimeout as delay } from 'node:timers/promises';
import { companies } from '@courierdesk/contract/companies';
import { callApi } from '../isolated-stack/call-api.ts';
import type { InstalledShop } from '../isolated-stack/install-shop.ts';
import type { IsolatedStack } from '../isolated-stack/isolated-stack.ts';
import { openBatch, type BatchClient } from '../isolated-stack/batch-client.ts';
import { retryUntilAnswered, saysTryAgain } from './book-through-api.ts';
import type { ProofOrder } from './place-orders.ts';

/** A batch of orders, with the couriers assigned in turn, that two people have open. */
export type BookedBatch = {
  batch: BatchClient;
  /** Both press at once. Resolves when no row is queued or being booked. */
  press(button: 'book' | 'retry', onStart?: () => void): Promise<void>;
};

/** `onStart` is called once for each row that is begun. */
export async function bookBatch(
  stack: IsolatedStack,
  shop: InstalledShop,
  orders: ProofOrder[],
  onStart: () => void,
): Promise<BookedBatch> {
  const sendAs = (token: string | undefined) => (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
    retryUntilAnswered(() => callApi(stack.url, token ?? '', method, path, body), saysTryAgain);
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
  const booked: BookedBatch = {
    batch,
    async press(button, begun = () => undefined) {
      await Promise.all([batch.press(button), other('POST', `/batches/${batch.id}/${button}`, {})]);
      await waitUntilDone(batch, begun);
    },
  };
  await booked.press('book', onStart);
  return booked;
}

const maxWaitMs = 15 * 60_000;

async function waitUntilDone(batch: BatchClient, begun: () => void): Promise<void> {
  const deadline = Date.now() + maxWaitMs;
  let started = 0;
  let sheet = await batch.read();
  for (;;) {
    const { counts, state } = sheet.data;
    const now = counts.booking + counts.booked + counts.failed + counts.uncertain + counts.changed;
    for (; started < now; started += 1) begun();
    if (state === 'done') return;
    if (Date.now() > deadline) throw new Error(`The batch makes no progress: ${JSON.stringify(counts)}`);
    await delay(500);
    sheet = await batch.read(sheet.cursor);
  }
}
