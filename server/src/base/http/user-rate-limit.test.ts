import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../db/ids.ts';
import { withShop } from '../db/tenancy.ts';
import { newToken } from '../secrets/tokens.ts';
import { aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ sandbox: false, rateLimits: true });
});
afterAll(() => server.close());

// All calls fall into one second, however long they take: the date and the timer are ours.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] }));
afterEach(() => vi.useRealTimers());

const calls = 270;
const statuses = (tokens: readonly string[]): Promise<number[]> =>
  Promise.all(
    Array.from({ length: calls }, async (_, n) => {
      const token = tokens[n % tokens.length] ?? '';
      return (await server.call('GET', 'check-subscription', { token })).status;
    }),
  );

test('a user has one limit, however many browsers are signed in', async () => {
  const { shopId } = await aShop(server.context);
  const { userId, token: first } = await aUser(server.context, shopId);
  const others = [newToken(shopId), newToken(shopId)];
  await withShop(server.context.db, shopId, async (trx) => {
    const session = await trx.selectFrom('session').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();
    await trx
      .insertInto('session')
      .values(others.map(({ hash }) => ({ ...session, id: newId(), token_hash: hash })))
      .execute();
  });
  const tokens = [first, ...others.map(({ token }) => token)];
  for (const token of tokens) expect((await server.call('GET', 'check-subscription', { token })).status).toBe(200);
  expect(new Set(await statuses(tokens))).toEqual(new Set([200, 429]));
});

test('invented tokens have the limit of their address together', async () => {
  const { shopId } = await aShop(server.context);
  const invented = Array.from({ length: calls }, () => newToken(shopId).token);
  expect(new Set(await statuses(invented))).toEqual(new Set([401, 429]));
});
