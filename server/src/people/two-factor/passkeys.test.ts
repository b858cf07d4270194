import { afterAll, beforeAll, expect, test } from 'vitest';
import { acrossShops, withShop } from '../../base/db/tenancy.ts';
import { quickHash } from '../../testing/quick-hash.ts';
import { deleteExpired } from '../sessions/delete-expired.ts';
import { aShop, aUser } from '../../testing/factories.ts';
import { deliverDueNow, mailsTo } from '../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { addPasskey, aUserWithPasskey, beginPasskey, confirmation, newDevice, signInWith } from './passkeys.testing.ts';
import { aUserWithTwoFactor, codeAt, codeOf, password, pendingToken, signIn } from './two-factor.testing.ts';

let server: TestServer;
let passwordHash: string;
let shopId: string;

beforeAll(async () => {
  server = await startTestServer();
  passwordHash = await quickHash(password);
  ({ shopId } = await aShop(server.context, { name: 'Lahore Lawn' }));
});
afterAll(() => server?.close());

const person = () => aUserWithPasskey(server, shopId, { passwordHash });
const listed = async (token: string) => (await server.call('GET', 'passkeys', { token })).body.data;
const twoFactor = async (token: string) => (await server.call('GET', 'two-factor', { token })).body;
const remove = (token: string, id: string, proof: unknown) =>
  server.call('POST', `passkeys/${id}/remove`, { token, body: proof });
const refused = { status: 400, code: 'passkey-refused' };

test('adding a passkey asks for the password first, and for nothing else while two-factor is off', async () => {
  const { token } = await aUser(server.context, shopId, { passwordHash });
  const none = await beginPasskey(server, token, {});
  expect(none.body.errors[0]).toMatchObject({ msg: 'Password is required', field: 'password' });
  const wrong = await beginPasskey(server, token, { password: 'wrong' });
  expect(wrong.body.errors[0]).toMatchObject({ msg: 'Password is wrong.', field: 'password' });
  const { options } = (await beginPasskey(server, token)).body;
  expect(options.rp.id).toBe('127.0.0.1');
  expect(options.pubKeyCredParams.map(({ alg }: { alg: number }) => alg)).toEqual([-8, -7, -257]);
  expect(options.authenticatorSelection).toEqual({
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  });
});

test('adding a passkey asks for a code or a passkey as well once two-factor is on', async () => {
  const { token, device } = await person();
  const passwordOnly = await beginPasskey(server, token);
  expect(passwordOnly.body.errors[0]).toMatchObject({ msg: 'Enter the code', field: 'code' });
  const withPasskey = { passkey: await confirmation(server, token, device) };
  expect((await beginPasskey(server, token, withPasskey)).status).toBe(200);
  expect(codeOf(await beginPasskey(server, token, withPasskey)), 'used before').toEqual(refused);
  const withApp = await aUserWithTwoFactor(server, shopId, { passwordHash });
  const proof = { password, code: codeAt(server, withApp.secret) };
  expect((await beginPasskey(server, withApp.token, proof)).status).toBe(200);
  expect(codeOf(await server.call('POST', 'passkeys/confirmation-options', { token: withApp.token })).status).toBe(409);
});

test('adding a passkey turns two-factor on, gives ten recovery codes once, and informs the person by email', async () => {
  const { token, email } = await aUser(server.context, shopId, { passwordHash });
  const { body } = await addPasskey(server, token, newDevice(server, { isSynced: true }), { name: ' Work laptop ' });
  expect(body).toMatchObject({
    message: 'Passkey added',
    data: { name: 'Work laptop', kind: 'device', is_synced: true, last_used_at: null },
  });
  expect(new Set(body.recovery_codes).size).toBe(10);
  expect(await twoFactor(token)).toMatchObject({ enabled: false, passkeys: 1, recovery_codes_left: 10 });
  expect((await server.call('GET', 'me', { token })).body.data.two_factor_enabled).toBe(true);
  await deliverDueNow(server);
  const [mail, ...others] = await mailsTo(server, email);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Lahore Lawn: A passkey was added');
  expect(mail?.text).toContain('A passkey was added to your account at Lahore Lawn in Courierdesk.');
});

test.each([
  ['another website', { origin: 'https://courierdesk.example' }],
  ['another domain', { rpId: 'courierdesk.example' }],
  ['no fingerprint or PIN', { userVerified: false }],
  ['a signature instead of a new passkey', { type: 'webauthn.get' }],
  ['a challenge that is not ours', { challenge: 'bm90LW91cnMtbm90LW91cnMtbm90LW91cnM' }],
])('%s is refused', async (_, fault) => {
  const { token } = await aUser(server.context, shopId);
  expect(codeOf(await addPasskey(server, token, newDevice(server), { fault }))).toEqual(refused);
  expect(await twoFactor(token)).toMatchObject({ passkeys: 0, recovery_codes_left: 0 });
});

