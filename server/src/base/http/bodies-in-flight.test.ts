import net from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aShop, anAccount, aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ sandbox: false, env: { TRUST_PROXY: '1' } });
});
afterAll(() => server?.close());

const fourMegabytes = 4 * 1024 * 1024;
const delivery = {
  'x-shopify-hmac-sha256': 'bm90IG91ciBzZWNyZXQ=',
  'x-shopify-topic': 'orders/create',
  'x-shopify-webhook-id': 'one',
  'x-shopify-shop-domain': 'silk.myshopify.com',
};

/** Begins a webhook and sends no more than its head. `answer` settles with the first bytes that come back. */
function begin(
  from: string,
  headers: Record<string, string>,
  path = '/webhooks/shopify',
): { socket: net.Socket; answer: Promise<string> } {
  const { port, hostname } = new URL(server.url);
  const socket = net.connect(Number(port), hostname);
  const answer = new Promise<string>((resolve) => {
    socket.once('data', (data) => resolve(data.toString())).on('error', () => undefined);
  });
  const sent = { host: 'x', 'x-forwarded-for': from, 'content-type': 'application/json', ...headers };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  return { socket, answer };
}

test('bodies of one network are refused before they are read when it has 32 MB on the way, until one of them ends', async () => {
  const body = { ...delivery, 'content-length': String(fourMegabytes) };
  const held = Array.from({ length: 8 }, () => begin('203.0.113.1', body));
  const refusal = (from: string): Promise<string> => {
    const ninth = begin(from, body);
    const waiting = new Promise<string>((resolve) => setTimeout(resolve, 500, 'reads on'));
    return Promise.race([ninth.answer, waiting]).finally(() => ninth.socket.destroy());
  };
  await expect.poll(() => refusal('203.0.113.1')).toMatch(/^HTTP\/1.1 503 .*\r\nretry-after: 5\r\n/is);
  expect(await refusal('203.0.113.2')).toBe('reads on');
  held[0]?.socket.destroy();
  await expect.poll(() => refusal('203.0.113.1')).toBe('reads on');
  for (const { socket } of held) socket.destroy();
});

test('whoever sends large bodies from several networks stops neither sign-in nor the large bodies of people who are signed in', async () => {
  const body = { ...delivery, 'content-length': String(fourMegabytes) };
  const held = Array.from({ length: 12 }, (_, at) => begin(`203.0.113.${10 + (at % 3)}`, body));
  const next = begin('203.0.113.20', body);
  expect(await next.answer).toContain('503');
  const signIn = await server.call('POST', 'login-user', { body: { email: 'a@b.test', password: 'wrong password' } });
  expect(signIn.status).toBe(400);
  const { shopId } = await aShop(server.context);
  const { token } = await aUser(server.context, shopId);
  const large = await server.call('POST', 'import-orders', { token, body: { ordersData: 'x'.repeat(200_000) } });
  expect(large.status).toBe(400);
  for (const { socket } of [...held, next]) socket.destroy();
});

test('a body of unknown length counts as the largest that the call takes', async () => {
  const body = { ...delivery, 'transfer-encoding': 'chunked' };
  const held = Array.from({ length: 6 }, () => begin('203.0.113.3', body));
  const next = begin('203.0.113.3', body);
  expect(await next.answer).toContain('503');
  for (const { socket } of [...held, next]) socket.destroy();
});

test.each(Object.keys(delivery))('a webhook without %s is refused before its body is read', async (missing) => {
  const headers = Object.fromEntries(Object.entries(delivery).filter(([name]) => name !== missing));
  const { socket, answer } = begin('203.0.113.4', { ...headers, 'content-length': String(fourMegabytes) });
  expect(await answer).toContain('401');
  socket.destroy();
});

test('a status update of a courier with a wrong secret, or to a wrong address, is refused before its body is read', async () => {
  const { shopId } = await aShop(server.context);
  const { token } = await aUser(server.context, shopId);
  const { accountId } = await anAccount(server.context, shopId, 'POSTEX', { token: 'token' });
  const { body } = await server.call('POST', `courier-accounts/${accountId}/push`, { token });
  const address = new URL(body.push.address).pathname;
  for (const path of [address, address.replace(/.{4}$/, 'AAAA')]) {
    const { socket, answer } = begin('203.0.113.5', { [body.push.header]: 'wrong', 'content-length': '500000' }, path);
    expect(await answer).toContain('401');
    socket.destroy();
  }
});
