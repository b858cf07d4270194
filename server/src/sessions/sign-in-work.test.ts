import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../secrets/passwords.ts';
import { aShop, aUser } from '../testing/factories.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let passwordHash: string;
beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
  passwordHash = await hashPassword('quiet river lantern');
});
afterAll(() => server.close());

/** Processor time of a refused sign-in in this process, where the server runs too. Almost all of it is argon2. */
async function workOf(email: string): Promise<number> {
  const before = process.cpuUsage();
  const { status } = await server.call('POST', 'login-user', { body: { email, password: 'a wrong password' } });
  expect(status).toBe(400);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

test(
  'a refused sign-in checks as many passwords whether or not a user has the email',
  { timeout: 60_000 },
  async () => {
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
    const work = new Map<string, number>();
    for (let round = 0; round < 21; round += 1)
      for (const [who, email] of Object.entries(emails)) {
        const spent = await workOf(email);
        // The first round warms up.
        if (round > 0) work.set(who, (work.get(who) ?? 0) + spent);
      }
    for (const [who, spent] of work) {
      const ratio = spent / (work.get('nobody') ?? 0);
      // One check more or less would be half the work or one and a half times as much.
      expect(ratio, who).toBeGreaterThan(0.75);
      expect(ratio, who).toBeLessThan(1.3);
    }
  },
);
