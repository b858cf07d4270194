import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CourierError } from '../../adapters/couriers/courier-error.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { demoAccounts } from '../../../../scripts/demo/demo-accounts.ts';
import { aShop, anAccount, aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { callCourier } from './call-courier.ts';
import { takeSlot } from './courier-slots.ts';
import { loadAccount, type AccountRow } from './load-account.ts';
import { AccountUnavailable } from './account-unavailable.ts';

let server: TestServer;
let shopId: string;
let accountId: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.sandbox.control('faults', { clear: true });
  ({ shopId } = await aShop(server.context));
  ({ accountId } = await anAccount(server.context, shopId, 'POSTEX', demoAccounts.POSTEX.values, { parallelCalls: 1 }));
});

async function account(): Promise<AccountRow> {
  const row = await withShop(server.context.db, shopId, (trx) => loadAccount(trx, shopId, accountId));
  if (!row) throw new Error('the account is not there');
  return row;
}

const askCities = async () =>
  callCourier(server.context, await account(), 'cities', (courier, access, call) => courier.cities(access, call));

async function failure(): Promise<CourierError> {
  const error = await askCities().catch((thrown: unknown) => thrown);
  if (!(error instanceof CourierError)) throw new Error('the call did not fail');
  return error;
}

const postexIs = (kind: string) => server.sandbox.control('faults', { rules: [{ target: 'postex', kind, rate: 1 }] });
const postexIsWell = () => server.sandbox.control('faults', { clear: true });

/** Success is recorded beside the answer, not before it. */
async function isKnownToWork(): Promise<void> {
  await expect.poll(async () => (await account()).last_success_at).toEqual(server.clock.now);
}

test('a call answers, and the account is known to work', async () => {
  expect((await askCities()).length).toBeGreaterThan(50);
  await isKnownToWork();
  expect(await account()).toMatchObject({ failures: 0, last_error: '', paused_until: null });
});

test('a courier that asks for fewer calls is left alone at once, and asked again later', async () => {
  await postexIs('throttle');
  expect((await failure()).kind).toBe('unavailable');
  const paused = await account();
  expect(paused.paused_until?.getTime()).toBeGreaterThanOrEqual(server.clock.now.getTime() + 5_000);

  await postexIsWell();
  const refusal = await failure();
  expect(refusal).toBeInstanceOf(AccountUnavailable);
  expect(refusal.message).toMatch(/^PostEx is not responding, so we make no calls to it for \d+ seconds\.$/);

  server.clock.advance(301_000);
  await askCities();
  await expect.poll(async () => (await account()).paused_until).toBeNull();
});

test('a courier that fails again and again is asked less and less, until it answers', async () => {
  await postexIs('error500');
  const pauses: number[] = [];
  for (let round = 0; round < 11; round += 1) {
    await failure();
    const until = (await account()).paused_until;
    pauses.push(until ? Math.round((until.getTime() - server.clock.now.getTime()) / 1000) : 0);
    server.clock.advance((pauses.at(-1) ?? 0) * 1000 + 1);
  }
  expect(pauses).toEqual([0, 0, 5, 10, 20, 40, 80, 160, 300, 300, 300]);
  await postexIsWell();
  await askCities();
  await expect.poll(account).toMatchObject({ failures: 0, paused_until: null, last_error: '' });
});

test('a courier is named as not responding after three failures, until it answers, for an hour at most', async () => {
  const { token } = await aUser(server.context, shopId, { role: 'USER', scopes: ['READ_ORDERS'] });
  const named = async (): Promise<unknown> =>
    (await server.call('GET', 'courier-health', { token })).body.not_responding;
  await postexIs('error500');
  await failure();
  await failure();
  expect(await named()).toEqual([]);
  await failure();
  expect(await named()).toEqual(['POSTEX']);
  const { token: stranger } = await aUser(server.context, (await aShop(server.context)).shopId);
  expect((await server.call('GET', 'courier-health', { token: stranger })).body).toEqual({
    not_responding: [],
    refused: [],
  });

  server.clock.advance(60 * 60_000);
  expect(await named()).toEqual([]);
  await failure();
  expect(await named()).toEqual(['POSTEX']);
  await postexIsWell();
  server.clock.advance(301_000);
  await askCities();
  await expect.poll(named).toEqual([]);
});

