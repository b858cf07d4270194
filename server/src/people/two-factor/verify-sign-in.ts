import type { SignedPasskey } from '@courierdesk/contract/webauthn';
import { recordingFailedSignIn } from '../../base/audit/record-failed-sign-in.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { checkPasskey, recordPasskeyUse } from './check-passkey.ts';
import { readToken } from '../../base/secrets/tokens.ts';
import { actorByUser } from '../sessions/actor-by-user.ts';
import type { Caller } from '../sessions/caller.ts';
import { PasswordUsers } from '../sessions/password-users.ts';
import { createSession } from '../sessions/create-session.ts';
import { lockSignIn } from '../sessions/lock-sign-in.ts';
import { rememberDevice } from '../sessions/remembered-devices.ts';
import { userRestricted } from '../../base/lost-access.ts';
import { consumeCode, readCode } from './check-code.ts';
import { limitSecondFactor } from './limit-codes.ts';
import { pendingSignIn } from './queries.ts';
import { securityMail } from './security-mail.ts';

/** The second step of sign-in, with a code of the app or a recovery code. */
export const verifySignIn = (
  context: Context,
  given: { code: string; twoFactorToken: string; rememberDevice: boolean },
  caller: Caller,
): Promise<Finished> =>
  finishSignIn(context, given, caller, async ({ user }) => {
    const code = await readCode(context, user, given.code);
    return (trx) => consumeCode(trx, context, user, code);
  });

/** The second step of sign-in, with a passkey. */
export const verifySignInWithPasskey = (
  context: Context,
  given: { passkey: SignedPasskey; twoFactorToken: string },
  caller: Caller,
): Promise<Finished> =>
  finishSignIn(context, { twoFactorToken: given.twoFactorToken }, caller, async ({ user, sessionId }) => {
    const passkey = await checkPasskey(context, user, given.passkey, { purpose: 'second-factor', sessionId });
    return async (trx) => {
      await recordPasskeyUse(trx, passkey, context.clock());
      return 'passkey';
    };
  });

type PendingSignIn = { readonly user: { shopId: string; userId: string }; readonly sessionId: string };
/** Uses the second factor up, in the transaction that opens the session. */
type UseFactor = (trx: Db) => Promise<'app' | 'recovery-code' | 'passkey'>;

/** `device`: the person had their device remembered, and this is the token for its cookie. */
type Finished = { readonly auth_token: string; readonly device?: { userId: string; token: string } };

/** The token of the first step ends with it. */
async function finishSignIn(
  context: Context,
  given: { readonly twoFactorToken: string; readonly code?: string; readonly rememberDevice?: boolean },
  caller: Caller,
  check: (pending: PendingSignIn) => Promise<UseFactor>,
): Promise<Finished> {
  const { twoFactorToken, code } = given;
  const token = readToken(twoFactorToken);
  const pending = token && (await findPending(context, token));
  if (!pending) throw expired();
  const { user } = pending;
  const finish = async (): Promise<Finished> => {
    const useFactor = await check(pending);
    return withShop(context.db, token.shopId, async (trx) => {
      const now = context.clock();
      await lockSignIn(trx, user);
      // Locked so that no one uses the token at the same moment.
      const locked = await pendingSignIn(trx, token.shopId, token.hash, now).forUpdate('s').executeTakeFirst();
      if (!locked) throw expired();
      const second = await useFactor(trx);
      if (!locked.is_active) throw await userRestricted(trx, user);
      await trx.deleteFrom('session').where('shop_id', '=', user.shopId).where('id', '=', locked.session_id).execute();
      const actor = await actorByUser(trx, user, caller);
      const auth_token = await createSession(trx, {
        ...user,
        now,
        ...caller,
        passwordUsers: PasswordUsers.parse(locked.password_users),
      });
      await recordAuditEvent(trx, actor, {
        at: now,
        action: 'session.signed-in',
        subjectKind: 'user',
        subjectId: user.userId,
        label: actor.name,
        detail: { by: 'two-factor', code: second },
      });
      if (second === 'recovery-code') await securityMail(trx, context, actor, 'recovery-code-used');
      // A recovery code is for the day on which the phone is missing.
      if (!given.rememberDevice || second !== 'app') return { auth_token };
      return { auth_token, device: { userId: user.userId, token: await rememberDevice(trx, context, actor) } };
    });
  };
  const session = await recordingFailedSignIn(context, user, caller, () =>
    limitSecondFactor(context, { user, ip: caller.ip, code }, finish),
  );
  return session;
}

/** Not locked: who it is decides which limits count the try. */
export async function findPending(
  context: Context,
  { shopId, hash }: { shopId: string; hash: Buffer },
): Promise<PendingSignIn | undefined> {
  const row = await withShop(context.db, shopId, (trx) =>
    pendingSignIn(trx, shopId, hash, context.clock()).executeTakeFirst(),
  );
  return row && { user: { shopId, userId: row.user_id }, sessionId: row.session_id };
}

export const expired = (): AppError => new AppError('token-expired', 'Your sign-in took too long. Sign in again.');
