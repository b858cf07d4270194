import type { Db } from '../../base/db/client.ts';

/** Voids the links that were mailed to a user, because there is a newer one or a newer password. */
export async function voidResetLinks(trx: Db, user: { shopId: string; userId: string; now: Date }): Promise<void> {
  await trx
    .updateTable('mailed_link')
    .set({ voided_at: user.now })
    .where('shop_id', '=', user.shopId)
    .where('user_id', '=', user.userId)
    .where('kind', '=', 'reset-password')
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute();
}
