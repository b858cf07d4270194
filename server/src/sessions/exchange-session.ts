import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Context } from '../context.ts';
import { withShop } from '../db/tenancy.ts';
import { AppError } from '../errors.ts';
import { boundTo, readToken } from '../secrets/tokens.ts';
import { createSession } from './create-session.ts';
import { actorByUser, consumeExchangeToken } from './queries.ts';
import type { Caller } from './sign-in.ts';

/**
 * Exchanges the single-use token of a store sign-in for a session, in the browser that started the sign-in. A session's
 * own token is not accepted.
 */
export async function exchangeForSession(
  context: Context,
  given: { token: string; browserSecret: string },
  caller: Caller,
): Promise<{ auth_token: string; target: string }> {
  const read = readToken(given.token);
  if (!read) throw expired();
  const { shopId } = read;
  const hash = boundTo(given.browserSecret, read.hash);
  return withShop(context.db, shopId, async (trx) => {
    const now = context.clock();
    const taken = await consumeExchangeToken(trx, shopId, hash, now);
    if (!taken) throw expired();
    if (!taken.is_active) throw new AppError('user-restricted', 'Your account is restricted. Ask the shop owner.');
    const user = { shopId, userId: taken.user_id };
    const actor = await actorByUser(trx, user, caller);
    const auth_token = await createSession(trx, { ...user, now, ...caller });
    await recordAuditEvent(trx, actor, {
      at: now,
      action: 'session.signed-in',
      subjectKind: 'user',
      subjectId: taken.user_id,
      detail: { by: 'store' },
    });
    return { auth_token, target: taken.target };
  });
}

const expired = (): AppError =>
  new AppError(
    'token-expired',
    'This sign-in link has expired or was already used. Open the app from your store again.',
  );
