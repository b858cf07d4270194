import { Scope } from '@courierdesk/contract/scopes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { quickHash } from '../../testing/quick-hash.ts';
import { browserCookieName, newBrowserSecret } from './browser-secret.ts';
import { aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createExchangeToken } from './create-session.ts';
import { deleteExpired } from './delete-expired.ts';

let server: TestServer;
let passwordHash: string;

beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
  passwordHash = await quickHash('right-password');
});
afterAll(() => server.close());

const login = (email: string, password: string) => server.call('POST', 'login-user', { body: { email, password } });

const browserSecret = newBrowserSecret();
const exchange = (token: string, secret = browserSecret) =>
  server.call('POST', 'session-exchange', {
    body: { token },
    headers: { cookie: `${browserCookieName(server.context.config)}=${secret}` },
  });

async function exchangeTokenOf(shopId: string, userId: string, target = ''): Promise<string> {
  const now = server.context.clock();
  return withShop(server.context.db, shopId, (trx) =>
    createExchangeToken(trx, { shopId, userId, target, browserSecret, ip: '', userAgent: '', now }),
  );
}

test('a person signs in with e-mail and password, in any case, and sees who they are', async () => {
  const { shopId, domain } = await aShop(server.context, { name: 'Lahore Lawn' });
  await aUser(server.context, shopId, { email: 'Owner@Lawn.test', passwordHash, tag: 'OWN' });
  const signedIn = await login('owner@lawn.test', 'right-password');
  expect(signedIn.status).toBe(200);
  expect(signedIn.body.two_factor_await).toBe(false);
  const me = await server.call('GET', 'me', { token: signedIn.body.auth_token });
  expect(me.body.data).toMatchObject({
    email: 'Owner@Lawn.test',
    role: 'ADMIN',
    tag: 'OWN',
    is_active: true,
    two_factor_enabled: false,
    shop: { name: 'Lahore Lawn', domain, iana_time_zone: 'Asia/Karachi', currency: 'PKR' },
  });
});

test('an owner has every scope', async () => {
  const { shopId } = await aShop(server.context);
  const { token } = await aUser(server.context, shopId);
  expect((await server.call('GET', 'me', { token })).body.data.access_scopes).toEqual(Scope.options);
});

test('a wrong password and an unknown e-mail are answered alike, and are not a lost session', async () => {
  const { shopId } = await aShop(server.context);
  const { email } = await aUser(server.context, shopId, { passwordHash });
  for (const answer of [await login(email, 'wrong'), await login('nobody@example.test', 'right-password')]) {
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([{ code: 'login-failed', msg: 'Email or password is wrong.' }]);
  }
});

test('a user without a password cannot be signed in with one', async () => {
  const { shopId } = await aShop(server.context);
  const { email } = await aUser(server.context, shopId);
  expect((await login(email, '')).body.errors[0].msg).toBe('Password is required');
  expect((await login(email, 'anything')).body.errors[0].code).toBe('login-failed');
});

test('a restricted and an unverified user learn why they cannot sign in, after the right password only', async () => {
  const { shopId } = await aShop(server.context);
  const restricted = await aUser(server.context, shopId, { passwordHash, active: false });
  const unverified = await aUser(server.context, shopId, { passwordHash, verified: false });
  const refusal = await login(restricted.email, 'right-password');
  expect(refusal.status).toBe(403);
  expect(refusal.body.errors[0]).toMatchObject({
    code: 'user-restricted',
    msg: 'Your account is restricted. Ask the shop owner.',
  });
  expect((await login(unverified.email, 'right-password')).body.errors[0].code).toBe('email-unverified');
  expect((await login(restricted.email, 'wrong')).body.errors[0].code).toBe('login-failed');
});

test('a user whom the end of a plan switched off learns it when they sign in', async () => {
  const { shopId } = await aShop(server.context);
  const { email, userId } = await aUser(server.context, shopId, { passwordHash, active: false });
  await withShop(server.context.db, shopId, (trx) =>
    trx.updateTable('app_user').set({ off_by_plan: true }).where('id', '=', userId).execute(),
  );
  expect((await login(email, 'right-password')).body.errors[0]).toEqual({
    code: 'user-restricted',
    msg: 'Your account became inactive when the shop’s paid plan ended. Ask the shop owner to activate it.',
  });
});

test('a session ends at log-out, and at once for both its tabs', async () => {
  const { shopId } = await aShop(server.context);
  const { token } = await aUser(server.context, shopId);
  expect((await server.call('POST', 'logout', { token })).status).toBe(200);
  const after = await server.call('GET', 'me', { token });
  expect(after.status).toBe(401);
  expect(after.body.errors[0]).toMatchObject({ code: 'unauthorised', msg: 'Unauthorized' });
});

test('a session ends after 14 days without use; each use prolongs it', async () => {
  const { shopId } = await aShop(server.context);
  const { userId, token } = await aUser(server.context, shopId);
  const unusedFor = (days: number) =>
    withShop(server.context.db, shopId, (trx) =>
      trx
        .updateTable('session')
        .set({ last_used_at: new Date(Date.now() - days * 86_400_000) })
        .where('user_id', '=', userId)
        .execute(),
    );
  const me = async (): Promise<number> => (await server.call('GET', 'me', { token })).status;
  await unusedFor(13.9);
  expect(await me()).toBe(200);
  const { last_used_at: usedAt } = await withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('session').select('last_used_at').where('user_id', '=', userId).executeTakeFirstOrThrow(),
  );
  expect(usedAt).toEqual(server.clock.now);
  await unusedFor(14.1);
  expect(await me()).toBe(401);
  await deleteExpired({ ...server.context, clock: () => new Date() });
  const left = await withShop(server.context.db, shopId, (trx) => trx.selectFrom('session').select('id').execute());
  expect(left).toEqual([]);
});

