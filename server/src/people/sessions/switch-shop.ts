import type { OwnShop } from '@courierdesk/contract/sessions';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { notFound } from '../../base/errors.ts';
import { actorByUser } from './actor-by-user.ts';
import type { Caller } from './caller.ts';
import { createSecondFactorToken, createSession } from './create-session.ts';
import { endSession } from './end-session.ts';
import { passwordUsersOf, usableShops } from './password-users.ts';
import type { SignedIn } from './sign-in.ts';

/** Other shops that the password of this session opens. */
export async function otherShops(context: Context, actor: UserActor): Promise<OwnShop[]> {
  return (await otherUsers(context, actor)).map(({ id, name, domain }) => ({ id, name, domain }));
}

/**
 * Signs in to another shop whose password the person entered at sign-in, and ends this session. The owner of a shop can give
 * a user any email, so the email alone opens no other shop.
 */
export async function switchShop(
  context: Context,
  actor: UserActor,
  shopId: string,
  caller: Caller,
): Promise<SignedIn> {
  const users = await withShop(context.db, actor.shopId, (trx) => passwordUsersOf(trx, actor));
  const chosen = (await otherUsers(context, actor)).find(({ id }) => id === shopId);
  if (!chosen) throw notFound('This shop');
  const known = { shopId, userId: chosen.user.user_id };
  const signedIn = await withShop(context.db, shopId, async (trx) => {
    const now = context.clock();
    const other = await actorByUser(trx, known, caller);
    const session = { ...known, now, ...caller, passwordUsers: users };
    if (other.twoFactorEnabled)
      return { auth_token: await createSecondFactorToken(trx, session), two_factor_await: true };
    const auth_token = await createSession(trx, session);
    await recordAuditEvent(trx, other, {
      at: now,
      action: 'session.signed-in',
      subjectKind: 'user',
      subjectId: other.userId,
      label: other.name,
      detail: { by: 'switch' },
    });
    return { auth_token, two_factor_await: false };
  });
  await endSession(context, actor);
  return signedIn;
}

async function otherUsers(context: Context, actor: UserActor) {
  const users = await withShop(context.db, actor.shopId, (trx) => passwordUsersOf(trx, actor));
  return usableShops(
    context,
    users.filter((user) => user.shop_id !== actor.shopId),
  );
}
