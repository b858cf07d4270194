import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withShop } from '../db/tenancy.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;
beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterAll(() => server?.close());

const aColleague = () => aUser(server.context, shop.shopId, { role: 'USER', scopes: ['READ_ORDERS', 'BOOK_ORDERS'] });
const restrict = (id: string) =>
  server.call('PUT', 'restrict-user', { token: shop.token, body: { id, restricted: true } });

/** Sends the head of a request and waits until the server asks for the body. The result sends it and returns the status. */
async function requestWithoutBody(path: string, token: string, body: object): Promise<() => Promise<string>> {
  const { hostname, port } = new URL(server.url);
  const json = JSON.stringify(body);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/v1/${path} HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: application/json\r\ncontent-length: ${json.length}\r\nexpect: 100-continue\r\n\r\n`,
  );
  const [asked] = await once(socket, 'data');
  expect(String(asked)).toContain('100 Continue');
  return async () => {
    const answer = text(socket);
    socket.write(json);
    return /HTTP\/1\.1 (\d{3})/.exec(await answer)?.[1] ?? '';
  };
}

test('a request whose body arrives after its user was restricted, signed out or lost the scope is refused', async () => {
  const ends: [expected: string, end: (userId: string, token: string) => Promise<unknown>][] = [
    ['401', restrict],
    ['401', (_, token) => server.call('POST', 'logout', { token })],
    [
      '403',
      (id) =>
        server.call('PUT', `edit-user/${id}`, {
          token: shop.token,
          body: { first_name: 'Sana', last_name: 'Malik', tag: id.slice(-8), scopes: ['READ_SETTINGS'] },
        }),
    ],
    ['200', () => Promise.resolve()],
  ];
  for (const [expected, end] of ends) {
    const { userId, token } = await aColleague();
    const { id } = await shop.newOrder();
    const finish = await requestWithoutBody('batches', token, { order_ids: [id] });
    await end(userId, token);
    expect(await finish()).toBe(expected);
  }
});

test('a booking under way when its user is restricted is finished in their name, and nothing follows it', async () => {
  const { userId, token, tag } = await aColleague();
  const form = await shop.form(await shop.newOrder(), 'LEOPARD');
  await server.sandbox.control('faults', { target: 'leopard', operation: 'book', kind: 'delay', delayMs: 1500 });
  const booking = server.call('POST', 'book-order', { token, body: form });
  const ofThem = () =>
    withShop(server.context.db, shop.shopId, (trx) =>
      trx
        .selectFrom('shipment')
        .select(['booking_state', 'booked_by'])
        .where('booked_by_user_id', '=', userId)
        .execute(),
    );
  await expect.poll(async () => (await ofThem()).map((one) => one.booking_state)).toEqual(['asking']);
  await restrict(userId);
  expect((await server.call('GET', 'me', { token })).status).toBe(401);
  expect((await booking).status).toBe(200);
  expect(await ofThem()).toEqual([{ booking_state: 'booked', booked_by: tag }]);
  await server.sandbox.control('faults', { clear: true });
});
