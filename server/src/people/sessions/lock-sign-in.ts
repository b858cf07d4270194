import type { Db } from '../../base/db/client.ts';

/**
 * Locks a user. Who changes them together with their sessions or factors does this first, so that no two such changes wait
 * for each other.
 */
export const lockSignIn = (trx: Db, { shopId, userId }: { readonly shopId: string; readonly userId: string }) =>
  trx
    .selectFrom('app_user')
    .select(['two_factor_enabled'])
    .where('shop_id', '=', shopId)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
