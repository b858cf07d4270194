import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../app/app.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { aShop, aUser } from '../../testing/factories.ts';
import { deliverDueNow, mailsTo } from '../../testing/mails.ts';
import { quickHash } from '../../testing/quick-hash.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';
import { browserCookieName, newBrowserSecret } from '../sessions/browser-secret.ts';
import { createExchangeToken } from '../sessions/create-session.ts';
import { deleteExpired } from '../sessions/delete-expired.ts';
import { addPasskey, newDevice } from './passkeys.testing.ts';
import { resetTwoFactorByOperator } from './reset-user.ts';
import {
  aUserWithTwoFactor,
  codeAt,
  codeOf,
  password,
  pendingToken,
  signInRemembered,
  verify,
} from './two-factor.testing.ts';

const day = 86_400_000;
const newPassword = 'violet harbour nine lamps';
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

let server: TestServer;
let passwordHash: string;
let shopId: string;

beforeAll(async () => {
  server = await startTestServer();
  passwordHash = await quickHash(password);
  ({ shopId } = await aShop(server.context));
});
afterAll(() => server?.close());

const person = () => aUserWithTwoFactor(server, shopId, { role: 'USER', passwordHash });
/** The token of an owner. */
const owner = async () => (await aUser(server.context, shopId)).token;
type SomeUser = Awaited<ReturnType<typeof person>>;

const signInFrom = (cookie: string, email: string, given: object = {}): Promise<Answer> =>
  server.call('POST', 'login-user', { body: { email, password, ...given }, headers: { cookie } });
/** Whether sign-in asks for a code in the browser with this cookie. */
const isAsked = async (cookie: string, { email }: { email: string }, given?: object): Promise<boolean> =>
  (await signInFrom(cookie, email, given)).body.two_factor_await;
const listed = async (token: string, cookie = '') =>
  (await server.call('GET', 'remembered-devices', { token, headers: { cookie } })).body.data;
const rowsOf = ({ userId }: { userId: string }, shop = shopId) =>
  withShop(server.context.db, shop, (trx) =>
    trx
      .selectFrom('session')
      .selectAll()
      .where('user_id', '=', userId)
      .where('kind', '=', 'remembered-device')
      .orderBy('id')
      .execute(),
  );
const eventsOf = ({ userId }: { userId: string }) =>
  withShop(server.context.db, shopId, (trx) =>
    trx
      .selectFrom('audit_event')
      .select(['action', 'detail'])
      .where('subject_id', '=', userId)
      .where('action', '<>', 'session.sign-in-failed')
      .orderBy('id')
      .execute(),
  );

