import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { publicTrackingRoutes } from './public-tracking-routes.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ sandbox: false, rateLimits: true });
});
afterAll(() => server.close());

test('without a number the page asks for one, and then shows that parcel', async () => {
  const app = Fastify();
  publicTrackingRoutes(app, server.context, { renderTracking: ({ kind, lang }) => `${kind} ${lang}` });
  for (const path of ['/track', '/track/', '/track?number=', '/track?number=%20'])
    expect(await app.inject(path)).toMatchObject({ statusCode: 200, body: 'no-number en' });
  expect(await app.inject('/track/?lang=ur')).toMatchObject({ statusCode: 200, body: 'no-number ur' });
  const entered = await app.inject('/track?number=%20le75/1%20&lang=ur');
  expect(entered).toMatchObject({ statusCode: 303, headers: { location: '/track/LE75%2F1?lang=ur' } });
  await app.close();
});

test('too many requests from one address get a message that says when to try again', async () => {
  const app = Fastify();
  publicTrackingRoutes(app, server.context, { renderTracking: ({ kind }) => kind });
  const look = () => app.inject('/track/LE7512345678');
  for (let looks = 0; looks < 60; looks += 1) expect((await look()).statusCode).toBe(404);
  const refused = await look();
  expect(refused).toMatchObject({ statusCode: 429, body: 'too-often' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  await app.close();
});
