import { afterAll, beforeAll, expect, test } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { quickHash } from '../../testing/quick-hash.ts';
import { aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';
import { createSecondFactorToken } from './create-session.ts';

const password = 'quiet river lantern';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const desk =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

let server: TestServer;
let passwordHash: string;
beforeAll(async () => {
  server = await startTestServer({ sandbox: false, env: { TRUST_PROXY: '1' } });
  passwordHash = await quickHash(password);
});
afterAll(() => server.close());

async function aPerson() {
  const { shopId } = await aShop(server.context);
  const user = await aUser(server.context, shopId, { role: 'USER', scopes: [], passwordHash });
  await withShop(server.context.db, shopId, (trx) =>
    trx.deleteFrom('session').where('user_id', '=', user.userId).execute(),
  );
  return { shopId, ...user };
}

async function signIn(email: string, userAgent: string, from: string): Promise<string> {
  const headers = { 'user-agent': userAgent, 'x-forwarded-for': from };
  const { body } = await server.call('POST', 'login-user', { body: { email, password }, headers });
  return body.auth_token;
}

const sessions = (token: string): Promise<Answer> => server.call('GET', 'sessions', { token });
const end = (token: string, id: string): Promise<Answer> => server.call('DELETE', `sessions/${id}`, { token });
const meOf = async (token: string): Promise<number> => (await server.call('GET', 'me', { token })).status;

test('a person sees where they are signed in: device, address, since when, last seen, and which is this one', async () => {
  const { email } = await aPerson();
  const onDesk = await signIn(email, desk, '203.0.113.7');
  const signedInAt = server.clock.now.toISOString();
  server.clock.advance(2 * 3_600_000);
  const onPhone = await signIn(email, phone, '2001:db8::7');
  await signIn(email, 'curl/8.5.0', '198.51.100.1');
  await signIn(email, '', '198.51.100.2');
  server.clock.advance(60_000);
  const { body } = await sessions(onDesk);
  expect(body.data[0]).toMatchObject({
    device: 'Chrome on Windows',
    address: '203.0.113.7',
    signed_in_at: signedInAt,
    last_seen_at: server.clock.now.toISOString(),
    is_current: true,
  });
  expect(body.data.map(({ device, address }: Record<string, string>) => [device, address])).toEqual([
    ['Chrome on Windows', '203.0.113.7'],
    ['Unknown device', '198.51.100.2'],
    ['curl/8.5.0', '198.51.100.1'],
    ['Safari on iOS', '2001:db8::7'],
  ]);
  expect(body.data.filter((one: { is_current: boolean }) => one.is_current)).toHaveLength(1);
  expect((await sessions(onPhone)).body.data.find((one: { is_current: boolean }) => one.is_current).device).toBe(
    'Safari on iOS',
  );
});

test('a person signs out on one device, and the others stay signed in', async () => {
  const { shopId, email } = await aPerson();
  const [here, lost, third] = [
    await signIn(email, desk, '203.0.113.7'),
    await signIn(email, phone, '203.0.113.8'),
    await signIn(email, phone, '203.0.113.9'),
  ];
  const { data } = (await sessions(here)).body;
  const { id } = data.find((one: { address: string }) => one.address === '203.0.113.8');
  expect((await end(here, id)).status).toBe(200);
  expect([await meOf(here), await meOf(lost), await meOf(third)]).toEqual([200, 401, 200]);
  expect((await end(here, id)).status).toBe(404);
  expect((await sessions(here)).body.data).toHaveLength(2);
  const events = await withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('audit_event').select('detail').where('action', '=', 'session.ended').execute(),
  );
  expect(events).toEqual([{ detail: { device: 'one' } }]);
});

test('a person signs out everywhere else, and a sign-in that waits for its code ends too', async () => {
  const { shopId, userId, email } = await aPerson();
  const here = await signIn(email, desk, '203.0.113.7');
  const others = [await signIn(email, phone, '203.0.113.8'), await signIn(email, '', '203.0.113.9')];
  const waiting = await withShop(server.context.db, shopId, (trx) =>
    createSecondFactorToken(trx, { shopId, userId, now: server.clock.now, ip: '', userAgent: '' }),
  );
  expect((await server.call('DELETE', 'sessions', { token: here })).body.message).toBe('Signed out everywhere else');
  expect([await meOf(here), ...(await Promise.all(others.map(meOf)))]).toEqual([200, 401, 401]);
  const late = await server.call('POST', 'verify-authenticator-code', {
    body: { twoFactorToken: waiting, code: '123456' },
  });
  expect(late.body.errors[0].code).toBe('token-expired');
});

test("nobody sees or ends another person's sessions, in their shop or in another", async () => {
  const one = await aPerson();
  const token = await signIn(one.email, desk, '203.0.113.7');
  const colleague = await aUser(server.context, one.shopId, { role: 'USER', passwordHash });
  const owner = await aUser(server.context, one.shopId);
  const stranger = await aPerson();
  const strangerToken = await signIn(stranger.email, desk, '203.0.113.7');
  const idOf = async (bearer: string): Promise<string> => (await sessions(bearer)).body.data[0].id;
  for (const other of [colleague.token, owner.token, strangerToken]) {
    expect((await sessions(other)).body.data).toHaveLength(1);
    expect((await end(other, await idOf(token))).status).toBe(404);
    expect((await end(token, await idOf(other))).status).toBe(404);
    expect((await server.call('DELETE', 'sessions', { token: other })).status).toBe(200);
  }
  expect([await meOf(token), await meOf(colleague.token), await meOf(strangerToken)]).toEqual([200, 200, 200]);
});

test('sessions that have expired, or were not used for 14 days, are not listed', async () => {
  const { shopId, userId, email } = await aPerson();
  const here = await signIn(email, desk, '203.0.113.7');
  await signIn(email, phone, '203.0.113.8');
  await signIn(email, phone, '203.0.113.9');
  const daysAgo = (days: number): Date => new Date(server.clock.now.getTime() - days * 86_400_000);
  await withShop(server.context.db, shopId, async (trx) => {
    const of = trx.updateTable('session').where('user_id', '=', userId);
    await of
      .set({ expires_at: daysAgo(1) })
      .where('ip', '=', '203.0.113.8')
      .execute();
    await of
      .set({ last_used_at: daysAgo(15) })
      .where('ip', '=', '203.0.113.9')
      .execute();
  });
  expect((await sessions(here)).body.data).toHaveLength(1);
});
