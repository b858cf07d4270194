import net from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { installPromptClose } from './prompt-close.ts';

async function listening(
  slow: () => Promise<string | Readable> = async () => '',
  maxMs?: number,
): Promise<{ url: URL; close(): Promise<number> }> {
  const app = Fastify();
  installPromptClose(app, maxMs);
  app.get('/slow', slow);
  app.post('/', () => 'taken');
  const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  return {
    url,
    async close() {
      const startedAt = performance.now();
      await app.close();
      return performance.now() - startedAt;
    },
  };
}

it('what is being answered is answered, and its connection, kept alive, is not waited for', async () => {
  const arrived = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  const { url, close } = await listening(() => {
    arrived.resolve();
    return answer.promise;
  });
  const reply = fetch(new URL('/slow', url));
  await arrived.promise;
  let isClosed = false;
  const closing = close().finally(() => (isClosed = true));
  await pause(100);
  expect(isClosed).toBe(false);
  answer.resolve('answered');
  expect(await (await reply).text()).toBe('answered');
  expect(await closing).toBeLessThan(3_000);
});

it.each([
  ['nothing', ''],
  ['half a head', 'POST / HTTP/1.1\r\nhost: x\r\n'],
  ['half a body', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 10\r\n\r\nabc'],
])('a connection on which %s was sent is not waited for', async (_what, sent) => {
  const { url, close } = await listening();
  const socket = net.connect(Number(url.port), url.hostname);
  const ended = new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));
  socket.resume().write(sent);
  await pause(100);
  expect(await close()).toBeLessThan(3_000);
  await ended;
});

it('an idle connection that was used before is not waited for', async () => {
  const { url, close } = await listening();
  expect(await (await fetch(url, { method: 'POST' })).text()).toBe('taken');
  expect(await close()).toBeLessThan(3_000);
});

it('a client that does not read its reply is waited for until the time is over', async () => {
  const parts = Array.from({ length: 64 }, () => Buffer.alloc(1024 * 1024));
  const asked = Promise.withResolvers<void>();
  const { url, close } = await listening(async () => {
    asked.resolve();
    return Readable.from(parts);
  }, 1_000);
  const socket = net.connect(Number(url.port), url.hostname);
  const ended = new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));
  socket.pause().write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
  await asked.promise;
  const ms = await close();
  expect(ms).toBeGreaterThan(500);
  expect(ms).toBeLessThan(5_000);
  socket.resume();
  await ended;
});
