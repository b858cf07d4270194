import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { noShop } from '../../base/db/job-requests.ts';
import { acrossShops, withShop } from '../../base/db/tenancy.ts';
import { quickHash } from '../../testing/quick-hash.ts';
import { deleteExpired } from '../sessions/delete-expired.ts';
import { aShop, aUser } from '../../testing/factories.ts';
import { deliverDueNow, mailsTo } from '../../testing/mails.ts';
import { sendResetMails } from './send-reset-mails.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';
import { waitingStatements } from '../../testing/waiting-statements.ts';

// A password takes long to check, on purpose.
vi.setConfig({ testTimeout: 60_000 });

const oldPassword = 'quiet river lantern';
const newPassword = 'seven brass kettles';

let server: TestServer;
let passwordHash: string;
beforeAll(async () => {
  // One proxy is in front of the server: it says in X-Forwarded-For who asks.
  server = await startTestServer({ rateLimits: true, env: { TRUST_PROXY: '1' } });
  passwordHash = await quickHash(oldPassword);
});
afterAll(() => server?.close());
afterEach(() => vi.useRealTimers());

let networks = 0;
/** Each test asks from a network of its own, unless it says from which. */
const fromSomewhere = (): Record<string, string> => ({ 'x-forwarded-for': `10.1.${(networks += 1)}.1` });
const post = (path: string, body: object, headers = fromSomewhere()): Promise<Answer> =>
  server.call('POST', path, { body, headers });
const ask = (email: string, headers = fromSomewhere()) => post('password/reset-password-pin', { email }, headers);
const login = (email: string, password: string) => post('login-user', { email, password });
const meOf = async (token: string): Promise<number> => (await server.call('GET', 'me', { token })).status;

type Link = { hash: string; id: string };
const check = (link: Link) => post('password-reset-links/check', link);
const reset = (link: Link, given: object = {}) =>
  post(`password/reset-password?hash=${encodeURIComponent(link.hash)}`, {
    _id: link.id,
    password: newPassword,
    confirm_password: newPassword,
    ...given,
  });
const messageOf = ({ body }: Answer): string => body.errors?.[0]?.msg;

async function aPerson(given: Parameters<typeof aUser>[2] = {}, shopName = 'Anarkali Textiles') {
  const { shopId } = await aShop(server.context, { name: shopName });
  const user = await aUser(server.context, shopId, { role: 'USER', passwordHash, ...given });
  return { shopId, ...user };
}

/** Lets the worker answer requests and send what it wrote. */
async function deliver(): Promise<void> {
  await server.work('reset-mails');
  await deliverDueNow(server);
}

/** The links that arrived for someone, oldest first. */
async function linksFor(email: string): Promise<Link[]> {
  await deliver();
  return (await mailsTo(server, email)).flatMap(({ text }) => {
    const address = /http\S+\/create-new-password\?\S+/.exec(text)?.[0];
    if (!address) return [];
    const { searchParams } = new URL(address);
    return [{ hash: searchParams.get('hash') ?? '', id: searchParams.get('id') ?? '' }];
  });
}

async function aLink(email: string): Promise<Link> {
  await ask(email);
  const link = (await linksFor(email)).at(-1);
  if (!link) throw new Error('no link arrived');
  return link;
}

test('someone who forgot the password creates a new one with the mailed link, which ends all sessions', async () => {
  const { email, userId, token } = await aPerson();
  const elsewhere = (await login(email, oldPassword)).body.auth_token;
  expect((await ask(email.toUpperCase())).body.message).toContain('An email was sent to');
  const [link = { hash: '', id: '' }] = await linksFor(email);
  const [mail] = await mailsTo(server, email);
  expect(mail).toMatchObject({ to: email, subject: 'Reset your password for Anarkali Textiles' });
  expect(mail?.html).toContain('Create new password</a>');
  expect(mail?.html).toContain('>Anarkali Textiles<');
  expect(link.id).toBe(userId);
  expect((await check(link)).body.data).toMatchObject({ email, shop_name: 'Anarkali Textiles' });

  expect((await reset(link, { email })).body.message).toBe('Password has been changed');
  expect([await meOf(token), await meOf(elsewhere)]).toEqual([401, 401]);
  expect((await login(email, oldPassword)).body.errors[0].code).toBe('login-failed');
  expect((await login(email, newPassword)).status).toBe(200);
  await deliver();
  expect((await mailsTo(server, email)).map(({ subject }) => subject)).toEqual([
    'Reset your password for Anarkali Textiles',
    'Your password for Anarkali Textiles was changed',
  ]);
});

