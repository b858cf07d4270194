import type { Db } from '../../base/db/client.ts';

/** The user of a store sign-in, who is locked before its token is consumed. */
export const userOfExchangeToken = (trx: Db, shopId: string, hash: Buffer) =>
  trx
    .selectFrom('session')
    .select('user_id')
    .where('shop_id', '=', shopId)
    .where('token_hash', '=', hash)
    .where('kind', '=', 'exchange')
    .executeTakeFirst();

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