describe('a remembered device', () => {
  test('after a code with "Remember this device", the password alone signs in there, and nowhere else', async () => {
    const user = await person();
    const { cookie } = await signInRemembered(server, user, { 'user-agent': chrome });
    const again = await signInFrom(cookie, user.email);
    expect(again.body).toMatchObject({ two_factor_await: false });
    expect((await server.call('GET', 'me', { token: again.body.auth_token })).status).toBe(200);
    expect(await isAsked('', user)).toBe(true);
    expect(codeOf(await signInFrom(cookie, user.email, { password: 'not this one' }))).toEqual({
      status: 400,
      code: 'login-failed',
    });
    expect(await eventsOf(user)).toEqual([
      { action: 'session.signed-in', detail: { by: 'two-factor', code: 'app' } },
      { action: 'two-factor.device-remembered', detail: { device: 'Chrome on Windows' } },
      { action: 'session.signed-in', detail: { by: 'password', remembered: true } },
    ]);
    const log = (await server.call('GET', 'audit-events', { token: await owner() })).body.data;
    const sentences = log.map(({ sentence }: { sentence: string }) => sentence);
    expect(sentences).toEqual(
      expect.arrayContaining(['signed in on a remembered device', 'remembered a device for 30 days']),
    );
  });

  test('without "Remember this device" no cookie is set, and the next sign-in asks for a code', async () => {
    const user = await person();
    const done = await verify(server, await pendingToken(server, user.email), codeAt(server, user.secret));
    expect([done.status, done.headers.get('set-cookie')]).toEqual([200, null]);
    expect(await rowsOf(user)).toEqual([]);
  });

  test('a recovery code signs in without remembering the device', async () => {
    const user = await person();
    const done = await server.call('POST', 'verify-authenticator-code', {
      body: {
        twoFactorToken: await pendingToken(server, user.email),
        code: user.recoveryCodes[0],
        rememberDevice: true,
      },
    });
    expect([done.status, done.headers.get('set-cookie')]).toEqual([200, null]);
    expect(await rowsOf(user)).toEqual([]);
  });

  test('a wrong code remembers nothing', async () => {
    const user = await person();
    const twoFactorToken = await pendingToken(server, user.email);
    const body = { twoFactorToken, code: '000000', rememberDevice: true };
    const wrong = await server.call('POST', 'verify-authenticator-code', { body });
    expect([wrong.status, wrong.headers.get('set-cookie')]).toEqual([400, null]);
    expect(await rowsOf(user)).toEqual([]);
  });

  test('the cookie of a remembered device is for calls of the API alone, no script can read it, and the database has only its hash', async () => {
    const user = await person();
    const { cookie, setCookie } = await signInRemembered(server, user);
    expect(setCookie).toMatch(
      /^courierdesk-device-[0-9a-f]{24}=[0-9a-f]{24}\.[\w-]{43}; Max-Age=2592000; Path=\/api\/v1; HttpOnly; SameSite=Strict$/,
    );
    const secret = cookie.split('.')[1] ?? '';
    const [row] = await rowsOf(user);
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(row?.token_hash.includes(Buffer.from(secret, 'base64url'))).toBe(false);
  });

  test('where Courierdesk is reached by https, the cookie of a remembered device is sent by https alone', async () => {
    const user = await person();
    const twoFactorToken = await pendingToken(server, user.email);
    const { context } = server;
    const app = await buildApp({ ...context, config: { ...context.config, publicUrl: 'https://desk.example' } });
    const payload = { twoFactorToken, code: codeAt(server, user.secret), rememberDevice: true };
    const answer = await app.inject({ method: 'POST', url: '/api/v1/verify-authenticator-code', payload });
    await app.close();
    expect(answer.cookies).toMatchObject([{ secure: true, httpOnly: true, sameSite: 'Strict', path: '/api/v1' }]);
  });

  test('another person who uses the same browser is asked for a code, until they have it remembered as well', async () => {
    const [one, other] = [await person(), await person()];
    const first = await signInRemembered(server, one);
    expect(await isAsked(first.cookie, other)).toBe(true);
    const second = await signInRemembered(server, other);
    const both = `${first.cookie}; ${second.cookie}`;
    expect([await isAsked(both, one), await isAsked(both, other)]).toEqual([false, false]);
  });

  test('the token of one person does not count for another, in the same shop or in another with the same email', async () => {
    const one = await person();
    const { cookie } = await signInRemembered(server, one);
    const token = cookie.split('=')[1] ?? '';
    const colleague = await person();
    const elsewhere = await aShop(server.context);
    const there = await aUserWithTwoFactor(server, elsewhere.shopId, { email: one.email, passwordHash });
    const named = ({ userId }: { userId: string }, value: string) => `courierdesk-device-${userId}=${value}`;
    expect(await isAsked(named(colleague, token), colleague)).toBe(true);
    const inOtherShop = { shop: elsewhere.shopId };
    expect(await isAsked(named(there, token), there, inOtherShop)).toBe(true);
    const moved = token.replace(shopId, elsewhere.shopId);
    expect(await isAsked(named(there, moved), there, inOtherShop)).toBe(true);
    expect(await isAsked(named(one, token), one, { shop: shopId })).toBe(false);
    for (const nonsense of ['', 'x', `${shopId}.`, `${shopId}.${'A'.repeat(43)}`])
      expect(await isAsked(named(one, nonsense), one, { shop: shopId })).toBe(true);
  });

  test('the token of a remembered device opens nothing: it is no session and no token of the second step', async () => {
    const user = await person();
    const { cookie } = await signInRemembered(server, user);
    const token = cookie.split('=')[1] ?? '';
    expect((await server.call('GET', 'me', { token, headers: { cookie } })).status).toBe(401);
    expect(codeOf(await verify(server, token, codeAt(server, user.secret, 1))).code).toBe('token-expired');
  });

  test('on a remembered device, coming from the store and from another shop asks for no code either', async () => {
    const user = await person();
    const { cookie } = await signInRemembered(server, user);
    const browserSecret = newBrowserSecret();
    const token = await withShop(server.context.db, shopId, (trx) =>
      createExchangeToken(trx, {
        ...{ shopId, userId: user.userId, target: '/dashboard', browserSecret },
        ...{ ip: '', userAgent: '', now: server.clock.now },
      }),
    );
    const fromStore = await server.call('POST', 'session-exchange', {
      body: { token },
      headers: { cookie: `${browserCookieName(server.context.config)}=${browserSecret}; ${cookie}` },
    });
    expect(fromStore.body).toMatchObject({ two_factor_await: false, target: '/dashboard' });
    const second = await aShop(server.context);
    await aUser(server.context, second.shopId, { email: user.email, passwordHash });
    const there = (await signInFrom('', user.email, { shop: second.shopId })).body.auth_token;
    const back = await server.call('POST', 'switch-shop', {
      token: there,
      body: { shop: shopId },
      headers: { cookie },
    });
    expect(back.body.two_factor_await).toBe(false);
  });

  test('signing out keeps a device remembered, and so do new recovery codes and the requirement of two-factor', async () => {
    const user = await person();
    const { cookie, token } = await signInRemembered(server, user);
    await server.call('POST', 'two-factor/recovery-codes', {
      token,
      body: { password, code: codeAt(server, user.secret, 1) },
    });
    await server.call('PUT', 'two-factor/requirement', { token: await owner(), body: { required: true } });
    await server.call('POST', 'logout', { token });
    expect(await isAsked(cookie, user)).toBe(false);
    await server.call('PUT', 'two-factor/requirement', { token: await owner(), body: { required: false } });
  });

  test('a remembered device ends after 30 days, however often it was used, and then its row is deleted', async () => {
    const user = await person();
    const { cookie } = await signInRemembered(server, user);
    server.clock.advance(29 * day);
    await deleteExpired(server.context);
    expect(await isAsked(cookie, user)).toBe(false);
    server.clock.advance(day - 1000);
    expect(await isAsked(cookie, user)).toBe(false);
    server.clock.advance(1000);
    expect(await isAsked(cookie, user)).toBe(true);
    expect(await rowsOf(user)).toHaveLength(1);
    server.clock.advance(1000);
    await deleteExpired(server.context);
    expect(await rowsOf(user)).toEqual([]);
  });

  test('a person has ten remembered devices, and one more makes the first one ask for a code again', async () => {
    const user = await person();
    const cookies: string[] = [];
    for (let n = 0; n < 11; n += 1) cookies.push((await signInRemembered(server, user)).cookie);
    const [first = '', second = ''] = cookies;
    expect([
      await isAsked(first, user),
      await isAsked(second, user),
      await isAsked(cookies.at(-1) ?? '', user),
    ]).toEqual([true, false, false]);
    expect(await rowsOf(user)).toHaveLength(10);
  });
});

