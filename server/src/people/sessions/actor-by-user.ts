import { userActor, type UserActor } from '../../base/actor.ts';
import type { Caller } from './caller.ts';
import type { Db } from '../../base/db/client.ts';

/** A user of the shop as an actor, for calls before there is a session. */
export async function actorByUser(
  trx: Db,
  user: { shopId: string; userId: string },
  caller: Caller,
): Promise<UserActor> {
  const row = await usersWithShop(trx, user.shopId).where('u.id', '=', user.userId).executeTakeFirstOrThrow();
  return userActor(row, { shopId: user.shopId, sessionId: '', ...caller });
}

/** The users of a shop, with what `userActor` needs. */
export const usersWithShop = (trx: Db, shopId: string) =>
  trx
    .selectFrom('app_user as u')
    .innerJoin('shop as s', 's.id', 'u.shop_id')
    .where('u.shop_id', '=', shopId)
    .select([
      'u.id as user_id',
      'u.email',
      'u.first_name',
      'u.last_name',
      'u.phone',
      'u.tag',
      'u.role',
      'u.access_scopes',
      'u.two_factor_enabled',
      's.name as shop_name',
      's.domain as shop_domain',
      's.time_zone',
      's.currency',
    ]);
