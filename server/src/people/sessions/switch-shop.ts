import type { OwnShop } from '@courierdesk/contract/sessions';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { notFound } from '../../base/errors.ts';
import type { Caller } from './caller.ts';
import type { Cookies } from './device-cookie.ts';
import { endSession } from './end-session.ts';
import { passFirstFactor, type SignedIn } from './pass-first-factor.ts';
import { passwordUsersOf, usableShops } from './password-users.ts';

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
  cookies: Cookies,
): Promise<SignedIn> {
  const users = await withShop(context.db, actor.shopId, (trx) => passwordUsersOf(trx, actor));
  const chosen = (await otherUsers(context, actor)).find(({ id }) => id === shopId);
  if (!chosen) throw notFound('This shop');
  const session = { shopId, userId: chosen.user.user_id, now: context.clock(), ...caller, passwordUsers: users };
  const signedIn = await withShop(context.db, shopId, (trx) =>
    passFirstFactor(trx, context, session, { by: 'switch', cookies }),
  );
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
