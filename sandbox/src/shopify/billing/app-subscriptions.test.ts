import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestStore } from '../../testing/shopify-test-store.ts';
import { jsonOf, openTestStore, shop } from '../../testing/shopify-test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const monthly = { start: { name: 'Monthly', interval: 'EVERY_30_DAYS', price: 10 } };
const yearly = { start: { name: 'Yearly', interval: 'ANNUAL', price: 99.99 } };
const change = (body: object) => store.post(`/_control/shops/${shop}/subscriptions`, body);
async function statuses(): Promise<string[]> {
  const { subscriptions } = await jsonOf(store.get(`/_control/shops/${shop}/subscriptions`));
  return subscriptions.map((one: { status: string }) => one.status);
}

test('a subscription is frozen, goes on, is replaced and cancelled', async () => {
  await change(monthly);
  expect(await statuses()).toEqual(['ACTIVE']);
  await change({ change: 'freeze' });
  expect(await statuses()).toEqual(['FROZEN']);
  await change({ change: 'unfreeze' });
  await change(yearly);
  expect(await statuses()).toEqual(['CANCELLED', 'ACTIVE']);
  await change({ change: 'cancel' });
  expect(await statuses()).toEqual(['CANCELLED', 'CANCELLED']);
});

test('a change that is not possible is refused', async () => {
  const refused = await change({ change: 'unfreeze' });
  expect(refused.status).toBe(409);
  expect((await change({ change: 'forget' })).status).toBe(400);
});
