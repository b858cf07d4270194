import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { demoAccounts } from '../../../../scripts/demo/demo-accounts.ts';
import { aShop, anAccount } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { takeSlot, type Slot } from './courier-slots.ts';
import { loadAccount, type AccountRow } from './load-account.ts';
import { AccountUnavailable } from './account-unavailable.ts';

let server: TestServer;
let other: Context;
let account: AccountRow;

beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
  other = server.secondContext();
});
afterAll(() => server.close());
beforeEach(async () => {
  const { shopId } = await aShop(server.context);
  const { accountId } = await anAccount(server.context, shopId, 'LEOPARD', demoAccounts.LEOPARD.values, {
    parallelCalls: 2,
  });
  const row = await withShop(server.context.db, shopId, (trx) => loadAccount(trx, shopId, accountId));
  if (!row) throw new Error('the account is not there');
  account = row;
});

const take = (context: Context, waitMs = 5_000): Promise<Slot> => takeSlot(context, account, { waitMs });

const workInDatabase = (context: Context) =>
  withShop(context.db, account.shop_id, (trx) => trx.selectFrom('shop').select('id').execute());

test('two processes together never have more calls at once than the account allows', async () => {
  let inHand = 0;
  let peak = 0;
  let done = 0;
  const call = async (context: Context): Promise<void> => {
    const slot = await take(context, 15_000);
    inHand += 1;
    peak = Math.max(peak, inHand);
    await workInDatabase(context);
    inHand -= 1;
    done += 1;
    await slot.release();
  };
  await Promise.all(Array.from({ length: 40 }, (_, n) => call(n % 2 === 0 ? server.context : other)));
  expect(done).toBe(40);
  expect(peak).toBe(2);
});

test('who came first is served first', async () => {
  const held = [await take(server.context), await take(server.context)];
  const order: number[] = [];
  const waiting = [1, 2, 3].map(async (number) => {
    const slot = await take(server.context);
    order.push(number);
    await slot.release();
  });
  await Promise.all(held.map((slot) => slot.release()));
  await Promise.all(waiting);
  expect(order).toEqual([1, 2, 3]);
});

test('a process that is always busy lets another one have its turn', async () => {
  const busyness = { ends: false };
  const busy = [1, 2, 3, 4].map(async () => {
    while (!busyness.ends) {
      const slot = await take(server.context);
      await workInDatabase(server.context);
      await slot.release();
    }
  });
  try {
    await expect(take(other, 15_000).then((slot) => slot.release())).resolves.toBeUndefined();
  } finally {
    busyness.ends = true;
    await Promise.all(busy);
  }
});

test('a call that waits too long fails because the account is busy, and leaves nothing behind', async () => {
  const held = [await take(server.context), await take(other)];
  const refusal = await take(server.context, 30).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(AccountUnavailable);
  expect(refusal).toMatchObject({ kind: 'unavailable', reason: 'busy' });
  await Promise.all(held.map((slot) => slot.release()));
  const again = [await take(server.context), await take(other)];
  await Promise.all(again.map((slot) => slot.release()));
});

test('who gives up by signal gets no slot', async () => {
  const refusal = takeSlot(server.context, account, { waitMs: 5_000, signal: AbortSignal.abort() });
  await expect(refusal).rejects.toBeInstanceOf(AccountUnavailable);
});

test('the slots of a killed process are free again when their leases have ended', async () => {
  await withShop(server.context.db, account.shop_id, (trx) =>
    trx
      .insertInto('courier_call')
      .values(
        [1, 2].map((call) => ({
          shop_id: account.shop_id,
          account_id: account.id,
          id: `killed-${call}`,
          running: true,
          lease_until: call === 1 ? new Date(Date.now() - 1_000) : new Date(Date.now() + 60_000),
        })),
      )
      .execute(),
  );
  const slot = await take(server.context, 1_000);
  await expect(take(other, 100)).rejects.toBeInstanceOf(AccountUnavailable);
  await slot.release();
});

test('a slot released twice does not free the slot of another call', async () => {
  account = { ...account, parallel_calls: 1 };
  const first = await take(server.context);
  await first.release();
  const second = await take(other);
  await first.release();
  await expect(take(server.context, 60)).rejects.toBeInstanceOf(AccountUnavailable);
  await second.release();
});
