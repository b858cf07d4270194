import { gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installCompressedReplies } from './compressed-replies.ts';

const long = { words: 'کراچی Karachi '.repeat(500) };
const short = { words: 'Lahore' };
let app: FastifyInstance;
beforeAll(() => {
  app = Fastify();
  installCompressedReplies(app);
  app.get('/long', () => long);
  app.get('/short', () => short);
});
afterAll(() => app?.close());

const ask = (url: string, encodings?: string) =>
  app.inject({ url, headers: encodings === undefined ? {} : { 'accept-encoding': encodings } });

it.each(['gzip, deflate, br, zstd', 'br;q=1.0, gzip;q=0.8', '*'])(
  'who takes %s gets it compressed',
  async (encodings) => {
    const answer = await ask('/long', encodings);
    expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(answer.rawPayload.length).toBeLessThan(1000);
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
    expect(JSON.parse(gunzipSync(answer.rawPayload).toString())).toEqual(long);
  },
);

it.each([undefined, 'br', 'gzip;q=0', 'identity'])('who takes %s gets it as it is', async (encodings) => {
  const answer = await ask('/long', encodings);
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.headers.vary).toBe('accept-encoding');
  expect(answer.json()).toEqual(long);
});

it('what is short is not worth it', async () => {
  const answer = await ask('/short', 'gzip');
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.json()).toEqual(short);
});
