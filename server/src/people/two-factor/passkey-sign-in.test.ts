import { afterAll, beforeAll, expect, test } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { quickHash } from '../../testing/quick-hash.ts';
import { aShop } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import {
  addPasskey,
  aUserWithPasskey,
  confirmation,
  newDevice,
  secondFactors,
  signInWith,
  verifyWith,
} from './passkeys.testing.ts';
import { aUserWithTwoFactor, codeAt, codeOf, password, pendingToken, signIn, verify } from './two-factor.testing.ts';

let server: TestServer;
let passwordHash: string;
let shopId: string;

beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
  passwordHash = await quickHash(password);
  ({ shopId } = await aShop(server.context, { name: 'Lahore Lawn' }));
});
afterAll(() => server?.close());

const person = () => aUserWithPasskey(server, shopId, { passwordHash });
const me = async (token: string): Promise<number> => (await server.call('GET', 'me', { token })).status;
const refused = { status: 400, code: 'passkey-refused' };
const change = (id: string, values: { is_active?: boolean; is_verified_user?: boolean }) =>
  withShop(server.context.db, shopId, (trx) =>
    trx.updateTable('app_user').set(values).where('id', '=', id).executeTakeFirstOrThrow(),
  );

async function failedSignIns(userId: string): Promise<unknown[]> {
  const events = await withShop(server.context.db, shopId, (trx) =>
    trx
      .selectFrom('audit_event')
      .select('detail')
      .where('subject_id', '=', userId)
      .where('action', '=', 'session.sign-in-failed')
      .orderBy('id')
      .execute(),
  );
  return events.map(({ detail }) => detail);
}

test('signing in with a passkey needs no email, counts as both factors, and is in the audit record', async () => {
  const { device, userId } = await person();
  const { body } = await signInWith(server, device);
  const { data } = (await server.call('GET', 'me', { token: body.auth_token })).body;
  expect({ id: data.id, shop: data.shop.name }).toEqual({ id: userId, shop: 'Lahore Lawn' });
  const event = await withShop(server.context.db, shopId, (trx) =>
    trx
      .selectFrom('audit_event')
      .select('detail')
      .where('subject_id', '=', userId)
      .where('action', '=', 'session.signed-in')
      .executeTakeFirstOrThrow(),
  );
  expect(event.detail).toEqual({ by: 'passkey' });
});

test('signing in with a passkey names the shop when an email belongs to several', async () => {
  const email = 'both@example.test';
  const second = await aShop(server.context, { name: 'Karachi Khussa' });
  const inFirst = await aUserWithPasskey(server, shopId, { passwordHash, email });
  const inSecond = await aUserWithPasskey(server, second.shopId, { passwordHash, email });
  for (const [{ device }, shop] of [
    [inFirst, 'Lahore Lawn'],
    [inSecond, 'Karachi Khussa'],
  ] as const) {
    const { body } = await signInWith(server, device);
    const profile = await server.call('GET', 'me', { token: body.auth_token });
    expect(profile.body.data.shop.name).toBe(shop);
  }
});

test.each([
  ['another website', { origin: 'https://courierdesk.example' }],
  ['another domain', { rpId: 'courierdesk.example' }],
  ['a challenge that is not ours', { challenge: 'bm90LW91cnMtbm90LW91cnMtbm90LW91cnM' }],
  ['a challenge that is no text', { challenge: '\0' }],
  ['no fingerprint or PIN', { userVerified: false }],
  ['a new passkey instead of a signature', { type: 'webauthn.create' }],
  ['another user', { userHandle: 'b3RoZXI' }],
  ['an unknown passkey', { credentialId: 'dW5rbm93bg' }],
])('%s is refused', async (_, fault) => {
  const { device } = await person();
  expect(codeOf(await signInWith(server, device, fault))).toEqual(refused);
  expect((await signInWith(server, device)).status).toBe(200);
});

test("someone else's signature for a passkey is refused", async () => {
  const [mine, theirs] = [await person(), await person()];
  const { body } = await server.call('POST', 'passkeys/sign-in-options');
  const passkey = mine.device.sign(body.options, { credentialId: theirs.device.credentialId });
  expect(codeOf(await server.call('POST', 'passkeys/sign-in', { body: { passkey } }))).toEqual(refused);
});

