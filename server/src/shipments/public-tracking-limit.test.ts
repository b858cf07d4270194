import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';
import { publicTrackingRoutes } from './public-tracking-routes.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ sandbox: false, rateLimits: true });
});
afterAll(() => world.close());

test('an address that looks too often is told so, and when to look again', async () => {
  const app = Fastify();
  publicTrackingRoutes(app, world.context, { renderTracking: ({ kind }) => kind });
  const look = () => app.inject('/track/LE7512345678');
  for (let looks = 0; looks < 60; looks += 1) expect((await look()).statusCode).toBe(404);
  const refused = await look();
  expect(refused).toMatchObject({ statusCode: 429, body: 'too-often' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  await app.close();
});
