import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { quickHash } from '../../testing/quick-hash.ts';
import { createSession } from '../sessions/create-session.ts';
import { aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';
import { waitingStatements } from '../../testing/waiting-statements.ts';

// A password takes long to check, on purpose.
vi.setConfig({ testTimeout: 60_000 });

const oldPassword = 'quiet river lantern';
const newPassword = 'seven brass kettles';

let server: TestServer;
let passwordHash: string;
beforeAll(async () => {
  server = await startTestServer({ sandbox: false, rateLimits: true });
  passwordHash = await quickHash(oldPassword);
});
afterAll(() => server.close());

async function aStaffMember() {
  const { shopId } = await aShop(server.context);
  const owner = await aUser(server.context, shopId);
  const user = await aUser(server.context, shopId, { role: 'USER', scopes: ['READ_ORDERS'], passwordHash });
  const setByOwner = (body: object): Promise<Answer> =>
    server.call('PATCH', `change-password/${user.userId}`, { token: owner.token, body });
  return { shopId, owner, user, setByOwner };
}

const login = (email: string, password: string): Promise<Answer> =>
  server.call('POST', 'login-user', { body: { email, password } });
const meOf = async (token: string): Promise<number> => (await server.call('GET', 'me', { token })).status;
const own = (token: string, body: object): Promise<Answer> => server.call('PUT', 'change-password', { token, body });

test('the owner sets a new password; open sessions go on unless all devices are logged out', async () => {
  const { user, setByOwner } = await aStaffMember();
  expect((await setByOwner({ password: newPassword })).body.message).toBe('Password has been changed');
  expect(await meOf(user.token)).toBe(200);
  expect((await login(user.email, oldPassword)).status).toBe(400);
  const { body } = await login(user.email, newPassword);
  await setByOwner({ password: oldPassword, logoutFromAllDevices: true });
  expect([await meOf(user.token), await meOf(body.auth_token)]).toEqual([401, 401]);
});

test('common passwords, and the email itself, are refused beside the field', async () => {
  const { user, setByOwner } = await aStaffMember();
  for (const password of ['password123', '1234567890', 'Iloveyou123', 'qwertyuiop', 'pakistan123', 'aaaaaaaaaaaa'])
    expect((await setByOwner({ password })).body.errors[0]).toMatchObject({
      field: 'password',
      msg: 'This password is common or easy to guess. Try three or four unrelated words',
    });
  expect((await setByOwner({ password: user.email.toUpperCase() })).body.errors[0]).toMatchObject({
    field: 'password',
    msg: 'Your password cannot be the email address',
  });
  expect((await login(user.email, oldPassword)).status).toBe(200);
});

test('a person changes their own password; their other sessions end, this one goes on', async () => {
  const { user } = await aStaffMember();
  const elsewhere = (await login(user.email, oldPassword)).body.auth_token;
  const change = { current_password: oldPassword, new_password: newPassword, confirm_password: newPassword };
  expect((await own(user.token, change)).body.message).toBe('Password has been changed');
  expect([await meOf(user.token), await meOf(elsewhere)]).toEqual([200, 401]);
  expect((await login(user.email, newPassword)).status).toBe(200);
});

test('the own password is changed only with the current one, typed twice, within ten tries', async () => {
  const { user } = await aStaffMember();
  const change = { current_password: 'wrong', new_password: newPassword, confirm_password: newPassword };
  expect((await own(user.token, { ...change, confirm_password: 'other' })).body.errors[0]).toMatchObject({
    field: 'confirm_password',
    msg: 'Password and confirm password must be same',
  });
  const answers: Answer[] = [];
  for (let n = 0; n < 11; n += 1) answers.push(await own(user.token, change));
  expect(answers[0]?.body.errors[0]).toMatchObject({
    field: 'current_password',
    msg: 'The current password is wrong.',
  });
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
});

test('the new password must differ from the current one', async () => {
  const { user } = await aStaffMember();
  const same = { current_password: oldPassword, new_password: oldPassword, confirm_password: oldPassword };
  expect((await own(user.token, same)).body.errors[0]).toMatchObject({
    field: 'new_password',
    msg: 'Choose a password that differs from the current one.',
  });
});

test('two changes of one’s own password at once: one counts, the other is refused', async () => {
  const { shopId, user } = await aStaffMember();
  // Both have checked the old password before either can save.
  const changes = await withShop(server.context.db, shopId, async (trx) => {
    const person = trx.selectFrom('app_user').where('shop_id', '=', shopId).where('id', '=', user.userId);
    await person.select('id').forUpdate().execute();
    const sent = [newPassword, 'nine copper spoons'].map((password) =>
      own(user.token, { current_password: oldPassword, new_password: password, confirm_password: password }),
    );
    await expect.poll(() => waitingStatements(server)).toBe(2);
    return sent;
  });
  const statuses = (await Promise.all(changes)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 409]);
});

test('a sign-in that was checked with the old password opens no session after the change', async () => {
  const { shopId, user, setByOwner } = await aStaffMember();
  await setByOwner({ password: newPassword, logoutFromAllDevices: true });
  const late = withShop(server.context.db, shopId, (trx) =>
    createSession(trx, { shopId, userId: user.userId, ip: '', userAgent: '', now: server.clock.now, passwordHash }),
  );
  await expect(late).rejects.toMatchObject({ code: 'login-failed' });
});

test('a sign-in under way when its user is restricted or deleted opens no session', async () => {
  for (const end of ['restrict', 'delete'] as const) {
    const { shopId, owner, user } = await aStaffMember();
    if (end === 'delete') await server.call('DELETE', `delete-user/${user.userId}`, { token: owner.token });
    else await server.call('PUT', 'restrict-user', { token: owner.token, body: { id: user.userId } });
    const late = withShop(server.context.db, shopId, (trx) =>
      createSession(trx, { shopId, userId: user.userId, ip: '', userAgent: '', now: server.clock.now }),
    );
    await expect(late).rejects.toMatchObject({ code: 'login-failed' });
  }
});

test('the profile says who is signed in, and whether they use a second factor', async () => {
  const { user } = await aStaffMember();
  const { body } = await server.call('GET', 'get-user', { token: user.token });
  expect(body).toMatchObject({
    two_factor_enabled: false,
    user: { email: user.email, access_scopes: ['READ_ORDERS'] },
  });
});
