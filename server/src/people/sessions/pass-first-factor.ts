import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { actorByUser } from './actor-by-user.ts';
import type { Caller } from './caller.ts';
import { createSecondFactorToken, createSession, type NewSession } from './create-session.ts';
import { deviceTokenOf, type Cookies } from './device-cookie.ts';
import { lockSignIn } from './lock-sign-in.ts';
import { isRemembered } from './remembered-devices.ts';

/** With `two_factor_await`, the token only opens the second step of sign-in. */
export type SignedIn = { readonly auth_token: string; readonly two_factor_await: boolean };

/**
 * Signs in a person who has shown the first factor, or asks for the second one: of people who use two-factor, on devices that are
 * not remembered.
 */
export async function passFirstFactor(
  trx: Db,
  context: Context,
  session: NewSession & Caller,
  { by, cookies }: { readonly by: 'password' | 'store' | 'switch'; readonly cookies: Cookies },
): Promise<SignedIn> {
  await lockSignIn(trx, session);
  const actor = await actorByUser(trx, session, session);
  const remembered =
    actor.twoFactorEnabled && (await isRemembered(trx, context, session, deviceTokenOf(cookies, session.userId)));
  if (actor.twoFactorEnabled && !remembered)
    return { auth_token: await createSecondFactorToken(trx, session), two_factor_await: true };
  const auth_token = await createSession(trx, session);
  await recordAuditEvent(trx, actor, {
    at: session.now,
    action: 'session.signed-in',
    subjectKind: 'user',
    subjectId: session.userId,
    label: actor.name,
    detail: { by, ...(remembered && { remembered }) },
  });
  return { auth_token, two_factor_await: false };
}
