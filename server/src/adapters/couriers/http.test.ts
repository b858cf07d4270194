import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failureOf } from './courier-script.testing.ts';
import type { CourierRequest } from './courier.ts';
import { createCourierHttp } from './http.ts';
import { startScriptedCourier, type ScriptedCourier } from './scripted-courier.testing.ts';

let server: ScriptedCourier;
const http = createCourierHttp();
const request = (changes: Partial<CourierRequest> = {}): CourierRequest => ({
  operation: 'book',
  method: 'POST',
  url: `${server.url}/book`,
  json: { a: 1 },
  timeoutMs: 5000,
  changes: true,
  credentials: true,
  ...changes,
});

beforeAll(async () => {
  server = await startScriptedCourier();
});
afterAll(() => server.close());

test('queries are encoded, and bodies are JSON', async () => {
  server.answer({ '/book': { text: 'ok' } });
  await http(request({ query: { token: 'a+b/c=' } }));
  expect(server.received[0]).toMatchObject({
    query: { token: 'a+b/c=' },
    json: { a: 1 },
    headers: { 'content-type': 'application/json' },
  });
});

test('what changes something has a connection of its own; reads share one', async () => {
  server.answer({ '/book': { text: 'ok' }, '/list': { text: 'ok' } });
  await http(request());
  for (let at = 0; at < 3; at++)
    await http(request({ method: 'GET', url: `${server.url}/list`, json: undefined, changes: false }));
  expect(server.received[0]?.headers.connection).toBe('close');
  expect(server.received[1]?.headers.connection).toBe('keep-alive');
});

test('an answer that is too large is not read to its end', async () => {
  server.answer({ '/book': { text: 'x'.repeat(2000) } });
  const small = request({ maxBytes: 1000 });
  expect((await failureOf(http(small))).kind).toBe('uncertain');
  expect((await failureOf(http({ ...small, changes: false }))).kind).toBe('unavailable');
});

test('a trace names the path and never the query', async () => {
  server.answer({ '/book': { status: 500, json: { message: 'An error has occurred.' } } });
  const error = await failureOf(http(request({ query: { password: 'SECRET' } })));
  expect(error.trace).toMatchObject({ operation: 'book', method: 'POST', path: '/book', status: 500 });
  expect(error.courierWords).toBe('An error has occurred.');
  expect(JSON.stringify([error.message, error.trace, error.cause])).not.toContain('SECRET');
});

test('the words of an error can be stored, also with a NUL and half an emoji', async () => {
  server.answer({ '/book': { status: 500, json: { message: 'No rider\0 today \ud83d' } } });
  const { courierWords } = await failureOf(http(request()));
  expect(courierWords).toBe('No rider\ufffd today \ufffd');
});

test('credentials that no header can carry are refused before a connection is made', async () => {
  server.answer({});
  expect((await failureOf(http(request({ headers: { token: 'line\nbreak' } })))).kind).toBe('unauthorised');
  expect(server.received).toEqual([]);
});

test('a call that is given up before it began has done nothing', async () => {
  server.answer({ '/book': { text: 'ok' } });
  expect((await failureOf(http(request({ signal: AbortSignal.abort() })))).kind).toBe('unavailable');
  expect(server.received).toEqual([]);
});

test('before the connection is open nothing can have been done when the name is unknown', async () => {
  expect((await failureOf(http(request({ url: 'http://no-such-courier.invalid/book' })))).kind).toBe('unavailable');
});

test('before the connection is open nothing can have been done when the encryption fails, or never begins', async () => {
  const plain = await startPlain((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const mute = await startPlain(() => undefined);
  try {
    expect((await failureOf(http(request({ url: `https://127.0.0.1:${plain.port}/book` })))).kind).toBe('unavailable');
    const hurried = createCourierHttp({ connectTimeoutMs: 100 });
    expect((await failureOf(hurried(request({ url: `https://127.0.0.1:${mute.port}/book` })))).kind).toBe(
      'unavailable',
    );
  } finally {
    await plain.close();
    await mute.close();
  }
});

test('a read on a connection that the courier has just closed is sent again on a new one', async () => {
  let asked = 0;
  const closing = await startPlain((socket, connection) => {
    socket.on('data', () => {
      asked++;
      const first = connection === 1 && asked === 1;
      if (first || connection > 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      else socket.destroy();
    });
  });
  try {
    const read = request({
      method: 'GET',
      url: `http://127.0.0.1:${closing.port}/list`,
      json: undefined,
      changes: false,
    });
    expect((await http(read)).body.toString()).toBe('ok');
    await new Promise((resolve) => setImmediate(resolve));
    expect((await http(read)).body.toString()).toBe('ok');
    expect(asked).toBe(3);
  } finally {
    await closing.close();
  }
});

async function startPlain(serve: (socket: Socket, connection: number) => void) {
  const sockets = new Set<Socket>();
  const plain = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    serve(socket, sockets.size);
  });
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
  const address = plain.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => plain.close(resolve));
    },
  };
}
