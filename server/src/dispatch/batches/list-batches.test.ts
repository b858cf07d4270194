import { addDays, dayOf } from '@courierdesk/contract/dates';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { aBatch } from '../../testing/batches.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterAll(() => server?.close());

async function listed(search: Record<string, string>): Promise<string[]> {
  const { body } = await server.call('GET', `batches?${new URLSearchParams(search).toString()}`, { token: shop.token });
  expect(body.total).toBe(body.data.length);
  return body.data.map(({ id }: { id: string }) => id);
}

test('a batch is found by its number, by an order in it and by the day on which it was created', async () => {
  const [first, second] = [await shop.newOrder(), await shop.newOrder()];
  const old = await aBatch(server, shop, [first]);
  const young = await aBatch(server, shop, [second]);
  const { data } = await young.read();
  const name = (await old.read()).rows[0]?.order_name ?? '';
  expect(await listed({})).toEqual([young.id, old.id]);
  expect(await listed({ query: name })).toEqual([old.id]);
  expect(await listed({ query: name.replace('#', '') })).toEqual([old.id]);
  expect(await listed({ query: String(data.number) })).toEqual([young.id]);
  expect(await listed({ query: `${name}0` })).toEqual([]);
  expect(await listed({ query: '99999999999999' })).toEqual([]);

  const earlier = new Date(server.context.clock().getTime() - 10 * 86_400_000);
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .updateTable('batch')
      .set({ created_at: earlier })
      .where('shop_id', '=', shop.shopId)
      .where('id', '=', old.id)
      .execute(),
  );
  const day = dayOf(earlier, 'Asia/Karachi');
  expect(await listed({ from: day, to: day })).toEqual([old.id]);
  expect(await listed({ to: addDays(day, -1) })).toEqual([]);
  expect(await listed({ from: addDays(day, 1) })).toEqual([young.id]);
});
