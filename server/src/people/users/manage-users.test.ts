import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '../../base/actor.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { aShipment } from '../../testing/a-shipment.ts';
import { moveToFree } from '../../shop/subscriptions/move-to-free.ts';
import { aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';
import { waitingStatements } from '../../testing/waiting-statements.ts';
import { lockUser, lockUsers } from './queries.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
});
afterAll(() => server.close());

let counter = 0;
function newUser(given: object = {}) {
  counter += 1;
  return {
    first_name: 'Sana',
    last_name: 'Malik',
    email: `sana${counter}@example.test`,
    password: 'quiet river lantern',
    tag: `S${counter}`,
    phone: '0300 1234567',
    province: 'Punjab',
    address: '12 Canal Road',
    city: 'Lahore',
    country: 'Pakistan',
    scopes: ['READ_ORDERS'],
    role: 'USER',
    ...given,
  };
}

async function anOwner(plan: 'FREE' | 'YEARLY' = 'YEARLY') {
  const { shopId } = await aShop(server.context, { plan });
  const { token, userId } = await aUser(server.context, shopId);
  const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
    server.call(method, path, { token, ...(body !== undefined && { body }) });
  const create = (given: object = {}): Promise<Answer> => call('POST', 'create-user', newUser(given));
  return { shopId, userId, call, create };
}

const faultOf = ({ status, body }: Answer): unknown => ({
  status,
  msg: body.errors[0].msg,
  field: body.errors[0].field,
});
const meOf = async (token: string): Promise<number> => (await server.call('GET', 'me', { token })).status;

test('the owner lists the users a page at a time, owners first, and nonsense falls back to page 1 and 50', async () => {
  const owner = await anOwner();
  for (const first_name of ['Zara', 'ali', 'Bilal']) expect((await owner.create({ first_name })).status).toBe(200);
  const { body } = await owner.call('GET', 'get-users?page=one&limit=many');
  expect(body.pagination).toEqual({ page: 1, limit: 50, total: 4, pages: 1 });
  expect(body.childrenAccounts.map((user: { first_name: string }) => user.first_name)).toEqual([
    'Test',
    'ali',
    'Bilal',
    'Zara',
  ]);
  expect(body.childrenAccounts[1]).toMatchObject({
    last_name: 'Malik',
    role: 'USER',
    access_scopes: ['READ_ORDERS'],
    is_active: true,
    is_verified_user: false,
    createdAt: server.clock.now.toISOString(),
  });
  const last = await owner.call('GET', 'get-users?page=9&limit=3');
  expect(last.body.pagination).toEqual({ page: 2, limit: 3, total: 4, pages: 2 });
  expect(last.body.childrenAccounts).toHaveLength(1);
});

test('who may read orders sees the people who book, and not the users', async () => {
  const owner = await anOwner();
  const { token } = await aUser(server.context, owner.shopId, { role: 'USER', scopes: ['READ_ORDERS'] });
  expect((await server.call('GET', 'get-users?page=orders', { token })).status).toBe(200);
  for (const query of ['', '?page=1', '?page=2&limit=10', '?page=ORDERS'])
    expect((await server.call('GET', `get-users${query}`, { token })).status).toBe(403);
});

test('a new user is staff with the scopes given, waits for verification, and shows all fields when edited', async () => {
  const owner = await anOwner();
  const { status, body } = await owner.create({ scopes: ['BOOK_ORDERS', 'READ_ORDERS', 'BOOK_ORDERS'] });
  expect({ status, message: body.message }).toEqual({ status: 200, message: 'User created' });
  const edited = await owner.call('GET', `get-user-to-edit/${body.user.id}`);
  expect(edited.body.user).toMatchObject({
    role: 'USER',
    access_scopes: ['READ_ORDERS', 'BOOK_ORDERS'],
    is_active: true,
    is_verified_user: false,
    phone: '0300 1234567',
    province: 'Punjab',
    address: '12 Canal Road',
    city: 'Lahore',
    country: 'Pakistan',
  });
  expect(JSON.stringify(edited.body)).not.toContain('argon2');
  expect((await owner.create({ role: 'ADMIN' })).status).toBe(400);
});