test('the request does the same and answers the same whether or not a user has the email', async () => {
  const { email, shopId } = await aPerson();
  const [known, unknown] = [await ask(email), await ask('nobody@example.test')];
  expect(known.status).toBe(200);
  expect(unknown.status).toBe(200);
  expect(unknown.body.message.replace('nobody@example.test', email)).toBe(known.body.message);
  const written = await acrossShops(server.context.db, async (trx) => ({
    requests: await trx.selectFrom('password_reset_request').select('email').orderBy('id').execute(),
    links: await trx.selectFrom('mailed_link').select('id').where('shop_id', '=', shopId).execute(),
    mails: await trx.selectFrom('mail').select('id').where('shop_id', '=', shopId).execute(),
  }));
  expect(written).toEqual({ requests: [{ email }, { email: 'nobody@example.test' }], links: [], mails: [] });
  expect(await linksFor(email)).toHaveLength(1);
  expect(await linksFor('nobody@example.test')).toEqual([]);
});

test('a request to reset a password is answered once, also when its job runs twice at once', async () => {
  const { email } = await aPerson();
  await ask(email);
  const { key } = await acrossShops(server.context.db, (trx) =>
    trx.selectFrom('password_reset_request').select('id as key').where('email', '=', email).executeTakeFirstOrThrow(),
  );
  const job = { shopId: noShop, key };
  await Promise.all([server.context, server.secondContext()].map((context) => sendResetMails(context, job)));
  expect(await linksFor(email)).toHaveLength(1);
});

test('an email needs to be given, and valid', async () => {
  expect((await post('password/reset-password-pin', {})).body.errors).toEqual([
    { msg: 'Email is required', code: 'invalid-input', field: 'email' },
  ]);
  expect(messageOf(await ask(''))).toBe('Email is required');
  expect(messageOf(await ask('sana'))).toBe('Enter a valid email');
});

test('one email gets five mails an hour, whether or not a user has it; the refusal says how long to wait', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { email } = await aPerson();
  for (const address of [email, 'nobody-else@example.test']) {
    const answers: Answer[] = [];
    for (let n = 0; n < 6; n += 1) answers.push(await ask(address));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(messageOf(answers[5] ?? (await ask(address)))).toBe('Too many attempts. Try again in 60 minutes.');
    vi.advanceTimersByTime(3_600_000);
    expect((await ask(address)).status).toBe(200);
  }
});

test('one network asks for thirty emails in fifteen minutes', async () => {
  const headers = fromSomewhere();
  const statuses: number[] = [];
  for (let n = 0; n < 31; n += 1) statuses.push((await ask(`someone${n}@example.test`, headers)).status);
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
});

test('a link works once', async () => {
  const { email } = await aPerson();
  const link = await aLink(email);
  expect((await reset(link)).status).toBe(200);
  for (const answer of [await check(link), await reset(link, { password: 'x'.repeat(3) + oldPassword })])
    expect(answer.status).toBe(400);
  expect(messageOf(await check(link))).toBe('This link was already used. Request a new email.');
  expect((await check(link)).body.errors[0].code).toBe('token-expired');
});

test('of several resets with one link at once, one wins and the others are refused', async () => {
  const { email, shopId } = await aPerson();
  const link = await aLink(email);
  const passwords = ['seven brass kettles', 'nine copper spoons', 'eleven clay lamps'];
  // Holds the link until all of them have arrived at it.
  const resets = await withShop(server.context.db, shopId, async (trx) => {
    await trx.selectFrom('mailed_link').select('id').where('shop_id', '=', shopId).forUpdate().execute();
    const sent = passwords.map((password) => reset(link, { password, confirm_password: password }));
    await expect.poll(() => waitingStatements(server)).toBe(3);
    return sent;
  });
  const answers = await Promise.all(resets);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  for (const answer of answers.filter(({ status }) => status === 400))
    expect(messageOf(answer)).toBe('This link was already used. Request a new email.');
  const logins = await Promise.all(passwords.map((password) => login(email, password)));
  expect(logins.map(({ status }) => status)).toEqual(answers.map(({ status }) => status));
});

test('a link ends after 30 minutes, and still says so a week later', async () => {
  const { email } = await aPerson();
  const link = await aLink(email);
  server.clock.advance(29 * 60_000);
  expect((await check(link)).status).toBe(200);
  server.clock.advance(60_000);
  expect(messageOf(await reset(link))).toBe('This link has expired. Request a new email.');
  server.clock.advance(7 * 86_400_000);
  await deleteExpired(server.context);
  expect(messageOf(await check(link))).toBe('This link has expired. Request a new email.');
});

