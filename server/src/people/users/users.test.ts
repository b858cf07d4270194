import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '../../base/actor.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createUser, type NewUser } from './create-user.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
});
afterAll(() => server.close());

const add = (shopId: string, user: Partial<NewUser>) =>
  withShop(server.context.db, shopId, (trx) =>
    createUser(
      trx,
      systemActor(shopId),
      { email: 'a@b.test', firstName: 'Ayesha', lastName: 'Khan', role: 'USER', verified: true, ...user },
      server.clock.now,
    ),
  );

test('who books is listed with name and tag, for those who read orders', async () => {
  const { shopId } = await aShop(server.context);
  const reader = await aUser(server.context, shopId, { role: 'USER', scopes: ['READ_ORDERS'], tag: 'READ' });
  await add(shopId, { tag: 'AK' });
  const elsewhere = await aShop(server.context);
  await aUser(server.context, elsewhere.shopId);
  const { body } = await server.call('GET', 'get-users?page=orders', { token: reader.token });
  expect(body.childrenAccounts).toMatchObject([
    { first_name: 'Ayesha', last_name: 'Khan', role: 'USER', tag: 'AK' },
    { first_name: 'Test', tag: 'READ' },
  ]);
  const other = await aUser(server.context, shopId, { role: 'USER', scopes: ['READ_ACCOUNTS'] });
  expect((await server.call('GET', 'get-users?page=orders', { token: other.token })).status).toBe(403);
  expect((await server.call('GET', 'get-users?page=orders')).status).toBe(401);
});

test('a tag is made from the name and is unique, even for two users created at once', async () => {
  const { shopId } = await aShop(server.context);
  await Promise.all([
    add(shopId, { email: 'one@b.test' }),
    add(shopId, { email: 'two@b.test' }),
    add(shopId, { email: 'three@b.test', firstName: 'Muhammad-Abdullah' }),
    add(shopId, { email: 'saad@b.test', firstName: '' }),
  ]);
  const rows = await withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('app_user').select('tag').orderBy('tag').execute(),
  );
  expect(rows.map((row) => row.tag)).toEqual(['Ayesha', 'Ayesha2', 'MuhammadAb', 'saad']);
});

test('a tag or an e-mail that is taken is refused beside its field', async () => {
  const { shopId } = await aShop(server.context);
  await add(shopId, { tag: 'AK' });
  await expect(add(shopId, { email: 'new@b.test', tag: 'AK' })).rejects.toMatchObject({
    code: 'conflict',
    items: [{ field: 'tag' }],
  });
  await expect(add(shopId, { email: 'A@B.test', tag: 'OTHER' })).rejects.toMatchObject({
    code: 'conflict',
    items: [{ field: 'email' }],
  });
});
