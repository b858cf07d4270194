import { afterAll, beforeAll, expect, it } from 'vitest';
import { aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
  const { shopId } = await aShop(server.context);
  ({ token } = await aUser(server.context, shopId));
});
afterAll(() => server?.close());

const ask = (path: string, encodings: string): Promise<Response> =>
  fetch(`${server.url}/api/v1/${path}`, {
    headers: { 'accept-encoding': encodings, authorization: `Bearer ${token}` },
  });

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['*', 'gzip'],
  ['gzip;q=0', null],
  ['identity', null],
])('a long reply to a client that accepts %s is sent as %s', async (encodings, expected) => {
  const reply = await ask('openapi.json', encodings);
  expect(reply.headers.get('content-encoding')).toBe(expected);
  expect(await reply.json()).toMatchObject({ openapi: expect.any(String) });
});

it('a short reply is not compressed', async () => {
  const reply = await ask('me', 'gzip, br');
  expect(reply.headers.get('content-encoding')).toBeNull();
  expect(await reply.json()).toMatchObject({ data: expect.anything() });
});
