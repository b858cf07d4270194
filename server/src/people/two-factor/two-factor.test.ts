import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { quickHash } from '../../testing/quick-hash.ts';
import { createExchangeToken } from '../sessions/create-session.ts';
import { browserCookieName, newBrowserSecret } from '../sessions/browser-secret.ts';
import { aShop, aUser } from '../../testing/factories.ts';
import { deliverDueNow, mailsTo } from '../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { aUserWithTwoFactor, codeAt, codeOf, password, pendingToken, signIn, verify } from './two-factor.testing.ts';

let server: TestServer;
let passwordHash: string;
let shopId: string;

beforeAll(async () => {
  server = await startTestServer();
  passwordHash = await quickHash(password);
  ({ shopId } = await aShop(server.context, { name: 'Lahore Lawn' }));
});
afterAll(() => server?.close());

const person = () => aUserWithTwoFactor(server, shopId, { passwordHash });
const twoFactor = async (token: string) => (await server.call('GET', 'two-factor', { token })).body;
const me = async (token: string): Promise<number> => (await server.call('GET', 'me', { token })).status;

describe('setting two-factor up', () => {
  test('the QR code holds the secret for the app, and stays the same when the page is reloaded', async () => {
    const { token } = await aUser(server.context, shopId);
    const first = (await server.call('GET', 'get-qr-code', { token })).body;
    expect(first.secret).toMatch(/^[A-Z2-7]{32}$/);
    const svg = Buffer.from(first.qrCodeDataUrl.replace('data:image/svg+xml;base64,', ''), 'base64').toString();
    expect(svg).toContain('<svg');
    expect((await server.call('GET', 'get-qr-code', { token })).body).toEqual(first);
  });

  test('the first code turns it on, gives ten recovery codes once, and informs the person by email', async () => {
    const { token, email } = await aUser(server.context, shopId);
    const { secret } = (await server.call('GET', 'get-qr-code', { token })).body;
    expect(codeOf(await server.call('POST', 'verify-qr-code', { token, body: { code: '000000' } }))).toEqual({
      status: 400,
      code: 'code-wrong',
    });
    expect((await twoFactor(token)).enabled).toBe(false);
    const on = await server.call('POST', 'verify-qr-code', { token, body: { code: codeAt(server, secret) } });
    expect(on.body.message).toBe('Two factor authentication enabled');
    expect(new Set(on.body.recovery_codes).size).toBe(10);
    expect(await twoFactor(token)).toMatchObject({ enabled: true, recovery_codes_left: 10, available: true });
    expect((await server.call('GET', 'me', { token })).body.data.two_factor_enabled).toBe(true);
    expect((await server.call('GET', 'get-qr-code', { token })).status).toBe(409);
    await deliverDueNow(server);
    const mails = await mailsTo(server, email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Lahore Lawn: Two-factor is on']);
    expect(mails[0]?.text).toMatch(/When: \w+ \d+, \d{4} at \d\d:\d\d [AP]M\. Device: \w.*\./);
  });

  test('turning two-factor on ends the sessions that were opened with the password alone, but the own one', async () => {
    const { token, email } = await aUser(server.context, shopId, { passwordHash });
    const elsewhere = (await signIn(server, email)).body.auth_token;
    const { secret } = (await server.call('GET', 'get-qr-code', { token })).body;
    await server.call('POST', 'verify-qr-code', { token, body: { code: codeAt(server, secret) } });
    expect([await me(token), await me(elsewhere)]).toEqual([200, 401]);
  });

  test('without a code the field says so', async () => {
    const { token } = await aUser(server.context, shopId);
    const { body } = await server.call('POST', 'verify-qr-code', { token, body: { code: ' ' } });
    expect(body.errors[0]).toMatchObject({ msg: 'Enter code to verify', field: 'code' });
  });

  test('two confirmations at the same moment turn it on once', async () => {
    const { token } = await aUser(server.context, shopId);
    const { secret } = (await server.call('GET', 'get-qr-code', { token })).body;
    const body = { code: codeAt(server, secret) };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => server.call('POST', 'verify-qr-code', { token, body })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect((await twoFactor(token)).recovery_codes_left).toBe(10);
  });

  test('a secret that another session has seen is not the one in use later', async () => {
    const { userId, token } = await aUser(server.context, shopId, { passwordHash });
    const { secret: seen } = (await server.call('GET', 'get-qr-code', { token })).body;
    const { email } = (await server.call('GET', 'me', { token })).body.data;
    const other = (await signIn(server, email)).body.auth_token;
    expect((await server.call('GET', 'get-qr-code', { token: other })).body.secret).not.toBe(seen);
    const withTheOldOne = await server.call('POST', 'verify-qr-code', { token, body: { code: codeAt(server, seen) } });
    expect(withTheOldOne.status).toBe(409);
    const stored = await withShop(server.context.db, shopId, (trx) =>
      trx.selectFrom('two_factor').select('secret').where('user_id', '=', userId).executeTakeFirstOrThrow(),
    );
    expect(stored.secret.toString('latin1')).not.toContain(seen);
  });

  test('FREE has no two-factor, and the plan limit dialog says so', async () => {
    const free = await aShop(server.context, { plan: 'FREE' });
    const { token } = await aUser(server.context, free.shopId);
    for (const refused of [
      await server.call('GET', 'get-qr-code', { token }),
      await server.call('POST', 'verify-qr-code', { token, body: { code: '123456' } }),
      await server.call('PUT', 'two-factor/requirement', { token, body: { required: true } }),
    ]) {
      expect({ ...codeOf(refused), limit: refused.body.plan_limit_error }).toEqual({
        status: 403,
        code: 'plan-limit',
        limit: true,
      });
    }
    expect((await twoFactor(token)).available).toBe(false);
  });
});

describe('signing in with two-factor', () => {
  test('the password gives a token that opens nothing but the second step, for five minutes', async () => {
    const { email, secret } = await person();
    const pending = await pendingToken(server, email);
    expect(await me(pending)).toBe(401);
    const done = await verify(server, pending, codeAt(server, secret));
    expect(await me(done.body.auth_token)).toBe(200);
    expect(codeOf(await verify(server, pending, codeAt(server, secret, 1))).code).toBe('token-expired');
    const late = await pendingToken(server, email);
    server.clock.advance(5 * 60_000 + 1000);
    expect(codeOf(await verify(server, late, codeAt(server, secret)))).toEqual({ status: 400, code: 'token-expired' });
  });

  test('a session is no token for the second step', async () => {
    const { token, secret } = await person();
    expect(codeOf(await verify(server, token, codeAt(server, secret))).code).toBe('token-expired');
    expect(codeOf(await verify(server, 'nonsense', codeAt(server, secret))).code).toBe('token-expired');
  });

  test('the codes one step before and after count, two steps away do not', async () => {
    const { email, secret } = await person();
    for (const [steps, status] of [
      [-2, 400],
      [2, 400],
      [-1, 200],
      [1, 200],
    ] as const) {
      const answer = await verify(server, await pendingToken(server, email), codeAt(server, secret, steps));
      expect({ steps, status: answer.status }).toEqual({ steps, status });
    }
  });

  test('a code in the digits of an Urdu keyboard counts, at set-up, at sign-in and as a confirmation', async () => {
    const inUrdu = (code: string): string => code.replaceAll(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)] ?? '');
    const { token, email } = await aUser(server.context, shopId, { passwordHash });
    const { secret } = (await server.call('GET', 'get-qr-code', { token })).body;
    const on = await server.call('POST', 'verify-qr-code', { token, body: { code: inUrdu(codeAt(server, secret)) } });
    expect(on.status).toBe(200);
    server.clock.advance(60_000);
    const done = await verify(server, await pendingToken(server, email), inUrdu(codeAt(server, secret)));
    expect(done.status).toBe(200);
    server.clock.advance(60_000);
    const proof = { password, code: inUrdu(codeAt(server, secret)) };
    expect((await server.call('POST', 'two-factor/turn-off', { token, body: proof })).status).toBe(200);
  });

  test('a code with letters of any script is wrong', async () => {
    const { email } = await person();
    for (const code of ['١٢٣٤٥پ', 'é12345', 'abcdef', '12345'])
      expect(codeOf(await verify(server, await pendingToken(server, email), code))).toEqual({
        status: 400,
        code: 'code-wrong',
      });
  });

  test('a code works once', async () => {
    const { email, secret } = await person();
    const code = codeAt(server, secret);
    expect((await verify(server, await pendingToken(server, email), code)).status).toBe(200);
    expect(codeOf(await verify(server, await pendingToken(server, email), code))).toEqual({
      status: 400,
      code: 'code-wrong',
    });
  });

  test('a code works once when two people use it at the same moment', async () => {
    const { email, secret } = await person();
    const tokens = await Promise.all(Array.from({ length: 5 }, () => pendingToken(server, email)));
    const code = codeAt(server, secret);
    const answers = await Promise.all(tokens.map((token) => verify(server, token, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
  });

  test('a recovery code works once, also at the same moment, as people type it', async () => {
    const { email, recoveryCodes, token } = await person();
    const [first = '', second = ''] = recoveryCodes;
    const tokens = await Promise.all(Array.from({ length: 4 }, () => pendingToken(server, email)));
    const answers = await Promise.all(tokens.map((pending) => verify(server, pending, first)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
    const typed = second.toUpperCase().replace('-', ' ');
    expect((await verify(server, await pendingToken(server, email), typed)).status).toBe(200);
    expect((await twoFactor(token)).recovery_codes_left).toBe(8);
    await deliverDueNow(server);
    const subjects = (await mailsTo(server, email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.endsWith('A recovery code was used'))).toHaveLength(2);
  });

  test('recovery codes are stored as hashes only', async () => {
    const { userId, recoveryCodes } = await person();
    const rows = await withShop(server.context.db, shopId, (trx) =>
      trx.selectFrom('recovery_code').select('code_hash').where('user_id', '=', userId).execute(),
    );
    expect(rows).toHaveLength(10);
    const stored = rows.map(({ code_hash }) => code_hash.toString('latin1')).join(' ');
    for (const code of recoveryCodes) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replace('-', ''));
    }
  });

  test('someone restricted between the steps does not get in', async () => {
    const { email, secret, userId } = await person();
    const pending = await pendingToken(server, email);
    await withShop(server.context.db, shopId, (trx) =>
      trx.updateTable('app_user').set({ is_active: false }).where('id', '=', userId).execute(),
    );
    expect(codeOf(await verify(server, pending, codeAt(server, secret)))).toEqual({
      status: 403,
      code: 'user-restricted',
    });
  });

  test('coming from the store asks for the code as well', async () => {
    const { userId, secret } = await person();
    const browserSecret = newBrowserSecret();
    const token = await withShop(server.context.db, shopId, (trx) =>
      createExchangeToken(trx, {
        ...{ shopId, userId, target: '/dashboard/orders', browserSecret },
        ...{ ip: '', userAgent: '', now: server.clock.now },
      }),
    );
    const { body } = await server.call('POST', 'session-exchange', {
      body: { token },
      headers: { cookie: `${browserCookieName(server.context.config)}=${browserSecret}` },
    });
    expect(body).toMatchObject({ two_factor_await: true, target: '/dashboard/orders' });
    expect(await me(body.auth_token)).toBe(401);
    const done = await verify(server, body.auth_token, codeAt(server, secret));
    expect(await me(done.body.auth_token)).toBe(200);
  });

  test('a shop that went back to FREE keeps asking for the code', async () => {
    const downgraded = await aShop(server.context);
    const user = await aUserWithTwoFactor(server, downgraded.shopId, { passwordHash });
    await withShop(server.context.db, downgraded.shopId, (trx) =>
      trx.updateTable('subscription').set({ plan: 'FREE' }).execute(),
    );
    expect((await signIn(server, user.email)).body.two_factor_await).toBe(true);
  });
});

describe('changing two-factor', () => {
  test('it turns off with password and code, not with one of them', async () => {
    const { token, email, secret } = await person();
    const off = (body: unknown) => server.call('POST', 'two-factor/turn-off', { token, body });
    const wrongPassword = await off({ password: 'wrong', code: codeAt(server, secret) });
    expect(wrongPassword.body.errors[0]).toMatchObject({ msg: 'Password is wrong.', field: 'password' });
    const noPassword = await off({ code: codeAt(server, secret) });
    expect(noPassword.body.errors[0]).toMatchObject({ msg: 'Password is required', field: 'password' });
    expect((await off({ password, code: '000000' })).body.errors[0].field).toBe('code');
    expect((await off({ password, code: codeAt(server, secret) })).status).toBe(200);
    expect((await signIn(server, email)).body.two_factor_await).toBe(false);
    expect(await twoFactor(token)).toMatchObject({ enabled: false, recovery_codes_left: 0 });
    await deliverDueNow(server);
    expect((await mailsTo(server, email)).map(({ subject }) => subject)).toContain('Lahore Lawn: Two-factor is off');
  });

  test('someone without a password, who comes from the store, turns it off with the code alone', async () => {
    const { token, secret } = await aUserWithTwoFactor(server, shopId);
    expect((await twoFactor(token)).has_password).toBe(false);
    const body = { code: codeAt(server, secret) };
    expect((await server.call('POST', 'two-factor/turn-off', { token, body })).status).toBe(200);
  });

  test('new recovery codes end the old ones', async () => {
    const { token, email, secret, recoveryCodes } = await person();
    const renewed = await server.call('POST', 'two-factor/recovery-codes', {
      token,
      body: { password, code: codeAt(server, secret) },
    });
    expect(renewed.body.recovery_codes).toHaveLength(10);
    const pending = await pendingToken(server, email);
    expect((await verify(server, pending, recoveryCodes[0] ?? '')).status).toBe(400);
    expect((await verify(server, pending, renewed.body.recovery_codes[0])).status).toBe(200);
  });

  test('every change is in the audit record', async () => {
    const { shopId: audited } = await aShop(server.context);
    const { token, email } = await aUser(server.context, audited, { passwordHash });
    const { secret } = (await server.call('GET', 'get-qr-code', { token })).body;
    await server.call('POST', 'verify-qr-code', { token, body: { code: codeAt(server, secret) } });
    server.clock.advance(60_000);
    await verify(server, await pendingToken(server, email), codeAt(server, secret));
    server.clock.advance(60_000);
    await server.call('POST', 'two-factor/turn-off', { token, body: { password, code: codeAt(server, secret) } });
    const events = await withShop(server.context.db, audited, (trx) =>
      trx.selectFrom('audit_event').select(['action', 'detail']).orderBy('id').execute(),
    );
    expect(events.map(({ action }) => action)).toEqual([
      'two-factor.turned-on',
      'session.signed-in',
      'two-factor.turned-off',
    ]);
    expect(JSON.stringify(events)).not.toContain(secret);
  });
});

describe('an owner and two-factor of staff', () => {
  async function aStrictShop() {
    const shop = await aShop(server.context);
    const owner = await aUser(server.context, shop.shopId, { passwordHash });
    const staff = await aUser(server.context, shop.shopId, { role: 'USER', scopes: ['READ_ORDERS'], passwordHash });
    server.clock.advance(1000);
    const asked = await server.call('PUT', 'two-factor/requirement', { token: owner.token, body: { required: true } });
    expect(asked.body).toEqual({ required_of_staff: true });
    return { ...shop, owner, staff };
  }

  test('staff must set it up at their next sign-in, and can do nothing else before', async () => {
    const { owner, staff } = await aStrictShop();
    expect((await server.call('GET', 'get-all-orders', { token: staff.token })).status).toBe(200);
    const token = (await signIn(server, staff.email)).body.auth_token;
    expect(codeOf(await server.call('GET', 'get-all-orders', { token }))).toEqual({
      status: 403,
      code: 'two-factor-missing',
    });
    expect((await server.call('GET', 'me', { token })).body.data.two_factor_missing).toBe(true);
    const { secret } = (await server.call('GET', 'get-qr-code', { token })).body;
    await server.call('POST', 'verify-qr-code', { token, body: { code: codeAt(server, secret) } });
    expect((await server.call('GET', 'get-all-orders', { token })).status).toBe(200);
    const ofOwner = (await signIn(server, owner.email)).body.auth_token;
    expect((await server.call('GET', 'get-all-orders', { token: ofOwner })).status).toBe(200);
    server.clock.advance(60_000);
    const off = await server.call('POST', 'two-factor/turn-off', {
      token,
      body: { password, code: codeAt(server, secret) },
    });
    expect(off.body.errors[0]).toMatchObject({ code: 'forbidden' });
  });

  test('the owner sees who has set up two-factor, and how many active staff have not', async () => {
    const { shopId: strict, owner, staff } = await aStrictShop();
    await aUser(server.context, strict, { role: 'USER' });
    await aUser(server.context, strict, { role: 'USER', active: false });
    await withShop(server.context.db, strict, (trx) =>
      trx.updateTable('app_user').set({ two_factor_enabled: true }).where('id', '=', staff.userId).execute(),
    );
    const seenBy = async ({ token }: { token: string }) =>
      (await server.call('GET', 'two-factor', { token })).body.staff;
    expect(await seenBy(owner)).toEqual({ active: 2, without: 1 });
    expect(await seenBy(staff)).toBeNull();
    const { body } = await server.call('GET', 'get-users', { token: owner.token });
    const users = body.childrenAccounts as { id: string; two_factor_enabled: boolean }[];
    expect(users.filter((user) => user.two_factor_enabled).map(({ id }) => id)).toEqual([staff.userId]);
  });

  test('when the owner no longer requires it, or the plan ends, staff work without it', async () => {
    const { shopId: strict, owner, staff } = await aStrictShop();
    const token = (await signIn(server, staff.email)).body.auth_token;
    const orders = async (): Promise<number> => (await server.call('GET', 'get-all-orders', { token })).status;
    expect(await orders()).toBe(403);
    await withShop(server.context.db, strict, (trx) => trx.updateTable('subscription').set({ plan: 'FREE' }).execute());
    expect(await orders()).toBe(200);
    await withShop(server.context.db, strict, (trx) =>
      trx.updateTable('subscription').set({ plan: 'MONTHLY' }).execute(),
    );
    await server.call('PUT', 'two-factor/requirement', { token: owner.token, body: { required: false } });
    expect(await orders()).toBe(200);
  });

  test('a reset turns it off for a staff member, ends their sessions and informs them; never for an owner', async () => {
    const shop = await aShop(server.context);
    const owner = await aUserWithTwoFactor(server, shop.shopId, { passwordHash });
    const staff = await aUserWithTwoFactor(server, shop.shopId, { role: 'USER', passwordHash });
    const pending = await pendingToken(server, staff.email);
    const reset = (id: string) => server.call('DELETE', `users/${id}/two-factor`, { token: owner.token });
    expect((await reset(owner.userId)).status).toBe(409);
    expect((await reset(staff.userId)).status).toBe(200);
    expect((await reset(staff.userId)).status).toBe(409);
    expect(await me(staff.token)).toBe(401);
    expect((await verify(server, pending, codeAt(server, staff.secret))).body.errors[0].code).toBe('token-expired');
    expect((await signIn(server, staff.email)).body.two_factor_await).toBe(false);
    await deliverDueNow(server);
    expect((await mailsTo(server, staff.email)).map(({ subject }) => subject)).toContain(
      'Test shop: Two-factor was reset',
    );
  });
});
