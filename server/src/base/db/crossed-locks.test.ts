import { afterAll, beforeAll, expect, it } from 'vitest';
import { aShop } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { withShop } from './tenancy.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
});
afterAll(() => server?.close());

it('two transactions that lock the same rows in opposite order both complete', async () => {
  const { shopId } = await aShop(server.context);
  const months = ['2026-01', '2026-02'] as const;
  await withShop(server.context.db, shopId, (trx) =>
    trx
      .insertInto('plan_usage')
      .values(months.map((month) => ({ shop_id: shopId, month, used: 0 })))
      .execute(),
  );
  let arrived = 0;
  let open: () => void = () => undefined;
  const bothHoldOne = new Promise<void>((resolve) => (open = resolve));
  const take = (order: readonly string[]) =>
    withShop(server.context.db, shopId, async (trx) => {
      for (const [index, month] of order.entries()) {
        await trx
          .updateTable('plan_usage')
          .set((eb) => ({ used: eb('used', '+', 1) }))
          .where('shop_id', '=', shopId)
          .where('month', '=', month)
          .execute();
        if (index > 0) continue;
        arrived += 1;
        if (arrived >= 2) open();
        await bothHoldOne;
      }
    });
  await Promise.all([take(months), take(months.toReversed())]);
  // The one that PostgreSQL ended ran again; on a busy machine it can meet the other one once more.
  expect(arrived).toBeGreaterThanOrEqual(3);
  const used = await withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('plan_usage').select('used').execute(),
  );
  expect(used).toEqual([{ used: 2 }, { used: 2 }]);
});