test('the token of a store sign-in works once, even when it is used twice at the same moment', async () => {
  const { shopId } = await aShop(server.context);
  const { userId } = await aUser(server.context, shopId);
  const token = await exchangeTokenOf(shopId, userId, '/dashboard/order/book?id=1');
  const answers = await Promise.all([exchange(token), exchange(token), exchange(token)]);
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 400, 400]);
  const good = answers.find((answer) => answer.status === 200);
  expect(good?.body.target).toBe('/dashboard/order/book?id=1');
  expect((await server.call('GET', 'me', { token: good?.body.auth_token })).status).toBe(200);
  const bad = answers.find((answer) => answer.status === 400);
  expect(bad?.body.errors[0].code).toBe('token-expired');
});

test('the token of a store sign-in is dead after a minute, and is no session itself', async () => {
  const { shopId } = await aShop(server.context);
  const { userId } = await aUser(server.context, shopId);
  const token = await exchangeTokenOf(shopId, userId);
  expect((await server.call('GET', 'me', { token })).status).toBe(401);
  server.clock.advance(61_000);
  expect((await exchange(token)).body.errors[0].code).toBe('token-expired');
});

test('the token of a store sign-in works only in the browser that began the sign-in', async () => {
  const { shopId } = await aShop(server.context);
  const { userId } = await aUser(server.context, shopId);
  const token = await exchangeTokenOf(shopId, userId);
  const inAnotherBrowser = await exchange(token, newBrowserSecret());
  const withoutCookie = await server.call('POST', 'session-exchange', { body: { token } });
  for (const { status, body } of [inAnotherBrowser, withoutCookie])
    expect({ status, code: body.errors[0].code }).toEqual({ status: 400, code: 'token-expired' });
  expect((await exchange(token)).status).toBe(200);
});

test('a live session cannot be exchanged for another', async () => {
  const { shopId } = await aShop(server.context);
  const { token } = await aUser(server.context, shopId);
  expect((await exchange(token)).body.errors[0].code).toBe('token-expired');
  expect((await exchange('nonsense')).body.errors[0].code).toBe('token-expired');
});

test('a restricted user cannot use a store sign-in either', async () => {
  const { shopId } = await aShop(server.context);
  const { userId } = await aUser(server.context, shopId, { active: false });
  const answer = await exchange(await exchangeTokenOf(shopId, userId));
  expect(answer.body.errors[0].code).toBe('user-restricted');
});

test('every sign-in and log-out is in the audit record', async () => {
  const { shopId } = await aShop(server.context);
  const { email, userId } = await aUser(server.context, shopId, { passwordHash });
  const { body } = await login(email, 'right-password');
  await server.call('POST', 'logout', { token: body.auth_token });
  const events = await withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('audit_event').select(['action', 'actor_id', 'ip']).orderBy('at').orderBy('action').execute(),
  );
  expect(events.map((event) => event.action)).toEqual(['session.signed-in', 'session.signed-out']);
  expect(events.every((event) => event.actor_id === userId && event.ip === '127.0.0.1')).toBe(true);
});

test('without a session, who am I and log-out are refused', async () => {
  for (const answer of [await server.call('GET', 'me'), await server.call('POST', 'logout')]) {
    expect(answer.status).toBe(401);
  }
});

test('sessions that ended a week ago, used webhooks and old idempotency keys are cleared away, living ones stay', async () => {
  const { shopId } = await aShop(server.context);
  const { userId, token } = await aUser(server.context, shopId);
  await exchangeTokenOf(shopId, userId);
  const now = server.context.clock().getTime();
  const daysAgo = (days: number) => new Date(now - days * 86_400_000);
  const webhook = { shop_id: shopId, topic: 'orders/updated', payload: '{}' };
  await withShop(server.context.db, shopId, async (trx) => {
    await trx
      .insertInto('webhook_inbox')
      .values([
        { ...webhook, id: 'a', webhook_id: 'a', received_at: daysAgo(15), processed_at: daysAgo(15) },
        { ...webhook, id: 'b', webhook_id: 'b', received_at: daysAgo(15) },
        { ...webhook, id: 'c', webhook_id: 'c', received_at: daysAgo(13), processed_at: daysAgo(13) },
      ])
      .execute();
  });
  const ended = await aUser(server.context, shopId);
  const endedLongAgo = await aUser(server.context, shopId);
  await withShop(server.context.db, shopId, async (trx) => {
    const expire = (user: string, days: number) =>
      trx
        .updateTable('session')
        .set({ expires_at: daysAgo(days) })
        .where('user_id', '=', user)
        .execute();
    await expire(ended.userId, 6);
    await expire(endedLongAgo.userId, 8);
  });
  server.clock.advance(120_000);
  await deleteExpired(server.context);
  const left = await withShop(server.context.db, shopId, async (trx) => ({
    webhooks: await trx.selectFrom('webhook_inbox').select('id').orderBy('id').execute(),
    sessions: await trx.selectFrom('session').select(['user_id', 'kind']).orderBy('id').execute(),
  }));
  expect(left.webhooks.map((row) => row.id)).toEqual(['b', 'c']);
  expect(left.sessions).toEqual([
    { user_id: userId, kind: 'session' },
    { user_id: ended.userId, kind: 'session' },
  ]);
  expect((await server.call('GET', 'me', { token })).status).toBe(200);
});
