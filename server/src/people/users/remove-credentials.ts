import type { Db } from '../../base/db/client.ts';
import { voidResetLinks } from '../passwords/void-reset-links.ts';
import { endSessionsOf } from '../sessions/end-session.ts';
import { deleteTwoFactor } from '../two-factor/delete-factors.ts';

/**
 * Removes password and two-factor of an account, its sessions and the links to reset its password, because other people
 * may have them. The person gets in through the store, or with a new password.
 */
export async function removeCredentials(trx: Db, user: { shopId: string; userId: string; now: Date }): Promise<void> {
  const { shopId, userId } = user;
  await trx
    .updateTable('app_user')
    .set({ password_hash: null })
    .where('shop_id', '=', shopId)
    .where('id', '=', userId)
    .execute();
  await deleteTwoFactor(trx, { shopId, userId });
  await voidResetLinks(trx, user);
  await endSessionsOf(trx, { shopId, userId });
}
