import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const updatesOf = ({ shopId }: BookableShop) =>
  withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('desired_store_state').select(['state', 'lease_id']).execute(),
  );

async function makeUpdatesDue({ shopId }: BookableShop): Promise<void> {
  const now = server.context.clock();
  await withShop(server.context.db, shopId, async (trx) => {
    await trx
      .updateTable('desired_store_state')
      .set({ version: sql`version + 1`, next_at: now })
      .execute();
    await server.context.jobs.request(trx, 'store-updates', { shopId, at: now });
  });
}

it('a store that does not respond takes four places, and other stores are still updated', async () => {
  const [silent, other] = [await aBookableShop(server), await aBookableShop(server)];
  for (let orders = 0; orders < 6; orders += 1) await silent.book(await silent.newOrder(), 'LEOPARD');
  await other.book(await other.newOrder(), 'LEOPARD');
  await server.sandbox.control('faults', { target: 'shopify', kind: 'delay', delayMs: 10_000 });
  await makeUpdatesDue(silent);
  const silentJob = server.work('store-updates');
  await vi.waitFor(async () => {
    const { hits } = (await server.sandbox.control('faults')) as { hits: Record<string, number> };
    expect(Object.values(hits)).toEqual([4]);
  }, 30_000);
  // The four calls that wait keep waiting.
  await server.sandbox.control('faults', { clear: true });
  await makeUpdatesDue(other);
  await server.work('store-updates');
  await vi.waitFor(async () => expect(await updatesOf(other)).toEqual([{ state: 'done', lease_id: null }]), 30_000);
  const waiting = await updatesOf(silent);
  expect(waiting.map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'due'));
  expect(waiting.filter(({ lease_id: lease }) => lease !== null)).toHaveLength(4);
  await silentJob;
  expect((await updatesOf(silent)).map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'done'));
});

it('store updates wait while Shopify refuses our client secret, and are made when it takes it', async () => {
  const shop = await aBookableShop(server);
  await shop.book(await shop.newOrder(), 'LEOPARD');
  server.clock.advance(61 * 60_000);
  await server.sandbox.control('faults', { target: 'shopify', operation: 'access_token', kind: 'refuse' });
  await makeUpdatesDue(shop);
  await server.work('store-updates');
  expect(await updatesOf(shop)).toEqual([{ state: 'due', lease_id: null }]);
  await server.sandbox.control('faults', { clear: true });
  server.clock.advance(5_000);
  await server.work('store-updates');
  expect(await updatesOf(shop)).toEqual([{ state: 'done', lease_id: null }]);
});