test('a newer link voids the older one', async () => {
  const { email } = await aPerson();
  const older = await aLink(email);
  const newer = await aLink(email);
  expect(messageOf(await reset(older))).toBe(
    'This link no longer works: there is a newer link, or your account was changed. Request a new email.',
  );
  expect((await reset(newer)).status).toBe(200);
});

test('a link ends when the password is changed in another way, and when the email changes', async () => {
  const { shopId, email, token, userId } = await aPerson();
  const { token: owner } = await aUser(server.context, shopId);
  const change = { current_password: oldPassword, new_password: newPassword, confirm_password: newPassword };
  const before = await aLink(email);
  expect((await server.call('PUT', 'change-password', { token, body: change })).status).toBe(200);
  const second = await aLink(email);
  const body = { password: 'nine copper spoons' };
  expect((await server.call('PATCH', `change-password/${userId}`, { token: owner, body })).status).toBe(200);
  const third = await aLink(email);
  await server.call('PUT', `change-email/${userId}`, { token: owner, body: { email: 'elsewhere@example.test' } });
  for (const link of [before, second, third]) expect(messageOf(await reset(link))).toContain('no longer works');
  expect((await login('elsewhere@example.test', body.password)).status, 'the password ended too').not.toBe(200);
  expect((await reset(await aLink('elsewhere@example.test'))).status).toBe(200);
  expect((await login('elsewhere@example.test', newPassword)).status).toBe(200);
  await deliver();
  const subjects = (await mailsTo(server, email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject === 'Your password for Anarkali Textiles was changed')).toHaveLength(2);
});

test('a link ends when the owner corrects the address of a user who never signed in, also if it comes back', async () => {
  const { shopId, userId, email } = await aPerson({ verified: false });
  const { token: owner } = await aUser(server.context, shopId);
  const link = await aLink(email);
  for (const address of [`right-${userId}@example.test`, email])
    await server.call('PUT', `change-email/${userId}`, { token: owner, body: { email: address } });
  expect(messageOf(await reset(link))).toContain('no longer works');
});

test('a made-up link, one of another person and one for another email are not valid', async () => {
  const one = await aPerson();
  const other = await aPerson();
  const link = await aLink(one.email);
  const wrong: Answer[] = [
    await reset({ ...link, id: other.userId }),
    await reset({ ...link, hash: 'nonsense' }),
    await reset({ ...link, hash: `${other.shopId}.${link.hash.split('.')[1]}` }),
    await reset(link, { email: other.email }),
  ];
  for (const answer of wrong) {
    expect(answer.body.errors[0]).toEqual({
      msg: 'This link is not valid. Request a new email.',
      code: 'token-expired',
    });
    expect(answer.status).toBe(400);
  }
  expect((await login(one.email, oldPassword)).status).toBe(200);
  expect((await reset(link)).status).toBe(200);
});

test('the database holds no link that could be used', async () => {
  const { shopId, email } = await aPerson();
  const { hash } = await aLink(email);
  const secret = hash.split('.')[1] ?? '';
  const links = await withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('mailed_link').selectAll().where('kind', '=', 'reset-password').execute(),
  );
  expect(links).toHaveLength(1);
  expect(JSON.stringify(links)).not.toContain(secret);
  expect(links[0]?.token_hash.toString('base64url')).not.toContain(secret);
});

test('a weak password, or two that differ, are refused beside the field; the link still works', async () => {
  const { email } = await aPerson();
  const link = await aLink(email);
  const refusals = [
    await reset(link, { password: 'password123', confirm_password: 'password123' }),
    await reset(link, { password: email, confirm_password: email }),
    await reset(link, { password: 'short', confirm_password: 'short' }),
    await reset(link, { confirm_password: 'nine copper spoons' }),
    await reset(link, { password: '', confirm_password: '' }),
  ];
  expect(refusals.map(({ body }) => [body.errors[0].field, body.errors[0].msg])).toEqual([
    ['password', 'This password is common or easy to guess. Try three or four unrelated words'],
    ['password', 'Your password cannot be the email address'],
    ['password', 'Use at least 10 characters'],
    ['confirm_password', 'Password and confirm password must be same'],
    ['password', 'Password is required'],
  ]);
  expect((await reset(link)).status).toBe(200);
});

