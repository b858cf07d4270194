import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app/app.ts';
import { loadConfig, type Config } from '../../base/config.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer({ sandbox: false })));
afterAll(() => server.close());

async function linksWith(changes: Partial<Config>) {
  const { context } = server;
  const app = await buildApp({ ...context, config: { ...context.config, ...changes } });
  const reply = await app.inject('/api/v1/app-links');
  await app.close();
  return reply.json();
}

const listedWith = async (changes: Partial<Config>): Promise<string[]> =>
  (await linksWith(changes)).demo_logins.map((login: { email: string }) => login.email);

test('the support page gets the address of SUPPORT_EMAIL, or support at our own host', async () => {
  const supportEmail = (env: NodeJS.ProcessEnv) => loadConfig(env, '/nonexistent').supportEmail;
  expect(supportEmail({ SUPPORT_EMAIL: 'help@lawnhouse.pk' })).toBe('help@lawnhouse.pk');
  expect(supportEmail({ PUBLIC_URL: 'https://desk.lawnhouse.pk' })).toBe('support@desk.lawnhouse.pk');
  expect(() => supportEmail({ SUPPORT_EMAIL: 'call us' })).toThrow('SUPPORT_EMAIL: must be an email address');

  expect(await linksWith({ supportEmail: 'help@lawnhouse.pk' })).toMatchObject({ support_email: 'help@lawnhouse.pk' });
});

test('the support page gets the answer time of SUPPORT_ANSWER_TIME, and none without it', async () => {
  const answerTime = (env: NodeJS.ProcessEnv) => loadConfig(env, '/nonexistent').supportAnswerTime;
  expect(answerTime({ SUPPORT_ANSWER_TIME: 'within one working day' })).toBe('within one working day');
  expect(answerTime({})).toBeUndefined();
  expect(() => answerTime({ SUPPORT_ANSWER_TIME: 'x'.repeat(101) })).toThrow('must have at most 100 characters');
  expect(await linksWith({ supportAnswerTime: 'within a day' })).toMatchObject({ support_answer_time: 'within a day' });
  expect(await linksWith({ supportAnswerTime: undefined })).not.toHaveProperty('support_answer_time');
});

test('the login page lists the demo logins in the demo, and never in production', async () => {
  expect(await listedWith({ sandbox: true })).toEqual(['owner@demo.store', 'staff@demo.store', 'owner@free.store']);
  expect(await listedWith({ sandbox: false })).toEqual([]);
  expect(await listedWith({ production: true, sandbox: false })).toEqual([]);
  expect(await listedWith({ production: true, sandbox: true })).toEqual([]);
});
