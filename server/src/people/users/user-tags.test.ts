import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '../../base/actor.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { aBookableShop } from '../../testing/bookable-shop.ts';
import { aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createUser } from './create-user.ts';
import { findUser } from './queries.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

test('a tag on the parcels of one user is never given to another', async () => {
  const shop = await aBookableShop(server);
  const booker = await aUser(server.context, shop.shopId, { role: 'USER', scopes: ['BOOK_ORDERS'], tag: 'BILAL' });
  const order = await shop.newOrder();
  const form = await shop.form(order, 'LEOPARD');
  expect((await server.call('POST', 'book-order', { token: booker.token, body: form })).status).toBe(200);

  const setTag = (id: string, tag: string) => server.call('PUT', 'edit-tag', { token: shop.token, body: { id, tag } });
  const other = await aUser(server.context, shop.shopId, { role: 'USER' });
  expect((await setTag(booker.userId, 'BILAL2')).status).toBe(200);
  for (const tag of ['BILAL', 'Bilal']) {
    const refused = await setTag(other.userId, tag);
    expect({ tag, status: refused.status, field: refused.body.errors?.[0].field }).toEqual({
      tag,
      status: 409,
      field: 'tag',
    });
  }
  const fromStore = await withShop(server.context.db, shop.shopId, async (trx) => {
    const person = {
      firstName: 'Bilal',
      lastName: 'Raza',
      email: 'bilal@store.test',
      role: 'ADMIN',
      verified: true,
    } as const;
    const { userId } = await createUser(trx, systemActor(shop.shopId), person, server.clock.now);
    return findUser(trx, shop.shopId, userId);
  });
  expect(fromStore.tag).toBe('Bilal3');
  const { body } = await server.call('GET', 'get-all-orders?bookedBy=BILAL', { token: shop.token });
  expect(body.data).toMatchObject([{ booked_by: 'BILAL' }]);
  expect((await setTag(booker.userId, 'BILAL')).status).toBe(200);
});