test('what is wrong with a new user is said beside its field, in the words of the product', async () => {
  const owner = await anOwner();
  const cases: [object, string, string][] = [
    [{ first_name: 'x'.repeat(21) }, 'first_name', 'First name: maximum 20 characters'],
    [{ first_name: 'Sana\r\nBcc: x' }, 'first_name', 'First name must be on one line'],
    [{ last_name: '' }, 'last_name', 'Last name is required'],
    [{ email: 'nobody' }, 'email', 'Enter a valid email'],
    [{ email: `${'x'.repeat(40)}@example.test` }, 'email', 'Email: maximum 50 characters'],
    [{ tag: '' }, 'tag', 'Tag is required'],
    [{ tag: 'x'.repeat(11) }, 'tag', 'Tag: maximum 10 characters'],
    [{ tag: 'A,B' }, 'tag', 'Tag must not contain a comma'],
    [{ phone: '0'.repeat(16) }, 'phone', 'Phone: maximum 15 characters'],
    [{ province: 'x'.repeat(21) }, 'province', 'Province: maximum 20 characters'],
    [{ address: 'x'.repeat(51) }, 'address', 'Address: maximum 50 characters'],
    [{ city: 'x'.repeat(51) }, 'city', 'City: maximum 50 characters'],
    [{ country: 'x'.repeat(31) }, 'country', 'Country: maximum 30 characters'],
    [{ scopes: [] }, 'scopes', 'Atleast one access scope is required'],
    [{ password: '' }, 'password', 'Password is required'],
    [{ password: 'ninechars' }, 'password', 'Use at least 10 characters'],
  ];
  for (const [given, field, msg] of cases)
    expect(faultOf(await owner.create(given))).toEqual({ status: 400, field, msg });
  expect((await owner.call('GET', 'get-users')).body.pagination.total).toBe(1);
});

test('an email or a tag of another user is refused, whatever its letter case', async () => {
  const owner = await anOwner();
  await owner.create({ email: 'taken@example.test', tag: 'Taken' });
  expect(faultOf(await owner.create({ email: 'TAKEN@example.test' }))).toMatchObject({ status: 409, field: 'email' });
  expect(faultOf(await owner.create({ tag: 'TAKEN' }))).toMatchObject({ status: 409, field: 'tag' });
});

test('the FREE plan takes ten users; the tenth created twice at once is created once', async () => {
  const owner = await anOwner('FREE');
  for (let n = 0; n < 9; n += 1) expect((await owner.create()).status).toBe(200);
  const release = await hold(owner.shopId, (trx) => lockUsers(trx, owner.shopId));
  const answering = Promise.all([owner.create(), owner.create(), owner.create()]);
  await expect.poll(() => waitingStatements(server)).toBe(3);
  release();
  const answers = await answering;
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
  const [refused] = answers.filter(({ status }) => status === 403);
  expect(refused?.body).toMatchObject({
    plan_limit_error: true,
    errors: [{ code: 'plan-limit', msg: 'Kindly upgrade your plan' }],
  });
  expect((await owner.call('GET', 'get-users')).body.pagination.total).toBe(11);
});

/** Keeps a lock, so that what waits for it meets at the same point. */
async function hold(shopId: string, lock: (trx: Db) => Promise<unknown>): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  void withShop(server.context.db, shopId, async (trx) => {
    await lock(trx);
    held.resolve();
    await end.promise;
  });
  await held.promise;
  return end.resolve;
}

test('deleting a user makes room for another in the plan', async () => {
  const owner = await anOwner('FREE');
  const created: string[] = [];
  for (let n = 0; n < 10; n += 1) created.push((await owner.create()).body.user.id);
  expect((await owner.create()).status).toBe(403);
  expect((await owner.call('DELETE', `delete-user/${created[0]}`)).body.message).toBe('User deleted');
  expect((await owner.create()).status).toBe(200);
});

