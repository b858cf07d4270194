import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ sandbox: false, rateLimits: true });
});
afterAll(() => world.close());

test('the same address cannot guess passwords for long', async () => {
  const attempt = () => world.call('POST', 'login-user', { body: { email: 'who@example.test', password: 'guess' } });
  const answers = [];
  for (let tries = 0; tries < 21; tries += 1) answers.push(await attempt());
  expect(answers.slice(0, 20).every((answer) => answer.status === 400)).toBe(true);
  const refused = answers.at(-1);
  expect(refused?.status).toBe(429);
  expect(refused?.body.errors[0].code).toBe('too-many-requests');
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
});
