import { userActor, type UserActor } from '../actor.ts';
import type { Db } from '../db/client.ts';

/** A user of the shop as an actor, for calls before there is a session. */
export async function actorByUser(
  trx: Db,
  user: { shopId: string; userId: string },
  caller: { ip: string; requestId: string },
): Promise<UserActor> {
  const row = await trx
    .selectFrom('app_user as u')
    .innerJoin('shop as s', 's.id', 'u.shop_id')
    .where('u.shop_id', '=', user.shopId)
    .where('u.id', '=', user.userId)
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
    ])
    .executeTakeFirstOrThrow();
  return userActor(row, { shopId: user.shopId, sessionId: '', ...caller });
}

/** Consumes the token of a store sign-in. Returns nothing when it is unknown, used or too old. */
export async function consumeExchangeToken(
  trx: Db,
  shopId: string,
  hash: Buffer,
  now: Date,
): Promise<{ user_id: string; target: string; is_active: boolean } | undefined> {
  return trx
    .updateTable('session')
    .from('app_user')
    .set({ used_at: now })
    .whereRef('app_user.shop_id', '=', 'session.shop_id')
    .whereRef('app_user.id', '=', 'session.user_id')
    .where('session.shop_id', '=', shopId)
    .where('session.token_hash', '=', hash)
    .where('session.kind', '=', 'exchange')
    .where('session.used_at', 'is', null)
    .where('session.expires_at', '>', now)
    .returning(['session.user_id', 'session.target', 'app_user.is_active'])
    .executeTakeFirst();
}
