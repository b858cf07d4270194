import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app/app.ts';
import { loadConfig } from '../../base/config.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer({ sandbox: false })));
afterAll(() => server.close());

async function listedWith(changes: { production?: boolean; sandbox?: boolean }): Promise<string[]> {
  const { context } = server;
  const app = await buildApp({ ...context, config: { ...context.config, ...changes } });
  const reply = await app.inject('/api/v1/app-links');
  await app.close();
  return reply.json().demo_logins.map((login: { email: string }) => login.email);
}

test('the support page gets the address of SUPPORT_EMAIL, or support at our own host', async () => {
  const supportEmail = (env: NodeJS.ProcessEnv) => loadConfig(env, '/nonexistent').supportEmail;
  expect(supportEmail({ SUPPORT_EMAIL: 'help@lawnhouse.pk' })).toBe('help@lawnhouse.pk');
  expect(supportEmail({ PUBLIC_URL: 'https://desk.lawnhouse.pk' })).toBe('support@desk.lawnhouse.pk');
  expect(() => supportEmail({ SUPPORT_EMAIL: 'call us' })).toThrow('SUPPORT_EMAIL: must be an email address');

  const { context } = server;
  const app = await buildApp({ ...context, config: { ...context.config, supportEmail: 'help@lawnhouse.pk' } });
  const reply = await app.inject('/api/v1/app-links');
  await app.close();
  expect(reply.json()).toMatchObject({ support_email: 'help@lawnhouse.pk' });
});

test('the login page lists the demo logins in the demo, and never in production', async () => {
  expect(await listedWith({ sandbox: true })).toEqual(['owner@demo.store', 'staff@demo.store', 'owner@free.store']);
  expect(await listedWith({ sandbox: false })).toEqual([]);
  expect(await listedWith({ production: true, sandbox: false })).toEqual([]);
  expect(await listedWith({ production: true, sandbox: true })).toEqual([]);
});
