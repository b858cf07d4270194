import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { aShop } from '../../testing/factories.ts';
import { quickHash } from '../../testing/quick-hash.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';
import { waitingStatements } from '../../testing/waiting-statements.ts';
import { browserCookieName, newBrowserSecret } from '../sessions/browser-secret.ts';
import { createExchangeToken } from '../sessions/create-session.ts';
import { aUserWithPasskey, signInWith } from './passkeys.testing.ts';
import { aUserWithTwoFactor, codeAt, password, pendingToken, signInRemembered, verify } from './two-factor.testing.ts';

let server: TestServer;
let shopId: string;
let passwordHash: string;

beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
  passwordHash = await quickHash(password);
  ({ shopId } = await aShop(server.context));
});
afterAll(() => server?.close());

const aPerson = () => aUserWithTwoFactor(server, shopId, { role: 'USER', passwordHash });
type Prepared = { readonly userId: string; readonly act: () => Promise<Answer> };

const acts: readonly [what: string, prepare: () => Promise<Prepared>][] = [
  [
    'the code of a sign-in',
    async () => {
      const { userId, email, secret } = await aPerson();
      const token = await pendingToken(server, email);
      return { userId, act: () => verify(server, token, codeAt(server, secret)) };
    },
  ],
  [
    'a sign-in on a remembered device',
    async () => {
      const person = await aPerson();
      const { cookie } = await signInRemembered(server, person);
      const body = { email: person.email, password };
      return { ...person, act: () => server.call('POST', 'login-user', { body, headers: { cookie } }) };
    },
  ],
  [
    'a sign-in from the store',
    async () => {
      const { userId } = await aPerson();
      const browserSecret = newBrowserSecret();
      const token = await withShop(server.context.db, shopId, (trx) =>
        createExchangeToken(trx, {
          ...{ shopId, userId, target: '/dashboard', browserSecret },
          ...{ ip: '', userAgent: '', now: server.clock.now },
        }),
      );
      const headers = { cookie: `${browserCookieName(server.context.config)}=${browserSecret}` };
      return { userId, act: () => server.call('POST', 'session-exchange', { body: { token }, headers }) };
    },
  ],
  [
    'a sign-in with a passkey',
    async () => {
      const { userId, device } = await aUserWithPasskey(server, shopId, { role: 'USER', passwordHash });
      return { userId, act: () => signInWith(server, device) };
    },
  ],
  [
    'turning two-factor off',
    async () => {
      const { userId, token, secret } = await aPerson();
      const body = { password, code: codeAt(server, secret) };
      return { userId, act: () => server.call('POST', 'two-factor/turn-off', { token, body }) };
    },
  ],
];

test.each(acts)(
  '%s waits for another change of the same user before it locks a session or a factor',
  async (_, prepare) => {
    const { userId, act } = await prepare();
    let other: Promise<Answer> | undefined;
    const free = await withShop(server.context.db, shopId, async (trx) => {
      const sessions = sql`select id from session where shop_id = ${shopId} and user_id = ${userId}`;
      const factors = sql`select user_id from two_factor where shop_id = ${shopId} and user_id = ${userId}`;
      const passkeys = sql`select id from passkey where shop_id = ${shopId} and user_id = ${userId}`;
      await sql`select from app_user where shop_id = ${shopId} and id = ${userId} for update`.execute(trx);
      other = act();
      await expect.poll(() => waitingStatements(server), { timeout: 10_000 }).toBe(1);
      const counts: [all: number, free: number][] = [];
      for (const table of [sessions, factors, passkeys]) {
        const all = await table.execute(trx);
        const unlocked = await sql`${table} for update skip locked`.execute(trx);
        counts.push([all.rows.length, unlocked.rows.length]);
      }
      return counts;
    });
    for (const [all, unlocked] of free) expect(unlocked).toBe(all);
    expect((await other)?.status).toBe(200);
  },
);
