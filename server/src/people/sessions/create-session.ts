import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';
import { AppError } from '../../base/errors.ts';
import { refuseBlockedShop } from '../../base/lost-access.ts';
import { boundTo, newToken } from '../../base/secrets/tokens.ts';
import { rememberedDays } from '@courierdesk/contract/two-factor';
import type { PasswordUser } from './password-users.ts';

const sessionDays = 30;
const exchangeSeconds = 60;
const secondFactorMinutes = 5;

export type NewSession = {
  readonly shopId: string;
  readonly userId: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly now: Date;
  /** The hash that the password matched: a password that was changed since then opens no session. */
  readonly passwordHash?: string;
  /** The users in several shops whose password was entered. */
  readonly passwordUsers?: readonly PasswordUser[];
};

/**
 * Signs a user in. The token is returned once, to the caller; only its hash is kept. Whoever restricts or deletes the
 * user at the same moment either ends this session too or makes it fail.
 */
export async function createSession(trx: Db, session: NewSession): Promise<string> {
  const { shopId, userId, now, passwordHash } = session;
  const user = await trx
    .updateTable('app_user')
    .set({ last_signed_in_at: now })
    .where('shop_id', '=', shopId)
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .$if(passwordHash !== undefined, (query) => query.where('password_hash', '=', passwordHash ?? ''))
    .returning('id')
    .executeTakeFirst();
  if (!user) throw new AppError('login-failed', 'Your account just changed. Try again.');
  return insertToken(trx, session, {
    kind: 'session',
    target: '',
    expiresAt: new Date(now.getTime() + sessionDays * 86_400_000),
  });
}

/** A token for someone whose password was right. It opens nothing but the second step of sign-in. */
export function createSecondFactorToken(trx: Db, session: NewSession): Promise<string> {
  return insertToken(trx, session, {
    kind: 'second-factor',
    target: '',
    expiresAt: new Date(session.now.getTime() + secondFactorMinutes * 60_000),
  });
}

/** A token for the cookie of a browser in which the user needs no second factor. It works only together with `secret`. */
export function createDeviceToken(trx: Db, session: NewSession & { readonly secret: string }): Promise<string> {
  return insertToken(trx, session, {
    kind: 'remembered-device',
    target: '',
    boundTo: session.secret,
    expiresAt: new Date(session.now.getTime() + rememberedDays * 86_400_000),
  });
}

/**
 * A single-use token of 60 seconds that the login page exchanges for a session, in the browser that has this secret in
 * its cookie. `target` is where the browser goes next.
 */
export function createExchangeToken(
  trx: Db,
  session: NewSession & { readonly target: string; readonly browserSecret: string },
): Promise<string> {
  return insertToken(trx, session, {
    kind: 'exchange',
    target: session.target,
    boundTo: session.browserSecret,
    expiresAt: new Date(session.now.getTime() + exchangeSeconds * 1000),
  });
}

async function insertToken(
  trx: Db,
  { shopId, userId, ip, userAgent, now, passwordUsers = [] }: NewSession,
  rest: {
    kind: 'session' | 'exchange' | 'second-factor' | 'remembered-device';
    target: string;
    boundTo?: string;
    expiresAt: Date;
  },
): Promise<string> {
  await refuseBlockedShop(trx, shopId);
  const { token, hash } = newToken(shopId);
  await trx
    .insertInto('session')
    .values({
      shop_id: shopId,
      id: newId(now),
      user_id: userId,
      kind: rest.kind,
      token_hash: rest.boundTo === undefined ? hash : boundTo(rest.boundTo, hash),
      target: rest.target,
      ip,
      user_agent: userAgent.slice(0, 300),
      created_at: now,
      last_used_at: now,
      expires_at: rest.expiresAt,
      password_users: JSON.stringify(passwordUsers),
    })
    .execute();
  return token;
}
