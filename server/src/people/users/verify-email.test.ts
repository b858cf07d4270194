import { afterAll, beforeAll, expect, test } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { aShop, aUser } from '../../testing/factories.ts';
import { deliverDueNow, mailsTo } from '../../testing/mails.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shopId: string;
let ownerToken: string;
beforeAll(async () => {
  server = await startTestServer({ rateLimits: true });
  ({ shopId } = await aShop(server.context, { name: 'Anarkali Textiles' }));
  ownerToken = (await aUser(server.context, shopId)).token;
});
afterAll(() => server?.close());

const password = 'quiet river lantern';
const asOwner = (method: string, path: string, body: object): Promise<Answer> =>
  server.call(method, path, { token: ownerToken, body });
const login = (email: string, given = password): Promise<Answer> =>
  server.call('POST', 'login-user', { body: { email, password: given } });
const verify = (token: string): Promise<Answer> => server.call('POST', 'verify-email', { body: { token } });

async function newUser(tag: string): Promise<{ id: string; email: string }> {
  const body = {
    first_name: 'Sana',
    last_name: 'Malik',
    email: `${tag}@example.test`,
    password,
    tag,
    scopes: ['READ_ORDERS'],
  };
  return (await asOwner('POST', 'create-user', body)).body.user;
}

/** Tokens of the links that arrived for someone, oldest first. */
async function tokensFor(email: string): Promise<string[]> {
  await deliverDueNow(server);
  const links = (await mailsTo(server, email)).flatMap(
    ({ text }) => /\/email-verify\?token=(\S+)/.exec(text)?.[1] ?? [],
  );
  return links.map(decodeURIComponent);
}

test('a new user signs in after opening the link that was mailed in the name of the shop', async () => {
  const { email } = await newUser('one');
  expect((await login(email)).body.errors[0].code).toBe('email-unverified');
  const [token = ''] = await tokensFor(email);
  const [mail] = await mailsTo(server, email);
  expect(mail).toMatchObject({ subject: 'Verify your email for Anarkali Textiles' });
  expect(mail?.html).toContain('>Anarkali Textiles<');
  expect((await verify(token)).body).toEqual({ message: 'Email verified', has_password: true, email });
  expect((await login(email)).status).toBe(200);
  expect((await verify(token)).status).toBe(200);
});

test('a link ends after seven days, with a change of the address, and with the user', async () => {
  const late = await newUser('late');
  const [lateToken = ''] = await tokensFor(late.email);
  const moved = await newUser('moved');
  const [oldToken = ''] = await tokensFor(moved.email);
  const changed = await asOwner('PUT', `change-email/${moved.id}`, { id: moved.id, email: 'moved2@example.test' });
  expect(changed.body).toMatchObject({
    message: 'Email updated',
    user: { email: 'moved2@example.test', is_verified_user: false },
  });
  const gone = await newUser('gone');
  const [goneToken = ''] = await tokensFor(gone.email);
  await asOwner('DELETE', `delete-user/${gone.id}`, {});
  expect((await verify(oldToken)).body.errors[0].code).toBe('token-expired');
  expect((await verify(goneToken)).body.errors[0].code).toBe('token-expired');
  expect((await verify((await tokensFor('moved2@example.test'))[0] ?? '')).status).toBe(200);
  server.clock.advance(7 * 86_400_000 + 1000);
  expect((await verify(lateToken)).body.errors[0].code).toBe('token-expired');
  expect((await verify('nonsense')).body.errors[0].code).toBe('token-expired');
});

test('a link to an address that was changed does not work when the address comes back', async () => {
  const { id, email } = await newUser('back');
  const [token = ''] = await tokensFor(email);
  await asOwner('PUT', `change-email/${id}`, { email: 'away@example.test' });
  await asOwner('PUT', `change-email/${id}`, { email });
  expect((await verify(token)).body.errors[0].code).toBe('token-expired');
  expect((await verify((await tokensFor(email)).at(-1) ?? '')).status).toBe(200);
});

test('the owner sends the link again, to the unverified only, and five times an hour at most', async () => {
  const { id, email } = await newUser('again');
  const resend = (given: object = {}) => asOwner('POST', 'resend-email', { account_id: id, email, ...given });
  expect((await resend()).body.message).toBe('Email sent');
  expect((await resend({ email: 'elsewhere@example.test' })).status).toBe(409);
  const tokens = await tokensFor(email);
  expect(new Set(tokens).size).toBe(2);
  for (const token of tokens) expect((await verify(token)).status).toBe(200);
  expect((await resend()).body.errors[0].msg).toBe('This email is already verified.');
  for (let n = 0; n < 2; n += 1) await resend();
  expect((await resend()).status).toBe(429);
});