test('adding a passkey counts only in the session that confirmed, once and for five minutes', async () => {
  const { token, email } = await aUser(server.context, shopId, { passwordHash });
  const other = (await signIn(server, email)).body.auth_token;
  const add = async (as: string, wait = 0, device = newDevice(server)) => {
    const passkey = device.create((await beginPasskey(server, token)).body.options);
    server.clock.advance(wait);
    return server.call('POST', 'passkeys', { token: as, body: { name: 'Phone', passkey } });
  };
  expect(codeOf(await add(other))).toEqual(refused);
  expect(codeOf(await add(token, 301_000))).toEqual(refused);
  const passkey = newDevice(server).create((await beginPasskey(server, token)).body.options);
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => server.call('POST', 'passkeys', { token, body: { name: 'Phone', passkey } })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
});

test('an account whose email the owner changes loses passkeys and recovery codes: it may belong to another person now', async () => {
  const { userId, device } = await aUserWithPasskey(server, shopId, { role: 'USER', scopes: ['READ_ORDERS'] });
  const { token: owner } = await aUser(server.context, shopId);
  const changed = await server.call('PUT', `change-email/${userId}`, {
    token: owner,
    body: { email: 'sara@next.test' },
  });
  expect(changed.status).toBe(200);
  await withShop(server.context.db, shopId, (trx) =>
    trx.updateTable('app_user').set({ is_verified_user: true }).where('id', '=', userId).execute(),
  );
  expect((await signInWith(server, device)).status).not.toBe(200);
});

test('a passkey belongs to one person', async () => {
  const { device } = await person();
  const { token } = await aUser(server.context, shopId);
  const fault = { credentialId: device.credentialId };
  const again = await addPasskey(server, token, newDevice(server), { fault });
  expect({ ...codeOf(again), msg: again.body.errors[0].msg }).toEqual({
    status: 409,
    code: 'conflict',
    msg: 'This passkey is already in use.',
  });
  expect((await signInWith(server, device)).status).toBe(200);
});

