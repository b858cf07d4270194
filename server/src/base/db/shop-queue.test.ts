import { afterAll, beforeAll, expect, test } from 'vitest';
import { aShop } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createShopQueue } from './shop-queue.ts';
import { withShop } from './tenancy.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
});
afterAll(() => server?.close());

test('a shop with more transactions than there are connections leaves some for the other shops', async () => {
  const { db, config } = server.context;
  const [busy, other] = [await aShop(server.context), await aShop(server.context)];
  const end = Promise.withResolvers<void>();
  const all = Promise.all(
    Array.from({ length: config.databasePool }, () => withShop(db, busy.shopId, () => end.promise)),
  );
  try {
    const found = await withShop(db, other.shopId, (trx) =>
      trx.selectFrom('shop').select('id').where('id', '=', other.shopId).executeTakeFirst(),
    );
    expect(found).toEqual({ id: other.shopId });
    const { body } = await server.call('GET', '/metrics');
    expect(body).toContain(`courierdesk_database_connections{state="queued"} ${config.databasePool / 2}`);
  } finally {
    end.resolve();
    await all;
  }
});

test('when all connections are busy, work of further shops counts as waiting for one', async () => {
  const { db, config } = server.context;
  const [first, second, third] = [
    await aShop(server.context),
    await aShop(server.context),
    await aShop(server.context),
  ];
  const end = Promise.withResolvers<void>();
  const half = config.databasePool / 2;
  const all = Promise.all([
    ...[first, second].flatMap(({ shopId }) =>
      Array.from({ length: half }, () => withShop(db, shopId, () => end.promise)),
    ),
    withShop(db, third.shopId, () => end.promise),
  ]);
  const { body } = await server.call('GET', '/metrics').finally(() => end.resolve());
  await all;
  expect(body).toContain('courierdesk_database_connections{state="awaited"} 1');
  expect(body).toContain('courierdesk_database_connections{state="queued"} 0');
});

test('transactions that need another one of their shop do not wait for each other', async () => {
  const { db, config } = server.context;
  const { shopId } = await aShop(server.context);
  const all = config.databasePool / 2;
  const begun = Promise.withResolvers<void>();
  let count = 0;
  const done = await Promise.all(
    Array.from({ length: all }, () =>
      withShop(db, shopId, async () => {
        count += 1;
        if (count === all) begun.resolve();
        await begun.promise;
        return withShop(db, shopId, async () => 'done');
      }),
    ),
  );
  expect(done).toEqual(Array.from({ length: all }, () => 'done'));
}, 30_000);

test('what waits begins in turns, shop by shop', async () => {
  const queue = createShopQueue({ atOnce: 3, ofOneShop: 2 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const run = (name: string) =>
    queue.run(name.charAt(0), () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3', 'c1']) void run(name);
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1']);
  for (const next of ['b2', 'c1', 'a3', 'a4', 'b3']) {
    ends.shift()?.();
    await expect.poll(() => begun.at(-1)).toBe(next);
  }
});

test('what waits too long is refused and leaves the queue', async () => {
  const queue = createShopQueue({ atOnce: 1, ofOneShop: 1, maxWaitMs: 20 });
  const end = Promise.withResolvers<void>();
  const first = queue.run('a', () => end.promise);
  await expect(queue.run('a', () => Promise.resolve())).rejects.toThrow('the other work of this shop took too long');
  expect(queue.waiting()).toBe(0);
  end.resolve();
  await first;
  await expect(queue.run('a', () => Promise.resolve('next'))).resolves.toBe('next');
});
