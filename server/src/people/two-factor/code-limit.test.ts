import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { quickHash } from '../../testing/quick-hash.ts';
import { aShop } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { addPasskey, newDevice, signInWith } from './passkeys.testing.ts';
import { aUserWithTwoFactor, codeAt, password, pendingToken, verify } from './two-factor.testing.ts';

// A password takes long to check, on purpose.
vi.setConfig({ testTimeout: 60_000 });

let server: TestServer;
let passwordHash: string;
beforeAll(async () => {
  server = await startTestServer({ sandbox: false, rateLimits: true, env: { TRUST_PROXY: '1' } });
  passwordHash = await quickHash(password);
});
afterAll(() => server?.close());
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

async function person() {
  const { shopId } = await aShop(server.context);
  return aUserWithTwoFactor(server, shopId, { passwordHash });
}

test('five wrong codes of one person are checked, and the sixth waits, from whatever networks and at once', async () => {
  const { email, secret } = await person();
  const pending = await pendingToken(server, email);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => verify(server, pending, '000000', `10.1.0.${n}`)),
  );
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  const refused = await verify(server, pending, codeAt(server, secret), '10.1.1.1');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  vi.advanceTimersByTime(901_000);
  expect((await verify(server, pending, codeAt(server, secret), '10.1.1.1')).status).toBe(200);
});

test('one person takes at most 50 wrong codes in a day', async () => {
  const { email } = await person();
  const pending = await pendingToken(server, email);
  let checked = 0;
  for (let quarter = 0; quarter < 12; quarter += 1) {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => verify(server, pending, '000000', `10.2.${quarter}.${n}`)),
    );
    checked += answers.filter(({ status }) => status === 400).length;
    vi.advanceTimersByTime(901_000);
  }
  expect(checked).toBe(50);
});

test('who guesses codes from elsewhere locks out neither the known network, nor recovery codes, nor a session', async () => {
  const { email, secret, token, recoveryCodes } = await person();
  const signIn = async (code: string, from: string) => verify(server, await pendingToken(server, email), code, from);
  expect((await signIn(codeAt(server, secret), '10.7.0.1')).status).toBe(200);
  server.clock.advance(30_000);

  const guessed = await pendingToken(server, email);
  for (let n = 0; n < 6; n += 1) await verify(server, guessed, '000000', `10.8.0.${n}`);
  expect((await verify(server, guessed, codeAt(server, secret), '10.8.1.1')).status).toBe(429);

  expect((await signIn(codeAt(server, secret), '10.7.0.1')).status, 'from the known network').toBe(200);
  expect((await signIn(recoveryCodes[0] ?? '', '10.9.0.1')).status, 'with a recovery code').toBe(200);
  server.clock.advance(30_000);
  const off = { password, code: codeAt(server, secret) };
  expect((await server.call('POST', 'two-factor/turn-off', { token, body: off })).status).toBe(200);
});

test('a session takes at most five wrong codes, and an empty password counts as none', async () => {
  const { secret, token } = await person();
  const turnOff = (body: object) => server.call('POST', 'two-factor/turn-off', { token, body });
  for (let n = 0; n < 8; n += 1) expect((await turnOff({ password: '', code: '000000' })).status).toBe(400);
  for (let n = 0; n < 5; n += 1) expect((await turnOff({ password, code: '000000' })).status).toBe(400);
  expect((await turnOff({ password, code: codeAt(server, secret) })).status).toBe(429);
});

test('right codes do not count', async () => {
  const { email, secret } = await person();
  for (let n = 0; n < 8; n += 1) {
    const answer = await verify(server, await pendingToken(server, email), codeAt(server, secret), '10.3.0.1');
    expect(answer.status).toBe(200);
    server.clock.advance(30_000);
  }
});

test('50 wrong codes of one network are checked in five minutes, for all users together', async () => {
  const people = await Promise.all(Array.from({ length: 11 }, person));
  const tokens = await Promise.all(people.map(({ email }) => pendingToken(server, email)));
  const answers = [];
  for (const token of tokens)
    answers.push(...(await Promise.all(Array.from({ length: 5 }, () => verify(server, token, '000000', '10.4.0.1')))));
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(50);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);

  const [last] = people.slice(-1);
  const right = codeAt(server, last?.secret ?? '');
  const refused = await verify(server, tokens.at(-1) ?? '', right, '10.4.0.1');
  expect(refused.body.errors[0].code).toBe('too-many-requests');
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(300);
  expect((await verify(server, tokens.at(-1) ?? '', right, '10.4.1.1')).status, 'another network').toBe(200);

  vi.advanceTimersByTime(301_000);
  const pending = await pendingToken(server, last?.email ?? '');
  expect((await verify(server, pending, '000000', '10.4.0.1')).status, 'the network may try again').toBe(400);
});

test('a network that fails with passkeys waits as it does with passwords, and right ones do not count', async () => {
  const { token, secret } = await person();
  const device = newDevice(server);
  await addPasskey(server, token, device, { proof: { password, code: codeAt(server, secret) } });
  const from = '10.5.0.1';
  for (let n = 0; n < 5; n += 1) expect((await signInWith(server, device, {}, from)).status).toBe(200);
  const statuses: number[] = [];
  for (let n = 0; n < 52; n += 1) {
    // The limit of requests a second is another one.
    vi.advanceTimersByTime(1_000);
    statuses.push((await signInWith(server, device, { userVerified: false }, from)).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 50 }, () => 400), 429, 429]);
  expect((await signInWith(server, device, {}, '10.5.1.1')).status).toBe(200);
});

test('one network gets a hundred challenges in a minute', async () => {
  const headers = { 'x-forwarded-for': '10.6.0.1' };
  const { email } = await person();
  const twoFactorToken = await pendingToken(server, email);
  const ask = (path: string, body?: unknown) => server.call('POST', path, { headers, body });
  const answers = await Promise.all([
    ...Array.from({ length: 60 }, () => ask('passkeys/sign-in-options')),
    ...Array.from({ length: 60 }, () => ask('passkeys/second-factor-options', { twoFactorToken })),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
});
