import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import type { BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { aComparedShop, differencesOf, startAfterTheNight } from './differences.testing.ts';

let server: TestServer;
let shop: BookableShop;
let at: ReturnType<typeof differencesOf>;
let admin: Pool;

beforeAll(async () => {
  server = await startTestServer();
  startAfterTheNight(server);
  admin = new Pool({ connectionString: server.database.adminUrl, max: 2 });
});
beforeEach(async () => {
  shop = await aComparedShop(server);
  at = differencesOf(server, shop);
});
afterAll(async () => {
  await admin?.end();
  await server?.close();
});

/** A delivered parcel that the store shows as unfulfilled. */
async function aDifference(): Promise<void> {
  const order = await at.booked();
  await at.move(order.number, 'delivered');
  await at.change(order, { cancelFulfillments: true });
}

it('an answer that says the comparison is finished has all that it found', async () => {
  await aDifference();
  await at.compare();
  // As if the comparison were still under way and had found nothing yet.
  const found = await admin.query<{ row: string }>(
    `with gone as (delete from difference where shop_id = $1 returning *) select gone::text as row from gone`,
    [shop.shopId],
  );
  expect(found.rowCount).toBe(1);
  await admin.query(`update comparison set run_id = 'under way' where shop_id = $1`, [shop.shopId]);

  const ending = await admin.connect();
  await ending.query('begin');
  await ending.query('lock table comparison in access exclusive mode');
  const answer = at.list();
  await vi.waitFor(async () => {
    const { rows } = await admin.query(`select from pg_locks where relation = 'comparison'::regclass and not granted`);
    expect(rows).toHaveLength(1);
  }, 30_000);
  for (const { row } of found.rows) await ending.query('insert into difference select ($1::difference).*', [row]);
  await ending.query('update comparison set run_id = null where shop_id = $1', [shop.shopId]);
  await ending.query('commit');
  ending.release();

  const { data, comparison } = await answer;
  expect(comparison.running).toBeNull();
  expect(data).toHaveLength(1);
});

it('a comparison during the first import of the orders says that it is incomplete', async () => {
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx.updateTable('store_sync').set({ backfill_phase: 'export' }).where('shop_id', '=', shop.shopId).execute(),
  );
  await at.compare();
  const { comparison } = await at.list();
  expect(comparison.running).toBeNull();
  expect(comparison.problems).toEqual([
    { source: 'Store', message: expect.stringContaining('We are still reading your orders.') },
  ]);
});