test('a signature works once, also at the same moment', async () => {
  const { device } = await person();
  const { body } = await server.call('POST', 'passkeys/sign-in-options');
  const passkey = device.sign(body.options);
  const use = () => server.call('POST', 'passkeys/sign-in', { body: { passkey } });
  const answers = await Promise.all(Array.from({ length: 5 }, use));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
  expect(codeOf(await use())).toEqual(refused);
});

test('a refused signature uses its challenge up', async () => {
  const { device } = await person();
  const { body } = await server.call('POST', 'passkeys/sign-in-options');
  for (const fault of [{ userVerified: false }, {}]) {
    const passkey = device.sign(body.options, fault);
    expect(codeOf(await server.call('POST', 'passkeys/sign-in', { body: { passkey } }))).toEqual(refused);
  }
});

test('a challenge lasts five minutes', async () => {
  const { device } = await person();
  for (const [ms, status] of [
    [299_000, 200],
    [301_000, 400],
  ] as const) {
    const { body } = await server.call('POST', 'passkeys/sign-in-options');
    server.clock.advance(ms);
    const answer = await server.call('POST', 'passkeys/sign-in', { body: { passkey: device.sign(body.options) } });
    expect({ ms, status: answer.status }).toEqual({ ms, status });
  }
});

test('a counter that goes back or does not move is refused: the passkey was copied', async () => {
  const { device } = await person();
  expect((await signInWith(server, device, { counter: 7 })).status).toBe(200);
  for (const counter of [7, 3, 0]) expect(codeOf(await signInWith(server, device, { counter }))).toEqual(refused);
  expect((await signInWith(server, device, { counter: 8 })).status).toBe(200);
});

test('devices that do not count keep working', async () => {
  const { token } = await aUserWithTwoFactor(server, shopId);
  const device = newDevice(server);
  const proof = { passkey: undefined, code: '' };
  expect((await server.call('POST', 'passkeys/creation-options', { token, body: proof })).status).toBe(400);
  const synced = await aUserWithPasskey(server, shopId);
  const added = await addPasskey(server, synced.token, device, {
    proof: { passkey: await confirmation(server, synced.token, synced.device) },
    fault: { counter: 0 },
  });
  expect(added.status).toBe(200);
  for (let n = 0; n < 2; n += 1) expect((await signInWith(server, device, { counter: 0 })).status).toBe(200);
});

test('restricted, unverified and deleted users do not get in, and the activity log has the failed sign-in', async () => {
  const restricted = await person();
  await change(restricted.userId, { is_active: false });
  expect(codeOf(await signInWith(server, restricted.device))).toEqual({ status: 403, code: 'user-restricted' });
  await change(restricted.userId, { is_active: true });
  expect((await signInWith(server, restricted.device)).status).toBe(200);
  expect(await failedSignIns(restricted.userId)).toEqual([{ why: 'restricted' }]);

  const unverified = await person();
  await change(unverified.userId, { is_verified_user: false });
  expect(codeOf(await signInWith(server, unverified.device))).toEqual({ status: 403, code: 'email-unverified' });
  expect(await failedSignIns(unverified.userId)).toEqual([{ why: 'unverified' }]);

  const { token } = await person();
  const staff = await aUserWithPasskey(server, shopId, { role: 'USER', passwordHash });
  expect((await server.call('DELETE', `delete-user/${staff.userId}`, { token })).status).toBe(200);
  expect(codeOf(await signInWith(server, staff.device))).toEqual(refused);
  const left = await withShop(server.context.db, shopId, async (trx) => [
    ...(await trx.selectFrom('passkey').select('id').where('user_id', '=', staff.userId).execute()),
    ...(await trx.selectFrom('recovery_code').select('user_id').where('user_id', '=', staff.userId).execute()),
  ]);
  expect(left).toEqual([]);
});

