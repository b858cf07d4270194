import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../../base/db/ids.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ sandbox: false, rateLimits: true, env: { TRUST_PROXY: '1' } });
});
afterAll(() => {
  vi.useRealTimers();
  return server.close();
});

test('one network cannot try secrets for an account without end, and does not use up the limit of others', async () => {
  // However long the calls take, they fall into one minute.
  vi.useFakeTimers({ toFake: ['Date'] });
  const path = `/webhooks/couriers/postex/${newId()}.${'a'.repeat(24)}`;
  const send = async (from: string): Promise<number> =>
    (await server.call('POST', path, { body: {}, headers: { 'x-forwarded-for': from } })).status;
  const statuses = new Set<number>();
  for (let sent = 0; sent < 300; sent += 50)
    for (const status of await Promise.all(Array.from({ length: 50 }, () => send('203.0.113.1')))) statuses.add(status);
  expect(statuses).toEqual(new Set([401]));
  expect(await send('203.0.113.1')).toBe(429);
  expect(await send('203.0.113.2')).toBe(401);
});