test('a user is edited with the limits of the form, and at least one scope', async () => {
  const owner = await anOwner();
  const { id } = (await owner.create()).body.user;
  const valid = { first_name: 'x'.repeat(30), last_name: 'y'.repeat(30), tag: 'NEW', scopes: ['READ_ANALYTICS'] };
  const saved = await owner.call('PUT', `edit-user/${id}`, valid);
  expect(saved.body).toMatchObject({
    message: 'User updated',
    user: { first_name: valid.first_name, tag: 'NEW', access_scopes: ['READ_ANALYTICS'], city: 'Lahore' },
  });
  for (const [given, field, msg] of [
    [{ first_name: 'x'.repeat(31) }, 'first_name', 'First name: maximum 30 characters'],
    [{ last_name: ' ' }, 'last_name', 'Last name is required'],
    [{ tag: '' }, 'tag', 'Tag is required'],
    [{ scopes: [] }, 'scopes', 'At lease one scope should be assigned to update user'],
  ] as const)
    expect(faultOf(await owner.call('PUT', `edit-user/${id}`, { ...valid, ...given }))).toEqual({
      status: 400,
      field,
      msg,
    });
});

test('a change of scopes counts from the next request of a session that is open', async () => {
  const owner = await anOwner();
  const user = await aUser(server.context, owner.shopId, { role: 'USER', scopes: ['READ_ORDERS'] });
  const orders = async () => (await server.call('GET', 'get-all-orders', { token: user.token })).status;
  expect(await orders()).toBe(200);
  const names = { first_name: 'Test', last_name: 'User', tag: user.tag };
  await owner.call('PUT', `edit-user/${user.userId}`, { ...names, scopes: ['READ_ANALYTICS'] });
  expect(await orders()).toBe(403);
});

test('the owner cannot be restricted or deleted, nor lose scopes, email or password', async () => {
  const owner = await anOwner();
  const names = { first_name: 'Amna', last_name: 'Shah', tag: 'BOSS' };
  for (const [method, path, body] of [
    ['PUT', 'restrict-user', { id: owner.userId }],
    ['DELETE', `delete-user/${owner.userId}`, undefined],
    ['PUT', `edit-user/${owner.userId}`, { ...names, scopes: ['READ_ORDERS'] }],
    ['PUT', `change-email/${owner.userId}`, { email: 'other@example.test' }],
    ['PATCH', `change-password/${owner.userId}`, { password: 'quiet river lantern' }],
  ] as const)
    expect((await owner.call(method, path, body)).status).toBe(403);
  const renamed = await owner.call('PUT', `edit-user/${owner.userId}`, names);
  expect(renamed.body.user).toMatchObject({
    ...names,
    role: 'ADMIN',
    access_scopes: expect.arrayContaining(['WRITE_SETTINGS']),
  });
});

test('restricting ends the sessions of a user at once, also while they work, and is undone by the same call', async () => {
  const owner = await anOwner();
  const user = await aUser(server.context, owner.shopId, { role: 'USER', scopes: ['READ_ORDERS'] });
  const working = Promise.all(
    Array.from({ length: 20 }, () => server.call('GET', 'get-all-orders', { token: user.token })),
  );
  const restricted = await owner.call('PUT', 'restrict-user', { id: user.userId });
  expect(restricted.body).toMatchObject({ message: 'User has been restricted', user: { is_active: false } });
  const signedOut = await server.call('GET', 'me', { token: user.token });
  expect(signedOut.body.errors).toEqual([
    { code: 'unauthorised', msg: 'Unauthorized', detail: { reason: 'restricted' } },
  ]);
  for (const { status } of await working) expect([200, 401]).toContain(status);
  const again = await owner.call('PUT', 'restrict-user', { id: user.userId });
  expect(again.body).toMatchObject({ message: 'User has been unrestricted', user: { is_active: true } });
  expect(await meOf(user.token)).toBe(401);
});

test('a call that says what it wants restricts once, even when it arrives twice', async () => {
  const owner = await anOwner();
  const { userId } = await aUser(server.context, owner.shopId, { role: 'USER' });
  const answers = await Promise.all(
    [1, 2].map(() => owner.call('PUT', 'restrict-user', { id: userId, restricted: true })),
  );
  for (const { body } of answers) expect(body.message).toBe('User has been restricted');
});