test('calls that fail together pause the account once', async () => {
  await postexIs('error500');
  await failure();
  await failure();
  const row = { ...(await account()), parallel_calls: 4 };
  await Promise.allSettled(
    [1, 2, 3, 4].map(() =>
      callCourier(server.context, row, 'cities', (courier, access, call) => courier.cities(access, call)),
    ),
  );
  const { failures, paused_until } = await account();
  expect(failures).toBe(3);
  expect(paused_until?.getTime()).toBe(server.clock.now.getTime() + 5_000);
});

test('refused credentials are recorded in the words of the courier and pause nothing', async () => {
  ({ accountId } = await anAccount(server.context, shopId, 'POSTEX', { token: 'wrong', address_code: '001' }));
  for (let round = 0; round < 4; round += 1) expect((await failure()).kind).toBe('unauthorised');
  const row = await account();
  expect(row.credentials_error).toBe('TOKEN IS INVALID');
  expect(row.credentials_refused_at).toEqual(server.clock.now);
  expect(row.last_error).toBe('');
  expect(row.paused_until).toBeNull();
});

test('a courier that gives no labels is not paused, and can be booked with', async () => {
  const askLabel = async () =>
    callCourier(server.context, await account(), 'label', (courier, access, call) =>
      courier.label(access, { trackingNumber: '26704560000656' }, call),
    );
  const labelsAre = (kind: string) =>
    server.sandbox.control('faults', { rules: [{ target: 'postex', operation: 'label', kind, rate: 1 }] });
  await labelsAre('error500');
  for (let round = 0; round < 4; round += 1) await expect(askLabel()).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await account()).toMatchObject({ failures: 0, last_error: '', paused_until: null });
  expect((await askCities()).length).toBeGreaterThan(50);

  await postexIsWell();
  await labelsAre('throttle');
  await expect(askLabel()).rejects.toMatchObject({ kind: 'unavailable' });
  expect((await account()).paused_until?.getTime()).toBeGreaterThan(server.clock.now.getTime());
});

test('calls that we cancel after a time of ours take no longer, and are no failures of the courier', async () => {
  await server.sandbox.control('faults', { rules: [{ target: 'postex', kind: 'delay', rate: 1, delayMs: 10_000 }] });
  const startedAt = performance.now();
  const row = await account();
  for (const limit of [{ timeoutMs: 100 }, { timeoutMs: 100 }, { signal: AbortSignal.timeout(100) }]) {
    const asked = callCourier(
      server.context,
      row,
      'cancelled by us',
      (courier, access, call) => courier.cities(access, call),
      limit,
    );
    await expect(asked).rejects.toMatchObject({ kind: 'unavailable' });
  }
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(await account()).toMatchObject({ failures: 0, last_error: '', paused_until: null });
  const counted = (await server.context.metrics.courierCalls.get()).values
    .filter(({ metricName, labels }) => metricName?.endsWith('_count') && labels.operation === 'cancelled by us')
    .map(({ labels, value }) => [labels.outcome, value]);
  // The last one was cancelled before it had a slot.
  expect(counted).toEqual([['stopped', 2]]);
});

test('a slot that was taken before is given back after the call, and when the account is paused', async () => {
  const row = await account();
  const take = () => takeSlot(server.context, row, { waitMs: 2_000 });
  const call = async (state: AccountRow) =>
    callCourier(server.context, state, 'cities', (courier, access, asked) => courier.cities(access, asked), {
      slot: await take(),
    });
  await call(row);
  await expect(call({ ...row, paused_until: new Date(server.clock.now.getTime() + 60_000) })).rejects.toBeInstanceOf(
    AccountUnavailable,
  );
  await (await take()).release();
});

test('a bug in our own code is not taken for a failure of the courier', async () => {
  const bug = callCourier(server.context, await account(), 'cities', () => Promise.reject(new TypeError('ours')));
  await expect(bug).rejects.toBeInstanceOf(TypeError);
  expect(await account()).toMatchObject({ failures: 0, last_error: '' });
});