describe('what ends a remembered device', () => {
  const code = (user: SomeUser) => {
    server.clock.advance(60_000);
    return codeAt(server, user.secret);
  };
  const turnOff = async (user: SomeUser, token: string) =>
    server.call('POST', 'two-factor/turn-off', { token, body: { password, code: code(user) } });
  const ends: [string, (user: SomeUser, token: string) => Promise<Pick<Answer, 'status'>>][] = [
    ['turning two-factor off', turnOff],
    [
      'turning the app off beside a passkey',
      async (user, token) => {
        await addPasskey(server, token, newDevice(server), { proof: { password, code: code(user) } });
        return turnOff(user, token);
      },
    ],
    [
      'removing a passkey',
      async (user, token) => {
        const proof = { password, code: code(user) };
        const added = await addPasskey(server, token, newDevice(server), { proof });
        const body = { password, code: code(user) };
        return server.call('POST', `passkeys/${added.body.data.id}/remove`, { token, body });
      },
    ],
    [
      'changing the own password',
      (_, token) =>
        server.call('PUT', 'change-password', {
          token,
          body: { current_password: password, new_password: newPassword, confirm_password: newPassword },
        }),
    ],
    [
      'a password that the owner sets, without signing the person out',
      async ({ userId }) =>
        server.call('PATCH', `change-password/${userId}`, { token: await owner(), body: { password: newPassword } }),
    ],
    [
      'resetting a forgotten password',
      async ({ userId, email }) => {
        await server.call('POST', 'password/reset-password-pin', { body: { email } });
        await server.work('reset-mails');
        await deliverDueNow(server);
        const mail = (await mailsTo(server, email)).find(({ text }) => text?.includes('create-new-password'));
        const hash = /create-new-password\?hash=([^&\s]+)/.exec(mail?.text ?? '')?.[1] ?? '';
        const body = { _id: userId, email, password: newPassword, confirm_password: newPassword };
        return server.call('POST', `password/reset-password?hash=${hash}`, { body });
      },
    ],
    [
      'a reset of two-factor by the owner',
      async ({ userId }) => server.call('DELETE', `users/${userId}/two-factor`, { token: await owner() }),
    ],
    [
      'a reset of two-factor by the operator',
      async ({ userId }) => {
        await resetTwoFactorByOperator(server.context, { shopId, userId });
        return { status: 200 };
      },
    ],
    [
      'a restriction of the user',
      async ({ userId }) => server.call('PUT', 'restrict-user', { token: await owner(), body: { id: userId } }),
    ],
    [
      'another email of the user',
      async ({ userId }) =>
        server.call('PUT', `change-email/${userId}`, {
          token: await owner(),
          body: { email: `new-${userId}@example.test` },
        }),
    ],
    [
      'deleting the user',
      async ({ userId }) => server.call('DELETE', `delete-user/${userId}`, { token: await owner() }),
    ],
    ['signing out everywhere else', (_, token) => server.call('DELETE', 'sessions', { token })],
    [
      'forgetting it',
      async (_, token) => {
        const [{ id }] = await listed(token);
        return server.call('DELETE', `remembered-devices/${id}`, { token });
      },
    ],
    ['forgetting all devices', (_, token) => server.call('DELETE', 'remembered-devices', { token })],
  ];

  test.each(ends)('a remembered device ends with %s', async (_, end) => {
    const [user, colleague] = [await person(), await person()];
    const { token } = await signInRemembered(server, user);
    const { cookie } = await signInRemembered(server, colleague);
    expect(await rowsOf(user)).toHaveLength(1);
    const answer = await end(user, token);
    expect(answer.status).toBe(200);
    expect(await rowsOf(user)).toEqual([]);
    expect(await isAsked(cookie, colleague), 'others keep theirs').toBe(false);
  });

  test('setting two-factor up again remembers no device of before', async () => {
    const user = await person();
    const { cookie, token } = await signInRemembered(server, user);
    await turnOff(user, token);
    const { secret } = (await server.call('GET', 'get-qr-code', { token })).body;
    await server.call('POST', 'verify-qr-code', { token, body: { code: codeAt(server, secret) } });
    expect(await isAsked(cookie, user)).toBe(true);
  });

  test('the token of a remembered device is bound to the password and the app, so a version that keeps its row does not keep it valid', async () => {
    const user = await person();
    const { cookie } = await signInRemembered(server, user);
    const ofUser = { shop_id: shopId, user_id: user.userId };
    const change = (hash: string, confirmedAt: Date) =>
      withShop(server.context.db, shopId, async (trx) => {
        await trx.updateTable('app_user').set({ password_hash: hash }).where('id', '=', user.userId).execute();
        await trx
          .updateTable('two_factor')
          .set({ confirmed_at: confirmedAt })
          .where('shop_id', '=', ofUser.shop_id)
          .where('user_id', '=', ofUser.user_id)
          .execute();
      });
    const { confirmed_at: before } = await withShop(server.context.db, shopId, (trx) =>
      trx.selectFrom('two_factor').select('confirmed_at').where('user_id', '=', user.userId).executeTakeFirstOrThrow(),
    );
    const confirmedAt = before ?? new Date();
    await change(await quickHash(newPassword), confirmedAt);
    expect(await isAsked(cookie, user, { password: newPassword })).toBe(true);
    await change(passwordHash, server.clock.now);
    expect(await isAsked(cookie, user)).toBe(true);
    await change(passwordHash, confirmedAt);
    expect(await isAsked(cookie, user)).toBe(false);
  });
});

