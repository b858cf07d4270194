import { lostAccessText, type LostAccess } from '@courierdesk/contract/sessions';
import type { Db } from './db/client.ts';
import { AppError } from './errors.ts';

type UserKey = { readonly shopId: string; readonly userId: string };

/** Why a person can no longer use the shop. Undefined while they can, and once they are deleted. */
export async function lostAccessOf(trx: Db, { shopId, userId }: UserKey): Promise<LostAccess | undefined> {
  const user = await trx
    .selectFrom('app_user as u')
    .innerJoin('shop as s', 's.id', 'u.shop_id')
    .select(['u.is_active', 'u.off_by_plan', 's.uninstalled_at', 's.blocked_at'])
    .where('u.shop_id', '=', shopId)
    .where('u.id', '=', userId)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!user) return undefined;
  if (user.blocked_at) return 'blocked';
  if (user.uninstalled_at) return 'uninstalled';
  if (user.is_active) return undefined;
  return user.off_by_plan ? 'plan-ended' : 'restricted';
}

/** The same for whoever signed in with this token. */
export async function lostAccessOfSession(
  trx: Db,
  token: { readonly shopId: string; readonly hash: Buffer },
): Promise<LostAccess | undefined> {
  const session = await trx
    .selectFrom('session')
    .select('user_id')
    .where('shop_id', '=', token.shopId)
    .where('token_hash', '=', token.hash)
    .where('kind', '=', 'session')
    .executeTakeFirst();
  return session && lostAccessOf(trx, { shopId: token.shopId, userId: session.user_id });
}

/** The refusal of a person who is not active, with the reason. */
export async function userRestricted(trx: Db, user: UserKey): Promise<AppError> {
  return new AppError('user-restricted', lostAccessText[(await lostAccessOf(trx, user)) ?? 'restricted']);
}

/** Throws while the operator has blocked the shop. */
export async function refuseBlockedShop(trx: Db, shopId: string): Promise<void> {
  const shop = await trx.selectFrom('shop').select('blocked_at').where('id', '=', shopId).executeTakeFirst();
  if (shop?.blocked_at) throw new AppError('user-restricted', lostAccessText.blocked);
}
