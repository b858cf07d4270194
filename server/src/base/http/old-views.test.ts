import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAccount, aUser, aShop } from '../../testing/factories.ts';
import { courierValues } from '../../testing/courier-values.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shopId: string;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ shopId } = await aShop(server.context));
  ({ token } = await aUser(server.context, shopId));
});
afterAll(() => server?.close());

test('a form of a courier account that was opened before a colleague changed it is refused', async () => {
  const given = { name: 'Leopards', isDefault: true };
  const { accountId: leopards } = await anAccount(server.context, shopId, 'LEOPARD', courierValues.LEOPARD, given);
  const { accountId: postex } = await anAccount(server.context, shopId, 'POSTEX', courierValues.POSTEX, {
    name: 'PostEx',
  });
  const open = async (id: string) => (await server.call('GET', `get-edit-account/${id}`, { token })).body.account;
  const save = (id: string, body: object) => server.call('PUT', 'update-account', { token, body: { id, ...body } });
  const mine = await open(leopards);
  // The colleague makes another account the default: this one changes too.
  const theirs = await open(postex);
  expect((await save(postex, { account_name: 'PostEx', is_default: true, revision: theirs.revision })).status).toBe(
    200,
  );
  const old = { account_name: 'Leopards', weight: 900, is_default: true, in_active: false, revision: mine.revision };
  const refused = await save(leopards, old);
  expect(refused).toMatchObject({ status: 409, body: { errors: [{ code: 'conflict' }] } });
  expect(await open(postex)).toMatchObject({ is_default: true });
  const now = await open(leopards);
  expect(now).toMatchObject({ is_default: false });
  const saved = await save(leopards, { ...old, is_default: now.is_default, revision: now.revision });
  expect(saved.body.account).toMatchObject({ weight: 900, is_default: false });
  expect(saved.body.account.revision).not.toBe(now.revision);
});

test('a form of a user does not give a scope back that a colleague took away', async () => {
  const { userId } = await aUser(server.context, shopId, { role: 'USER', scopes: ['READ_ORDERS', 'BOOK_ORDERS'] });
  const open = async () => (await server.call('GET', `get-user-to-edit/${userId}`, { token })).body.user;
  const save = (body: object) => server.call('PUT', `edit-user/${userId}`, { token, body });
  const user = await open();
  const values = { first_name: user.first_name, last_name: user.last_name, tag: user.tag };
  const taken = await save({ ...values, scopes: ['READ_ORDERS'], revision: user.revision });
  expect(taken.body.user.access_scopes).toEqual(['READ_ORDERS']);
  const old = { ...values, first_name: 'Zara', scopes: user.access_scopes, revision: user.revision };
  expect(await save(old)).toMatchObject({ status: 409, body: { errors: [{ code: 'conflict' }] } });
  expect(await open()).toMatchObject({ access_scopes: ['READ_ORDERS'], first_name: user.first_name });
});

test('two people who edit one customer email: the second sees the first', async () => {
  const open = async () => (await server.call('GET', 'customer-mails', { token })).body.data[0];
  const save = (body: object) => server.call('PUT', 'customer-mails', { token, body });
  const { revision, ...setting } = await open();
  expect((await save({ ...setting, subject: 'Mine', revision })).status).toBe(200);
  const refused = await save({ ...setting, subject: 'Theirs', revision });
  expect(refused).toMatchObject({ status: 409, body: { errors: [{ code: 'conflict' }] } });
  expect((await open()).subject).toBe('Mine');
});