test('a user who was turned off by the end of a plan and is then restricted is not let in by the next plan', async () => {
  const owner = await anOwner();
  const { userId, token } = await aUser(server.context, owner.shopId, { role: 'USER' });
  await withShop(server.context.db, owner.shopId, (trx) =>
    moveToFree(trx, server.context, systemActor(owner.shopId), 'cancelled'),
  );
  const reason = async () => (await server.call('GET', 'me', { token })).body.errors[0].detail.reason;
  expect(await reason()).toBe('plan-ended');
  const shown = async () => (await owner.call('GET', `get-user-to-edit/${userId}`)).body.user;
  expect(await shown()).toMatchObject({ is_active: false, off_by_plan: true });
  const { body } = await owner.call('PUT', 'restrict-user', { id: userId, restricted: true });
  expect(body.message).toBe('User has been restricted');
  expect(await reason(), 'only who was turned off by the plan’s end is let in by the next one').toBe('restricted');
  expect(await shown()).toMatchObject({ is_active: false, off_by_plan: false });
});

test('on the FREE plan an eleventh user cannot be unrestricted', async () => {
  const owner = await anOwner('FREE');
  const { userId } = await aUser(server.context, owner.shopId, { role: 'USER', active: false });
  for (let n = 0; n < 10; n += 1) await aUser(server.context, owner.shopId, { role: 'USER' });
  const refused = await owner.call('PUT', 'restrict-user', { id: userId });
  expect(refused.body.plan_limit_error).toBe(true);
});

test('of two users who are let in again at once, the FREE plan takes one', async () => {
  const owner = await anOwner('FREE');
  for (let n = 0; n < 9; n += 1) await aUser(server.context, owner.shopId, { role: 'USER' });
  const out = [1, 2].map(() => aUser(server.context, owner.shopId, { role: 'USER', active: false }));
  const ids = (await Promise.all(out)).map(({ userId }) => userId);
  const release = await hold(owner.shopId, (trx) => lockUsers(trx, owner.shopId));
  const answering = Promise.all(ids.map((id) => owner.call('PUT', 'restrict-user', { id })));
  await expect.poll(() => waitingStatements(server)).toBe(2);
  release();
  expect((await answering).map(({ status }) => status).toSorted()).toEqual([200, 403]);
});

test('deleting a user ends their sessions, frees their email, keeps their name and tag, and forgets the rest', async () => {
  const owner = await anOwner();
  const { id, tag, email } = (await owner.create()).body.user;
  const user = await aUser(server.context, owner.shopId, { role: 'USER', tag: 'GONE' });
  await owner.call('DELETE', `delete-user/${user.userId}`);
  expect(await meOf(user.token)).toBe(401);
  await owner.call('DELETE', `delete-user/${id}`);
  expect((await owner.call('GET', `get-user-to-edit/${id}`)).status).toBe(404);
  expect((await owner.call('DELETE', `delete-user/${id}`)).status).toBe(404);
  expect(await rowOf(owner.shopId, id)).toEqual({ ...nothingPersonal, tag });
  expect((await owner.create({ email })).status).toBe(200);
  expect(faultOf(await owner.create({ tag }))).toMatchObject({ status: 409, field: 'tag' });
});

const nothingPersonal = { email: '', phone: '', address: '', password_hash: null, access_scopes: [] };