test('a shop that went back to FREE keeps its passkeys, and gets no new ones', async () => {
  const downgraded = await aShop(server.context);
  const { token, device, email, passkeyId } = await aUserWithPasskey(server, downgraded.shopId, { passwordHash });
  await withShop(server.context.db, downgraded.shopId, (trx) =>
    trx.updateTable('subscription').set({ plan: 'FREE' }).execute(),
  );
  expect((await signInWith(server, device)).status).toBe(200);
  expect((await verifyWith(server, await pendingToken(server, email), device)).status).toBe(200);
  const proof = async () => ({ passkey: await confirmation(server, token, device) });
  const add = await server.call('POST', 'passkeys/creation-options', { token, body: await proof() });
  expect({ ...codeOf(add), limit: add.body.plan_limit_error }).toEqual({
    status: 403,
    code: 'plan-limit',
    limit: true,
  });
  const removed = await server.call('POST', `passkeys/${passkeyId}/remove`, { token, body: await proof() });
  expect(removed.status).toBe(200);
  expect((await signIn(server, email)).body.two_factor_await).toBe(false);
});

test('the password is not enough for someone with a passkey', async () => {
  const { email, device } = await person();
  const pending = await pendingToken(server, email);
  expect(await me(pending)).toBe(401);
  const { body } = await secondFactors(server, pending);
  expect({ app: body.app, codes: body.recovery_codes }).toEqual({ app: false, codes: true });
  expect(body.passkey.allowCredentials.map(({ id }: { id: string }) => id)).toEqual([device.credentialId]);
  const done = await verifyWith(server, pending, device);
  expect(await me(done.body.auth_token)).toBe(200);
  expect(codeOf(await secondFactors(server, pending)).code).toBe('token-expired');
});

test('a passkey as second factor is offered beside code and recovery code, and people without a passkey are not asked for one', async () => {
  const withApp = await aUserWithTwoFactor(server, shopId, { passwordHash });
  const pending = await pendingToken(server, withApp.email);
  expect((await secondFactors(server, pending)).body).toEqual({ app: true, recovery_codes: true, passkey: null });
  const device = newDevice(server);
  const proof = { password, code: codeAt(server, withApp.secret) };
  const added = await addPasskey(server, withApp.token, device, { proof });
  expect(added.body.recovery_codes).toBeNull();
  server.clock.advance(60_000);
  expect((await verifyWith(server, await pendingToken(server, withApp.email), device)).status).toBe(200);
  for (const code of [codeAt(server, withApp.secret), withApp.recoveryCodes[0] ?? ''])
    expect((await verify(server, await pendingToken(server, withApp.email), code)).status).toBe(200);
});

test('someone who lost the passkey signs in with a recovery code', async () => {
  const { email, recoveryCodes } = await person();
  expect(recoveryCodes).toHaveLength(10);
  const pending = await pendingToken(server, email);
  expect(codeOf(await verify(server, pending, '123456'))).toEqual({ status: 400, code: 'code-wrong' });
  expect((await verify(server, pending, recoveryCodes[0] ?? '')).status).toBe(200);
});

test("another person's passkey is refused", async () => {
  const [mine, theirs] = [await person(), await person()];
  expect(codeOf(await verifyWith(server, await pendingToken(server, mine.email), theirs.device))).toEqual(refused);
});

test('a challenge counts only for what it was made for, and for the sign-in it belongs to', async () => {
  const { email, device, token } = await person();
  const [one, two] = [await pendingToken(server, email), await pendingToken(server, email)];
  const ofSignIn = (await server.call('POST', 'passkeys/sign-in-options')).body.options;
  const ofTheOther = (await secondFactors(server, two)).body.passkey;
  const ofSession = (await server.call('POST', 'passkeys/confirmation-options', { token })).body.options;
  for (const options of [ofSignIn, ofTheOther, ofSession]) {
    const body = { twoFactorToken: one, passkey: device.sign(options) };
    expect(codeOf(await server.call('POST', 'passkeys/second-factor', { body }))).toEqual(refused);
  }
  const ofSecondStep = (await secondFactors(server, one)).body.passkey;
  const body = { passkey: device.sign(ofSecondStep) };
  expect(codeOf(await server.call('POST', 'passkeys/sign-in', { body }))).toEqual(refused);
});

test('someone restricted between the steps does not get in', async () => {
  const { email, device, userId } = await person();
  const pending = await pendingToken(server, email);
  await change(userId, { is_active: false });
  expect(codeOf(await verifyWith(server, pending, device))).toEqual({ status: 403, code: 'user-restricted' });
  expect(await failedSignIns(userId)).toEqual([{ why: 'restricted' }]);
});
