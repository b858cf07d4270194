import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { aUser } from '../../testing/factories.ts';
import type { Answer, TestServer } from '../../testing/test-server.ts';
import { secretOwner } from './check-code.ts';
import { setTwoFactorEnabled, type TwoFactorUser } from './queries.ts';
import { makeRecoveryCodes, replaceRecoveryCodes, type NewRecoveryCodes } from './recovery-codes.ts';
import { newSecret } from './totp.ts';

/** What an authenticator app shows `steps` of 30 seconds from now. */
export const codeAt = (server: TestServer, secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: server.clock.now.getTime() + steps * 30_000,
  });

export const password = 'right-password';

/** A person with an authenticator app, put straight into the database. */
export async function aUserWithTwoFactor(
  { context }: TestServer,
  shopId: string,
  given: Parameters<typeof aUser>[2] = {},
): Promise<{ userId: string; token: string; email: string; secret: string; recoveryCodes: string[] }> {
  const user = await aUser(context, shopId, given);
  const { userId } = user;
  const secret = newSecret();
  const now = context.clock();
  const recoveryCodes = await withShop(context.db, shopId, async (trx) => {
    await trx
      .insertInto('two_factor')
      .values({
        ...{ shop_id: shopId, user_id: userId, session_id: newId(now), created_at: now, confirmed_at: now },
        secret: context.vault.seal(secret, secretOwner(userId)),
      })
      .execute();
    return turnOn(trx, { shopId, userId });
  });
  return { ...user, secret, recoveryCodes };
}

/** The same for everyone, because hashing ten codes takes long. */
let codes: Promise<NewRecoveryCodes> | undefined;

/** Turns two-factor on for someone who has a factor. Returns their recovery codes. */
export async function turnOn(trx: Db, user: TwoFactorUser): Promise<string[]> {
  await setTwoFactorEnabled(trx, user, true);
  return replaceRecoveryCodes(trx, user, await (codes ??= makeRecoveryCodes()));
}

export const signIn = (server: TestServer, email: string): Promise<Answer> =>
  server.call('POST', 'login-user', { body: { email, password } });

/** The token of the first step. */
export async function pendingToken(server: TestServer, email: string): Promise<string> {
  const { body } = await signIn(server, email);
  expect(body.two_factor_await).toBe(true);
  return body.auth_token;
}

export const verify = (server: TestServer, twoFactorToken: string, code: string, from?: string): Promise<Answer> =>
  server.call('POST', 'verify-authenticator-code', {
    body: { twoFactorToken, code },
    ...(from && { headers: { 'x-forwarded-for': from } }),
  });

/** Signs in with a code of the app, from a browser that is to be remembered. The answer has the browser's cookie. */
export async function signInRemembered(
  server: TestServer,
  { email, secret }: { email: string; secret: string },
  headers: Record<string, string> = {},
): Promise<{ cookie: string; token: string; setCookie: string }> {
  const twoFactorToken = await pendingToken(server, email);
  server.clock.advance(60_000); // the code of a minute ago may be used up
  const answer = await server.call('POST', 'verify-authenticator-code', {
    body: { twoFactorToken, code: codeAt(server, secret), rememberDevice: true },
    headers,
  });
  const setCookie = answer.headers.get('set-cookie') ?? '';
  return { cookie: setCookie.split(';')[0] ?? '', token: answer.body.auth_token, setCookie };
}

export const codeOf = ({ status, body }: Answer): { status: number; code: string } => ({
  status,
  code: body.errors?.[0]?.code,
});
