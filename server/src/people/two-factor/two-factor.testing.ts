import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import { aUser } from '../../testing/factories.ts';
import type { Answer, TestServer } from '../../testing/test-server.ts';

/** What an authenticator app shows `steps` of 30 seconds from now. */
export const codeAt = (server: TestServer, secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: server.clock.now.getTime() + steps * 30_000,
  });

export const password = 'right-password';

/** A person whose two-factor is on. The clock moves on, so that the next code of the app is a new one. */
export async function aUserWithTwoFactor(
  server: TestServer,
  shopId: string,
  given: Parameters<typeof aUser>[2] = {},
): Promise<{ userId: string; token: string; email: string; secret: string; recoveryCodes: string[] }> {
  const user = await aUser(server.context, shopId, given);
  const { token } = user;
  const { secret } = (await server.call('GET', 'get-qr-code', { token })).body;
  const on = await server.call('POST', 'verify-qr-code', { token, body: { code: codeAt(server, secret) } });
  expect(on.body.message).toBe('Two factor authentication enabled');
  server.clock.advance(60_000);
  return { ...user, secret, recoveryCodes: on.body.recovery_codes };
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

export const codeOf = ({ status, body }: Answer): { status: number; code: string } => ({
  status,
  code: body.errors?.[0]?.code,
});