test('a restricted user gets a mail without a link; a link mailed before stops working', async () => {
  const { shopId, userId, email } = await aPerson();
  const { token: owner } = await aUser(server.context, shopId);
  const before = await aLink(email);
  await server.call('PUT', 'restrict-user', { token: owner, body: { id: userId, restricted: true } });
  for (const answer of [await check(before), await reset(before)])
    expect(answer.body.errors[0]).toEqual({
      msg: 'Your account is restricted. Ask the shop owner.',
      code: 'user-restricted',
    });
  await ask(email);
  expect(await linksFor(email)).toHaveLength(1);
  const last = (await mailsTo(server, email)).at(-1);
  expect(last?.subject).toBe('You no longer have access to Anarkali Textiles');
  expect(last?.text).toContain('Your account is restricted. Ask the shop owner.');
});

test('a user whom the end of a plan switched off learns it from the mail that answers a request for a reset', async () => {
  const { shopId, userId, email } = await aPerson();
  await withShop(server.context.db, shopId, (trx) =>
    trx.updateTable('app_user').set({ is_active: false, off_by_plan: true }).where('id', '=', userId).execute(),
  );
  await ask(email);
  expect(await linksFor(email)).toEqual([]);
  const text = (await mailsTo(server, email)).at(-1)?.text;
  expect(text).toContain('Your account became inactive when the shop’s paid plan ended.');
  expect(text).not.toContain('restricted');
});

test('a restriction at the same moment as a reset leaves nobody signed in', async () => {
  const { shopId, userId, email } = await aPerson();
  const { token: owner } = await aUser(server.context, shopId);
  const link = await aLink(email);
  await Promise.all([
    reset(link),
    server.call('PUT', 'restrict-user', { token: owner, body: { id: userId, restricted: true } }),
  ]);
  const refusals = [await login(email, oldPassword), await login(email, newPassword)];
  expect(refusals.map(({ body }) => body.errors[0].code).toSorted()).toEqual(['login-failed', 'user-restricted']);
});

test('a user who never verified the email does so with the link', async () => {
  const { shopId, userId, email } = await aPerson({ verified: false });
  expect((await reset(await aLink(email))).status).toBe(200);
  expect((await login(email, newPassword)).status).toBe(200);
  const events = await withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('audit_event').select('action').where('subject_id', '=', userId).orderBy('id').execute(),
  );
  expect(events.map(({ action }) => action)).toEqual([
    'user.password-reset-requested',
    'user.password-changed',
    'user.email-verified',
    'session.signed-in',
  ]);
});

test('an owner who came from the store, without a password, creates a first one', async () => {
  const { shopId } = await aShop(server.context);
  const { email } = await aUser(server.context, shopId);
  expect((await reset(await aLink(email))).status).toBe(200);
  expect((await login(email, newPassword)).status).toBe(200);
});

test('an email in several shops gets a mail for each, and each link changes the password of its shop alone', async () => {
  const email = 'both-shops@example.test';
  const one = await aPerson({ email }, 'Lahore Lawn');
  const other = await aPerson({ email }, 'Karachi Khaddar');
  await ask(email);
  const links = await linksFor(email);
  const subjects = (await mailsTo(server, email)).map(({ subject }) => subject);
  expect(subjects.toSorted()).toEqual([
    'Reset your password for Karachi Khaddar',
    'Reset your password for Lahore Lawn',
  ]);
  const link = links.find(({ id }) => id === one.userId) ?? { hash: '', id: '' };
  expect((await reset(link)).status).toBe(200);
  const shopOf = async (password: string): Promise<string> => {
    const { body } = await login(email, password);
    return (await server.call('GET', 'me', { token: body.auth_token })).body.data.shop.name;
  };
  expect(await shopOf(newPassword)).toBe('Lahore Lawn');
  expect(await shopOf(oldPassword)).toBe('Karachi Khaddar');
  expect([await meOf(one.token), await meOf(other.token)]).toEqual([401, 200]);
});

test('a deleted user gets no mail, and a link mailed before is not valid', async () => {
  const { shopId, userId, email } = await aPerson();
  const { token: owner } = await aUser(server.context, shopId);
  const link = await aLink(email);
  await server.call('DELETE', `delete-user/${userId}`, { token: owner });
  expect(messageOf(await reset(link))).toBe('This link is not valid. Request a new email.');
  await ask(email);
  expect(await linksFor(email)).toHaveLength(1);
});
