import { createHook } from 'node:async_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword, passwordMatches } from '../../base/secrets/passwords.ts';
import { aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let passwordHash: string;
beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
  passwordHash = await hashPassword('quiet river lantern');
});
afterAll(() => server.close());

/** How many passwords argon2 checks while `work` runs. The server runs in this process. */
async function checksDuring(work: () => Promise<unknown>): Promise<number> {
  let checks = 0;
  // The library gives its background work no name. Everything of Node has one.
  const hook = createHook({ init: (_, type) => void (checks += type === 'undefined' ? 1 : 0) }).enable();
  await work();
  hook.disable();
  return checks;
}

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
