import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { quickHash } from '../../testing/quick-hash.ts';
import { aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';

// A password takes long to check, on purpose.
vi.setConfig({ testTimeout: 60_000 });

let server: TestServer;
let passwordHash: string;
beforeAll(async () => {
  // One proxy is in front of the server: it says in X-Forwarded-For who asks.
  server = await startTestServer({ sandbox: false, rateLimits: true, env: { TRUST_PROXY: '1' } });
  passwordHash = await quickHash('right-password');
});
afterAll(() => server.close());
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

const login = (email: string, password: string, from: string): Promise<Answer> =>
  server.call('POST', 'login-user', { body: { email, password }, headers: { 'x-forwarded-for': from } });

async function anAccount(): Promise<string> {
  const { shopId } = await aShop(server.context);
  return (await aUser(server.context, shopId, { passwordHash })).email;
}

/** Wrong passwords for an account at the same moment, each from a network of its own; how many were looked at. */
async function guess(email: string, times: number, block: number): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: times }, (_, n) => login(email, 'guess', `10.${block}.0.${n + 1}`)),
  );
  for (const { status } of answers) expect([400, 429]).toContain(status);
  return answers.filter(({ status }) => status === 400).length;
}

test('one network cannot guess passwords for long, whatever the account', async () => {
  const answers: Answer[] = [];
  for (let n = 0; n < 52; n += 1) answers.push(await login(`who${n}@example.test`, 'guess', '203.0.113.1'));
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 50 }, () => 400), 429, 429]);
  const [refused] = answers.slice(-1);
  expect(refused?.body.errors[0].code).toBe('too-many-requests');
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('addresses of one IPv6 /64 count together', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 51; n += 1)
    statuses.push((await login(`six${n}@example.test`, 'guess', `2001:db8:0:7:${n}::1`)).status);
  expect(statuses.at(-1)).toBe(429);
  expect((await login('six@example.test', 'guess', '2001:db8:0:8::1')).status).toBe(400);
});

test('an office behind one address signs in as often as it likes', async () => {
  const email = await anAccount();
  for (let n = 0; n < 52; n += 4) {
    const answers = await Promise.all(Array.from({ length: 4 }, () => login(email, 'right-password', '203.0.113.2')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  }
});

test('a visitor cannot escape the limit with a made-up address', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 51; n += 1)
    statuses.push((await login(`made${n}@example.test`, 'guess', `198.51.100.${n}, 203.0.113.3`)).status);
  expect(statuses.at(-1)).toBe(429);
});

test('an account takes less than 100 guesses in an hour, from however many networks', async () => {
  const email = await anAccount();
  let judged = 0;
  for (let minute = 0; minute < 60; minute += 1) {
    judged += await guess(email, minute === 0 ? 12 : 2, 20 + minute);
    vi.advanceTimersByTime(60_000);
  }
  expect(judged).toBeGreaterThan(30);
  expect(judged).toBeLessThan(100);
});

test('an owner whose password others are guessing waits a minute at most', async () => {
  const email = await anAccount();
  await guess(email, 12, 90);
  const refused = await login(email, 'right-password', '203.0.113.4');
  expect(refused.status).toBe(429);
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeLessThanOrEqual(60);
  vi.advanceTimersByTime(wait * 1000);
  expect((await login(email, 'right-password', '203.0.113.4')).status).toBe(200);
});

test('an owner signs in at once from where they signed in before, while others guess their password', async () => {
  const email = await anAccount();
  expect((await login(email, 'right-password', '203.0.113.5')).status).toBe(200);
  await guess(email, 12, 91);
  expect((await login(email, 'right-password', '203.0.113.6')).status).toBe(429);
  expect((await login(email, 'right-password', '203.0.113.5')).status).toBe(200);
});
