import { createHook } from 'node:async_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword, passwordMatches } from '../../base/secrets/passwords.ts';
import { aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';
import { addPasskey, aUserWithPasskey, confirmation, newDevice } from '../two-factor/passkeys.testing.ts';
import { aUserWithTwoFactor, codeAt } from '../two-factor/two-factor.testing.ts';

let server: TestServer;
let passwordHash: string;
beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
  passwordHash = await hashPassword('quiet river lantern');
});
afterAll(() => server.close());

/** How many passwords argon2 checks while `work` runs, in all and at once. The server runs in this process. */
async function countChecks(work: () => Promise<unknown>): Promise<{ checks: number; atOnce: number }> {
  const running = new Set<number>();
  const counted = { checks: 0, atOnce: 0 };
  const hook = createHook({
    init: (id, type) => {
      // The library gives its background work no name. Everything of Node has one.
      if (type !== 'undefined') return;
      running.add(id);
      counted.checks += 1;
      counted.atOnce = Math.max(counted.atOnce, running.size);
    },
    after: (id) => void running.delete(id),
  }).enable();
  await work();
  hook.disable();
  return counted;
}

const checksDuring = async (work: () => Promise<unknown>): Promise<number> => (await countChecks(work)).checks;

async function refused(email: string): Promise<void> {
  const { status } = await server.call('POST', 'login-user', { body: { email, password: 'a wrong password' } });
  expect(status).toBe(400);
}

test('a refused sign-in checks as many passwords whether or not a user has the email', async () => {
  expect(await checksDuring(() => passwordMatches(passwordHash, 'a wrong password'))).toBe(1);
  const { shopId } = await aShop(server.context);
  const other = await aShop(server.context);
  const inBoth = await aUser(server.context, shopId, { passwordHash });
  await aUser(server.context, other.shopId, { passwordHash, email: inBoth.email });
  const emails = {
    nobody: 'nobody@example.test',
    user: (await aUser(server.context, shopId, { passwordHash })).email,
    restricted: (await aUser(server.context, shopId, { passwordHash, active: false })).email,
    'without a password': (await aUser(server.context, shopId)).email,
    'in two shops': inBoth.email,
  };
  // The first sign-in also makes the hash that unknown emails are checked against.
  await refused('first@example.test');
  for (const [who, email] of Object.entries(emails))
    expect({ who, checks: await checksDuring(() => refused(email)) }).toEqual({ who, checks: 2 });
});

test('wrong passwords of many people at once leave two of the four background threads free', async () => {
  const emails = Array.from({ length: 10 }, (_, n) => `person${n}@example.test`);
  expect(await countChecks(() => Promise.all(emails.map(refused)))).toEqual({ checks: 20, atOnce: 2 });
});

test('a second passkey makes no recovery codes, which take as long as ten passwords', async () => {
  const { shopId } = await aShop(server.context);
  const { token, device } = await aUserWithPasskey(server, shopId);
  const proof = { passkey: await confirmation(server, token, device) };
  const checks = await checksDuring(async () => {
    const { body } = await addPasskey(server, token, newDevice(server), { proof });
    expect(body).toMatchObject({ message: 'Passkey added', recovery_codes: null });
  });
  expect(checks).toBe(0);
});

test('a wrong code at the set-up of two-factor makes no recovery codes, which take as long as ten passwords', async () => {
  const { shopId } = await aShop(server.context);
  const { token } = await aUser(server.context, shopId);
  const { secret } = (await server.call('GET', 'get-qr-code', { token })).body;
  const checksWith = (code: string, status: number) =>
    checksDuring(async () => {
      const answer = await server.call('POST', 'verify-qr-code', { token, body: { code } });
      expect(answer.status).toBe(status);
    });
  expect(await checksWith('000000', 400)).toBe(0);
  expect(await checksWith(codeAt(server, secret), 200)).toBe(10);
});

test('recovery codes are not renewed, which takes as long as ten passwords, before the code of the app is right', async () => {
  const { shopId } = await aShop(server.context);
  const { token, secret } = await aUserWithTwoFactor(server, shopId, { passwordHash });
  const checksWith = (code: string, status: number) =>
    checksDuring(async () => {
      const body = { password: 'quiet river lantern', code };
      const answer = await server.call('POST', 'two-factor/recovery-codes', { token, body });
      expect(answer.status).toBe(status);
    });
  expect(await checksWith('000000', 400), 'the password alone').toBe(1);
  expect(await checksWith(codeAt(server, secret), 200), 'the password and ten codes').toBe(11);
});

test('a sign-in while sixty passwords wait is refused with a time to wait, and works later', async () => {
  const { shopId } = await aShop(server.context);
  const { email } = await aUser(server.context, shopId, { passwordHash });
  const signIn = (): Promise<Answer> =>
    server.call('POST', 'login-user', { body: { email, password: 'quiet river lantern' } });
  const others = { areBusy: true };
  const busy = Array.from({ length: 62 }, async () => {
    while (others.areBusy) await passwordMatches(passwordHash, 'a wrong password');
  });
  const { status, headers, body } = await signIn();
  others.areBusy = false;
  await Promise.all(busy);
  expect({ status, retryAfter: headers.get('retry-after'), said: body.errors[0].msg }).toEqual({
    status: 503,
    retryAfter: '5',
    said: 'Many people are signing in at the moment. Try again in a few seconds.',
  });
  expect((await signIn()).status).toBe(200);
});