describe('the list of remembered devices', () => {
  test('the list of remembered devices shows each device, since and until when, its last use and which one is this one', async () => {
    const user = await person();
    const first = await signInRemembered(server, user, { 'user-agent': chrome });
    const rememberedAt = server.clock.now;
    const second = await signInRemembered(server, user, { 'user-agent': 'curl/8.5.0' });
    server.clock.advance(day);
    await signInFrom(first.cookie, user.email);
    expect(await listed(second.token, second.cookie)).toEqual([
      {
        id: expect.any(String),
        device: 'Chrome on Windows',
        remembered_at: rememberedAt.toISOString(),
        last_used_at: server.clock.now.toISOString(),
        expires_at: new Date(rememberedAt.getTime() + 30 * day).toISOString(),
        is_current: false,
      },
      expect.objectContaining({ device: 'curl/8.5.0', is_current: true }),
    ]);
    const sessions = (await server.call('GET', 'sessions', { token: second.token })).body.data;
    expect(sessions.map(({ id }: { id: string }) => id)).not.toContain((await listed(second.token))[0].id);
  });

  test('no one sees or forgets the remembered devices of another person', async () => {
    const [user, colleague] = [await person(), await person()];
    const { token, cookie } = await signInRemembered(server, user);
    const [{ id }] = await listed(token);
    for (const other of [await owner(), colleague.token]) {
      expect(await listed(other, cookie)).toEqual([]);
      expect((await server.call('DELETE', `remembered-devices/${id}`, { token: other })).status).toBe(404);
      expect((await server.call('DELETE', `sessions/${id}`, { token: other })).status).toBe(404);
      expect((await server.call('DELETE', 'remembered-devices', { token: other })).status).toBe(200);
    }
    expect(await isAsked(cookie, user)).toBe(false);
  });

  test('forgetting one remembered device keeps the others, and both ways are in the activity log', async () => {
    const user = await person();
    const [first, second] = [await signInRemembered(server, user), await signInRemembered(server, user)];
    const [, { id }] = await listed(second.token, second.cookie);
    await server.call('DELETE', `remembered-devices/${id}`, { token: second.token });
    expect([await isAsked(first.cookie, user), await isAsked(second.cookie, user)]).toEqual([true, false]);
    await server.call('DELETE', 'remembered-devices', { token: second.token });
    expect(await isAsked(second.cookie, user)).toBe(true);
    const forgotten = (await eventsOf(user)).filter(({ action }) => action === 'two-factor.device-forgotten');
    expect(forgotten.map(({ detail }) => detail)).toEqual([{ device: 'node' }, { devices: 1 }]);
    const log = (await server.call('GET', 'audit-events', { token: await owner() })).body.data;
    expect(log[0].sentence).toBe('forgot all remembered devices');
  });
});
