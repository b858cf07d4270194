import type { ReplyOf } from '@courierdesk/contract/endpoint';
import type { beginSecondFactor as endpoint } from '@courierdesk/contract/passkeys';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { networkOf } from '../../base/http/network-of.ts';
import { signingOptions } from './check-passkey.ts';
import { passkeysOf } from './stored-passkeys.ts';
import { readToken } from '../../base/secrets/tokens.ts';
import { twoFactorOf, unusedRecoveryCodes } from './queries.ts';
import { expired, findPending } from './verify-sign-in.ts';

/** Which second factors someone may use whose password was right, and what a passkey has to sign. */
export async function beginSecondFactor(
  context: Context,
  twoFactorToken: string,
  ip: string,
): Promise<ReplyOf<typeof endpoint>> {
  await context.rateLimits.consume('passkey-challenge', networkOf(ip));
  const token = readToken(twoFactorToken);
  const pending = token && (await findPending(context, token));
  if (!pending) throw expired();
  const { user, sessionId } = pending;
  const { app, codes, passkeys } = await withShop(context.db, user.shopId, async (trx) => ({
    app: await twoFactorOf(trx, user),
    codes: await unusedRecoveryCodes(trx, user),
    passkeys: await passkeysOf(trx, user),
  }));
  return {
    app: app?.confirmed_at != null,
    recovery_codes: codes > 0,
    passkey:
      passkeys.length > 0 ? await signingOptions(context, { purpose: 'second-factor', sessionId }, passkeys) : null,
  };
}
