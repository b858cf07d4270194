import net from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ sandbox: false, env: { REQUEST_SECONDS: '1', CONNECTIONS_PER_ADDRESS: '5' } });
});
afterAll(() => server?.close());

/** Sends a part of a request and settles with all that came back once the connection is closed. */
function connect(sent: string): { socket: net.Socket; ended: Promise<string> } {
  const { port, hostname } = new URL(server.url);
  const socket = net.connect(Number(port), hostname);
  let received = '';
  socket.on('data', (data) => (received += data.toString()));
  const ended = new Promise<string>((resolve) => {
    socket.on('error', () => undefined).once('close', () => resolve(received));
  });
  socket.write(sent);
  return { socket, ended };
}

const head = 'POST /api/v1/login-user HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';

it.each([
  ['half a head', `${head}x-slow: `],
  ['half a body', `${head}content-length: 100\r\n\r\n{"email":`],
])('a connection that has sent %s and goes on slowly is closed, with the reason', async (_what, sent) => {
  const { socket, ended } = connect(sent);
  const byteNowAndThen = setInterval(() => socket.write(' '), 300);
  const answer = await ended;
  clearInterval(byteNowAndThen);
  expect(answer).toContain('408 Request Timeout');
  expect(answer).toContain('"code":"too-slow"');
});

it('an address that holds too many connections gets no more until one of them ends', async () => {
  const held = Array.from({ length: 5 }, () => connect(''));
  await Promise.all(held.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))));
  const sixth = connect('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  expect(await sixth.ended).toBe('');
  for (const { socket } of held) socket.destroy();
  await Promise.all(held.map(({ ended }) => ended));
  await expect
    .poll(() => connect('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n').ended)
    .toContain('200 OK');
});