const rowOf = (shopId: string, id: string) =>
  withShop(server.context.db, shopId, (trx) =>
    trx
      .selectFrom('app_user')
      .select(['tag', 'email', 'phone', 'address', 'password_hash', 'access_scopes'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  );

test.each([
  ['the user', (id: string) => ({ path: `edit-user/${id}`, body: { ...newUser({ role: undefined }), tag: 'LATE' } })],
  ['the tag', (id: string) => ({ path: 'edit-tag', body: { id, tag: 'LATE' } })],
])('an edit of %s at the same moment as the deletion finds no user, and writes nothing back', async (_what, edit) => {
  const owner = await anOwner();
  const { id, tag } = (await owner.create()).body.user;
  const release = await hold(owner.shopId, (trx) => lockUser(trx, owner.shopId, id));
  const deleting = owner.call('DELETE', `delete-user/${id}`);
  await expect.poll(() => waitingStatements(server)).toBe(1);
  const { path, body } = edit(id);
  const editing = owner.call('PUT', path, body);
  await expect.poll(() => waitingStatements(server)).toBe(2);
  release();
  expect([(await deleting).status, (await editing).status]).toEqual([200, 404]);
  expect(await rowOf(owner.shopId, id)).toEqual({ ...nothingPersonal, tag });
});

test('a deleted user is listed among those who book while parcels have their tag, and is marked as deleted', async () => {
  const owner = await anOwner();
  const { id, tag } = (await owner.create()).body.user;
  const other = await aUser(server.context, owner.shopId, { role: 'USER', tag: 'NEVER' });
  await aShipment(server.context, owner.shopId, { accountId: null, company: 'TRAX', by: tag });
  for (const one of [id, other.userId]) await owner.call('DELETE', `delete-user/${one}`);
  const { body } = await owner.call('GET', 'get-users?page=orders');
  expect(body.childrenAccounts).toMatchObject([
    { first_name: 'Sana', last_name: 'Malik', tag, is_deleted: true },
    { id: owner.userId, is_deleted: false },
  ]);
});

test('a tag can be changed alone, and a tag on the parcels of someone else is refused', async () => {
  const owner = await anOwner();
  const { id } = (await owner.create()).body.user;
  expect((await owner.call('PUT', 'edit-tag', { id, tag: 'SANA' })).body).toMatchObject({
    message: 'Tag updated',
    user: { tag: 'SANA' },
  });
  expect(faultOf(await owner.call('PUT', 'edit-tag', { id, tag: ' ' }))).toMatchObject({ field: 'tag' });
  const { body } = await owner.call('GET', `get-user-to-edit/${owner.userId}`);
  expect(faultOf(await owner.call('PUT', 'edit-tag', { id, tag: body.user.tag.toLowerCase() }))).toMatchObject({
    status: 409,
    field: 'tag',
  });
});

test('what the owner does to users is in the audit trail, without personal data', async () => {
  const owner = await anOwner();
  const { id } = (await owner.create()).body.user;
  const names = { first_name: 'Hina', last_name: 'Aslam', tag: 'HINA' };
  await owner.call('PUT', `edit-user/${id}`, {
    ...{ ...names, phone: '0321 7654777', address: '14 Mall Road' },
    scopes: ['READ_ANALYTICS'],
  });
  await owner.call('PUT', 'restrict-user', { id });
  await owner.call('PATCH', `change-password/${id}`, { password: 'quiet river lantern' });
  await owner.call('DELETE', `delete-user/${id}`);
  const events = await withShop(server.context.db, owner.shopId, (trx) =>
    trx
      .selectFrom('audit_event')
      .select(['action', 'actor_id', 'subject_label', 'detail', 'changes'])
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute(),
  );
  expect(events.map(({ action }) => action)).toEqual([
    'user.created',
    'user.updated',
    'user.restricted',
    'user.password-changed',
    'user.deleted',
  ]);
  expect(events[1]?.changes).toEqual({
    first_name: { before: 'Sana', after: 'Hina' },
    last_name: { before: 'Malik', after: 'Aslam' },
    tag: { before: expect.stringMatching(/^S/), after: 'HINA' },
    access_scopes: { before: ['READ_ORDERS'], after: ['READ_ANALYTICS'] },
    phone: { before: '•••567', after: '•••777' },
    address: { before: '•••', after: '•••' },
  });
  expect(events.map(({ subject_label }) => subject_label)).toEqual([
    'Sana Malik',
    'Sana Malik',
    'Hina Aslam',
    'Hina Aslam',
    'Hina Aslam',
  ]);
  expect(events.every(({ actor_id }) => actor_id === owner.userId)).toBe(true);
  expect(JSON.stringify(events)).not.toMatch(/example\.test|argon2|1234567|7654777|Road/);
});