test('a person has ten at most, also when they add two at the same moment', async () => {
  const { token, device } = await person();
  const options = async () =>
    (await beginPasskey(server, token, { passkey: await confirmation(server, token, device) })).body.options;
  const created = [];
  for (let n = 0; n < 11; n += 1) created.push(newDevice(server).create(await options()));
  const answers = await Promise.all(
    created.map((passkey) => server.call('POST', 'passkeys', { token, body: { name: 'Key', passkey } })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
  expect(await listed(token)).toHaveLength(10);
  const full = await beginPasskey(server, token, { passkey: await confirmation(server, token, device) });
  expect(full.body.errors[0].msg).toBe('You have 10 passkeys, the maximum. Remove one that you no longer use.');
});

test('FREE has no passkeys, and the plan limit dialog says so', async () => {
  const free = await aShop(server.context, { plan: 'FREE' });
  const { token } = await aUser(server.context, free.shopId, { passwordHash });
  const { status, body } = await beginPasskey(server, token);
  expect({ status, limit: body.plan_limit_error }).toEqual({ status: 403, limit: true });
});

test('it is enough for staff of a shop that requires two-factor', async () => {
  const strict = await aShop(server.context);
  const owner = await aUser(server.context, strict.shopId);
  const staff = await aUser(server.context, strict.shopId, { role: 'USER', scopes: ['READ_ORDERS'], passwordHash });
  server.clock.advance(1000);
  await server.call('PUT', 'two-factor/requirement', { token: owner.token, body: { required: true } });
  const token = (await signIn(server, staff.email)).body.auth_token;
  expect((await server.call('GET', 'get-all-orders', { token })).status).toBe(403);
  const device = newDevice(server);
  const { body } = await addPasskey(server, token, device);
  expect((await server.call('GET', 'get-all-orders', { token })).status).toBe(200);
  const bySignIn = (await signInWith(server, device)).body.auth_token;
  expect((await server.call('GET', 'get-all-orders', { token: bySignIn })).status).toBe(200);
  const last = await remove(token, body.data.id, { passkey: await confirmation(server, token, device) });
  expect(codeOf(last)).toEqual({ status: 403, code: 'forbidden' });
  expect(await listed(token)).toHaveLength(1);
});

test('the passkeys of a person are listed with name, kind and last use, and renamed', async () => {
  const { token, device, passkeyId } = await person();
  server.clock.advance(60_000);
  await signInWith(server, device);
  const usedAt = server.clock.now.toISOString();
  expect(await listed(token)).toMatchObject([{ id: passkeyId, name: 'My phone', last_used_at: usedAt }]);
  const rename = (name: string) => server.call('PATCH', `passkeys/${passkeyId}`, { token, body: { name } });
  expect((await rename(' ')).body.errors[0]).toMatchObject({ msg: 'Name is required', field: 'name' });
  expect((await rename('x'.repeat(61))).body.errors[0].field).toBe('name');
  expect((await rename('Blue key')).body).toMatchObject({ message: 'Passkey renamed', data: { name: 'Blue key' } });
  expect((await listed(token))[0].name).toBe('Blue key');
});

test("a colleague's passkey is neither renamed nor removed", async () => {
  const mine = await aUser(server.context, shopId);
  const theirs = await person();
  const path = `passkeys/${theirs.passkeyId}`;
  expect((await server.call('PATCH', path, { token: mine.token, body: { name: 'Mine' } })).status).toBe(404);
  expect((await remove(mine.token, theirs.passkeyId, {})).status).toBe(404);
  expect(await listed(mine.token)).toEqual([]);
  expect(await listed(theirs.token)).toMatchObject([{ name: 'My phone' }]);
});

test('one is removed after the person confirmed; the last one ends two-factor and its recovery codes', async () => {
  const { token, email, device, passkeyId, recoveryCodes } = await person();
  const pending = await pendingToken(server, email);
  expect((await remove(token, passkeyId, { password })).body.errors[0].field).toBe('code');
  expect((await remove(token, passkeyId, { password: 'wrong', code: recoveryCodes[0] })).status).toBe(400);
  expect((await remove(token, passkeyId, { password, code: recoveryCodes[0] })).body.message).toBe('Passkey removed');
  expect(codeOf(await signInWith(server, device))).toEqual(refused);
  const waiting = await server.call('POST', 'passkeys/second-factor-options', { body: { twoFactorToken: pending } });
  expect(codeOf(waiting).code).toBe('token-expired');
  expect((await signIn(server, email)).body.two_factor_await).toBe(false);
  expect(await twoFactor(token)).toMatchObject({ passkeys: 0, recovery_codes_left: 0 });
  await deliverDueNow(server);
  const subjects = (await mailsTo(server, email)).map(({ subject }) => subject);
  expect(subjects).toEqual(['Lahore Lawn: A passkey was removed']);
});

test('someone with a passkey adds an authenticator app only with a proof, and keeps recovery codes and sessions', async () => {
  const { token, email, device, recoveryCodes } = await person();
  const elsewhere = (await signInWith(server, device)).body.auth_token;
  const { secret } = (await server.call('GET', 'get-qr-code', { token })).body;
  const add = (given: { code?: string; proof?: unknown } = {}) =>
    server.call('POST', 'verify-qr-code', { token, body: { code: codeAt(server, secret), ...given } });
  expect((await add()).body.errors[0]).toMatchObject({
    msg: 'Confirm that it is you: with a passkey, or with your password and a recovery code.',
    field: 'proof',
  });
  expect((await add({ proof: {} })).body.errors[0].field).toBe('password');
  expect((await add({ proof: { password } })).body.errors[0].field).toBe('code');
  expect(codeOf(await add({ proof: { password, code: codeAt(server, secret) } })).code).toBe('code-wrong');
  const wrong = await add({ code: '000000', proof: { password, code: recoveryCodes[0] } });
  expect(wrong.body.errors[0].msg).toBe(
    'The code from the new app is wrong or too old. Enter the code that it shows now.',
  );
  expect(await twoFactor(token)).toMatchObject({ enabled: false, recovery_codes_left: 10 });
  const added = await add({ proof: { passkey: await confirmation(server, token, device) } });
  expect(added.body).toEqual({ message: 'Authenticator app added', recovery_codes: null });
  expect(await twoFactor(token)).toMatchObject({ enabled: true, passkeys: 1, recovery_codes_left: 10 });
  expect((await server.call('GET', 'me', { token: elsewhere })).status).toBe(200);
  await deliverDueNow(server);
  const subjects = (await mailsTo(server, email)).map(({ subject }) => subject);
  expect(subjects).toEqual(['Lahore Lawn: An authenticator app was added']);
});

test('an owner who signs in from the store confirms a new authenticator app with a passkey or a recovery code', async () => {
  const { token, recoveryCodes } = await aUserWithPasskey(server, shopId);
  const { secret } = (await server.call('GET', 'get-qr-code', { token })).body;
  const add = (proof?: unknown) =>
    server.call('POST', 'verify-qr-code', { token, body: { code: codeAt(server, secret), proof } });
  expect((await add()).body.errors[0].field).toBe('proof');
  expect((await add({})).body.errors[0]).toMatchObject({ msg: 'Enter the code', field: 'code' });
  expect((await add({ code: recoveryCodes[0] })).status).toBe(200);
  expect(await twoFactor(token)).toMatchObject({ enabled: true, recovery_codes_left: 9 });
});

test('two-factor stays on while the app or a passkey is left', async () => {
  const { token, email, secret, recoveryCodes } = await aUserWithTwoFactor(server, shopId, { passwordHash });
  const device = newDevice(server);
  await addPasskey(server, token, device, { proof: { password, code: codeAt(server, secret) } });
  const proof = { passkey: await confirmation(server, token, device) };
  expect((await server.call('POST', 'two-factor/turn-off', { token, body: proof })).status).toBe(200);
  expect(await twoFactor(token)).toMatchObject({ enabled: false, passkeys: 1, recovery_codes_left: 10 });
  expect((await signIn(server, email)).body.two_factor_await).toBe(true);
  const again = await server.call('POST', 'two-factor/turn-off', {
    token,
    body: { password, code: recoveryCodes[0] },
  });
  expect(codeOf(again)).toEqual({ status: 409, code: 'conflict' });
  const renew = { passkey: await confirmation(server, token, device) };
  const renewed = await server.call('POST', 'two-factor/recovery-codes', { token, body: renew });
  expect(renewed.body.recovery_codes).toHaveLength(10);
  await deliverDueNow(server);
  const subjects = (await mailsTo(server, email)).map(({ subject }) => subject);
  expect(subjects).toContain('Lahore Lawn: An authenticator app was removed');
});

test('removing the app and the last passkey at the same moment locks nobody out', async () => {
  const { token, email, secret, recoveryCodes } = await aUserWithTwoFactor(server, shopId, { passwordHash });
  const device = newDevice(server);
  const added = await addPasskey(server, token, device, { proof: { password, code: codeAt(server, secret) } });
  const passkey = await confirmation(server, token, device);
  const answers = await Promise.all([
    server.call('POST', 'two-factor/turn-off', { token, body: { passkey } }),
    remove(token, added.body.data.id, { password, code: recoveryCodes[0] }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await signIn(server, email)).body.two_factor_await).toBe(false);
});

test("an owner's reset of a staff member removes their passkeys", async () => {
  const owner = await aUser(server.context, shopId);
  const staff = await aUserWithPasskey(server, shopId, { role: 'USER', passwordHash });
  const reset = await server.call('DELETE', `users/${staff.userId}/two-factor`, { token: owner.token });
  expect(reset.status).toBe(200);
  expect((await server.call('GET', 'me', { token: staff.token })).status).toBe(401);
  expect(codeOf(await signInWith(server, staff.device))).toEqual(refused);
  expect((await signIn(server, staff.email)).body.two_factor_await).toBe(false);
});

test('every change is in the audit record, without names and keys', async () => {
  const { shopId: audited } = await aShop(server.context);
  const { token } = await aUser(server.context, audited, { passwordHash });
  const device = newDevice(server);
  const { id } = (await addPasskey(server, token, device)).body.data;
  await server.call('PATCH', `passkeys/${id}`, { token, body: { name: 'Phone of Ayesha' } });
  await remove(token, id, { passkey: await confirmation(server, token, device) });
  const events = await withShop(server.context.db, audited, (trx) =>
    trx.selectFrom('audit_event').select(['action', 'detail']).orderBy('id').execute(),
  );
  expect(events.map(({ action }) => action)).toEqual(['passkey.added', 'passkey.renamed', 'passkey.removed']);
  expect(JSON.stringify(events)).not.toContain('Ayesha');
  expect(JSON.stringify(events)).not.toContain(device.credentialId);
});

test('challenges that nobody used are deleted', async () => {
  const challenges = () =>
    acrossShops(server.context.db, (trx) => trx.selectFrom('passkey_challenge').select('challenge').execute());
  await server.call('POST', 'passkeys/sign-in-options');
  expect((await challenges()).length).toBeGreaterThan(0);
  server.clock.advance(301_000);
  await deleteExpired(server.context);
  expect(await challenges()).toEqual([]);
});