test('an owner who changes the address of a user again and again mails no more than five links an hour', async () => {
  const { id } = await newUser('flood');
  const change = (n: number) => asOwner('PUT', `change-email/${id}`, { email: `flooded${n}@example.test` });
  for (let n = 0; n < 5; n += 1) expect((await change(n)).status).toBe(200);
  expect((await change(5)).status).toBe(429);
  expect(await tokensFor('flooded5@example.test')).toEqual([]);
});

test('a shop mails a hundred links an hour at most, however many users it creates', async () => {
  const shop = await aShop(server.context);
  const { token } = await aUser(server.context, shop.shopId);
  const create = (email: string) => {
    const body = {
      first_name: 'Sana',
      last_name: 'Malik',
      email,
      password,
      tag: email.slice(0, 5),
      scopes: ['READ_ORDERS'],
    };
    return server.call('POST', 'create-user', { token, body });
  };
  for (let n = 0; n < 99; n += 1) await server.context.rateLimits.consume('verification-mails-of-shop', shop.shopId);
  expect((await create('last1@example.test')).status).toBe(200);
  expect((await create('last2@example.test')).status).toBe(429);
});

test('a user from the store with a long email gets the link again', async () => {
  const { id } = await newUser('long');
  const email = `${'long.'.repeat(20)}name@example.test`;
  await withShop(server.context.db, shopId, (trx) =>
    trx.updateTable('app_user').set({ email }).where('id', '=', id).execute(),
  );
  expect((await asOwner('POST', 'resend-email', { account_id: id, email })).body.message).toBe('Email sent');
  expect(await tokensFor(email)).toHaveLength(1);
});

test('a corrected address of a user who never signed in keeps the password that the owner chose', async () => {
  const { id, email } = await newUser('typo');
  const [oldToken = ''] = await tokensFor(email);
  const shown = async () => (await server.call('GET', `get-user-to-edit/${id}`, { token: ownerToken })).body.user;
  expect(await shown()).toMatchObject({ is_unused: true, has_password: true });
  await asOwner('PUT', `change-email/${id}`, { email: 'right@example.test' });
  const [token = ''] = await tokensFor('right@example.test');
  const [invitation] = await mailsTo(server, 'right@example.test');
  expect(invitation?.text).toContain('Verify your email, then sign in with right@example.test and the password that');
  expect((await verify(oldToken)).body.errors[0].code).toBe('token-expired');
  expect((await login('right@example.test')).body.errors[0].code).toBe('email-unverified');
  expect((await verify(token)).status).toBe(200);
  expect((await login('right@example.test')).status).toBe(200);

  await asOwner('PUT', `change-email/${id}`, { email: 'other@example.test' });
  expect(await shown()).toMatchObject({ is_unused: true, has_password: false });
});

test('a new address ends the sessions and the password, must be verified, and the old one gets a mail', async () => {
  const { id, email } = await newUser('switch');
  const { email: taken } = await newUser('taken');
  await verify((await tokensFor(email))[0] ?? '');
  const { auth_token: token } = (await login(email)).body;
  expect((await asOwner('PUT', `change-email/${id}`, { email: 'new@example.test' })).status).toBe(200);
  expect((await server.call('GET', 'me', { token })).status).toBe(401);
  const [newToken = ''] = await tokensFor('new@example.test');
  const [invitation] = await mailsTo(server, 'new@example.test');
  expect(invitation?.text).toContain('Verify your email, then choose a password with “Forgot password?”');
  expect((await verify(newToken)).status).toBe(200);
  expect((await login('new@example.test')).body.errors[0].code).toBe('login-failed');
  await asOwner('PATCH', `change-password/${id}`, { password: 'nine copper spoons' });
  expect((await login('new@example.test', 'nine copper spoons')).status).toBe(200);
  expect((await login(email)).body.errors[0].code).toBe('login-failed');
  await deliverDueNow(server);
  expect((await mailsTo(server, email)).map(({ subject }) => subject)).toContain(
    'Your email for Anarkali Textiles was changed',
  );
  expect((await asOwner('PUT', `change-email/${id}`, { email: taken })).body.errors[0]).toMatchObject({
    field: 'email',
  });
  expect((await asOwner('PUT', `change-email/${id}`, { id: '0'.repeat(24), email })).status).toBe(400);
});
