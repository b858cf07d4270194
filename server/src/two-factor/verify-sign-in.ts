import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Context } from '../context.ts';
import { withShop } from '../db/tenancy.ts';
import { AppError } from '../errors.ts';
import { readToken } from '../secrets/tokens.ts';
import { actorByUser } from '../sessions/actor-by-user.ts';
import type { Caller } from '../sessions/caller.ts';
import { createSession } from '../sessions/create-session.ts';
import { consumeCode } from './check-code.ts';
import { limitCodes } from './limit-codes.ts';
import { pendingSignIn } from './queries.ts';
import { securityMail } from './security-mail.ts';

/** The second step of sign-in. The token of the first step ends with it. */
export async function verifySignIn(
  context: Context,
  given: { code: string; twoFactorToken: string },
  caller: Caller,
): Promise<string> {
  const token = readToken(given.twoFactorToken);
  const pending = token && (await findPending(context, token));
  if (!pending) throw expired();
  const session = await limitCodes(context, { userId: pending.user_id, ip: caller.ip }, () =>
    withShop(context.db, token.shopId, async (trx) => {
      const now = context.clock();
      const locked = await pendingSignIn(trx, token.shopId, token.hash, now);
      if (!locked) throw expired();
      const user = { shopId: token.shopId, userId: locked.user_id };
      const second = await consumeCode(trx, context, user, given.code);
      if (!locked.is_active) throw new AppError('user-restricted', 'Your account is restricted. Ask the shop owner.');
      await trx.deleteFrom('session').where('shop_id', '=', user.shopId).where('id', '=', locked.session_id).execute();
      const actor = await actorByUser(trx, user, caller);
      const auth_token = await createSession(trx, { ...user, now, ...caller });
      await recordAuditEvent(trx, actor, {
        at: now,
        action: 'session.signed-in',
        subjectKind: 'user',
        subjectId: user.userId,
        detail: { by: 'two-factor', code: second },
      });
      if (second === 'recovery-code') await securityMail(trx, context, actor, 'recovery-code-used');
      return auth_token;
    }),
  );
  context.wake('send-mails');
  return session;
}

/** Not locked: who it is decides which limits count the try. */
const findPending = (context: Context, { shopId, hash }: { shopId: string; hash: Buffer }) =>
  withShop(context.db, shopId, (trx) => pendingSignIn(trx, shopId, hash, context.clock()));

const expired = (): AppError => new AppError('token-expired', 'Your sign-in took too long. Sign in again.');
