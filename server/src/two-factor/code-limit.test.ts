import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { hashPassword } from '../secrets/passwords.ts';
import { aShop } from '../testing/factories.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { aUserWithTwoFactor, codeAt, password, pendingToken, verify } from './two-factor.testing.ts';

// A password takes long to check, on purpose.
vi.setConfig({ testTimeout: 60_000 });

let server: TestServer;
let passwordHash: string;
beforeAll(async () => {
  server = await startTestServer({ sandbox: false, rateLimits: true, env: { TRUST_PROXY: '1' } });
  passwordHash = await hashPassword(password);
});
afterAll(() => server?.close());
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

const person = async () => {
  const { shopId } = await aShop(server.context);
  return aUserWithTwoFactor(server, shopId, { passwordHash });
};

test('five wrong codes of one person are checked, and the sixth waits, from whatever networks and at once', async () => {
  const { email, secret, token } = await person();
  const pending = await pendingToken(server, email);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => verify(server, pending, '000000', `10.1.0.${n}`)),
  );
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  const refused = await verify(server, pending, codeAt(server, secret), '10.1.1.1');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const off = { password, code: codeAt(server, secret) };
  expect((await server.call('POST', 'two-factor/turn-off', { token, body: off })).status).toBe(429);
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

test('right codes do not count', async () => {
  const { email, secret } = await person();
  for (let n = 0; n < 8; n += 1) {
    const answer = await verify(server, await pendingToken(server, email), codeAt(server, secret), '10.3.0.1');
    expect(answer.status).toBe(200);
    server.clock.advance(30_000);
  }
});
