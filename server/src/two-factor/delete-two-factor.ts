import type { Db } from '../db/client.ts';
import { setTwoFactorEnabled, type TwoFactorUser } from './queries.ts';

/** Deletes the secret and the recovery codes, and ends sign-ins that wait for a code. */
export async function deleteTwoFactor(trx: Db, user: TwoFactorUser): Promise<void> {
  await trx.deleteFrom('two_factor').where('shop_id', '=', user.shopId).where('user_id', '=', user.userId).execute();
  await trx
    .deleteFrom('session')
    .where('shop_id', '=', user.shopId)
    .where('user_id', '=', user.userId)
    .where('kind', '=', 'second-factor')
    .execute();
  await setTwoFactorEnabled(trx, user, false);
}
