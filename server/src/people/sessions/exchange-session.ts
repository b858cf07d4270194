import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { boundTo, readToken } from '../../base/secrets/tokens.ts';
import { userRestricted } from '../../base/lost-access.ts';
import { lockSignIn } from './lock-sign-in.ts';
import { consumeExchangeToken, userOfExchangeToken } from './queries.ts';
import type { Caller } from './caller.ts';
import type { Cookies } from './device-cookie.ts';
import { passFirstFactor, type SignedIn } from './pass-first-factor.ts';

/**
 * Exchanges the single-use token of a store sign-in for a session, in the browser that started the sign-in. A session's
 * own token is not accepted.
 */
export async function exchangeForSession(
  context: Context,
  given: { token: string; browserSecret: string },
  caller: Caller,
  cookies: Cookies,
): Promise<SignedIn & { readonly target: string }> {
  const read = readToken(given.token);
  if (!read) throw expired();
  const { shopId } = read;
  const hash = boundTo(given.browserSecret, read.hash);
  return withShop(context.db, shopId, async (trx) => {
    const now = context.clock();
    const pending = await userOfExchangeToken(trx, shopId, hash);
    if (!pending) throw expired();
    await lockSignIn(trx, { shopId, userId: pending.user_id });
    const taken = await consumeExchangeToken(trx, shopId, hash, now);
    if (!taken) throw expired();
    const user = { shopId, userId: taken.user_id };
    if (!taken.is_active) throw await userRestricted(trx, user);
    const signedIn = await passFirstFactor(trx, context, { ...user, now, ...caller }, { by: 'store', cookies });
    return { ...signedIn, target: taken.target };
  });
}

const expired = (): AppError =>
  new AppError(
    'token-expired',
    'This sign-in link has expired or was already used. Open the app from your store again.',
  );
