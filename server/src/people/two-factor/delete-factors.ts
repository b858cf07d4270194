import { planHas } from '@courierdesk/contract/plans';
import type { Db } from '../../base/db/client.ts';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { AppError } from '../../base/errors.ts';
import { endSecondSteps } from '../sessions/end-session.ts';
import { currentPlan } from '../../shop/subscriptions/current-plan.ts';
import { passkeysOf } from './stored-passkeys.ts';
import { setTwoFactorEnabled, twoFactorOf, type TwoFactorUser, requiredSince } from './queries.ts';

/** Deletes app, passkeys and recovery codes. */
export async function deleteTwoFactor(trx: Db, user: TwoFactorUser): Promise<void> {
  await trx.deleteFrom('passkey').where('shop_id', '=', user.shopId).where('user_id', '=', user.userId).execute();
  await deleteApp(trx, user);
}

/** Deletes the app's secret. True when the user has other factors. */
export async function deleteApp(trx: Db, user: TwoFactorUser): Promise<boolean> {
  await trx.deleteFrom('two_factor').where('shop_id', '=', user.shopId).where('user_id', '=', user.userId).execute();
  return settleAfterRemoval(trx, user);
}

/**
 * Ends sign-ins that wait for the second step, and forgets remembered devices. Without any factor left, the password alone is enough again and recovery
 * codes stop working. True when the user has a factor left.
 */
export async function settleAfterRemoval(trx: Db, user: TwoFactorUser): Promise<boolean> {
  const { shopId, userId } = user;
  await endSecondSteps(trx, user);
  const app = await twoFactorOf(trx, user);
  if (app?.confirmed_at || (await passkeysOf(trx, user)).length > 0) return true;
  await trx.deleteFrom('recovery_code').where('shop_id', '=', shopId).where('user_id', '=', userId).execute();
  await trx
    .updateTable('app_user')
    .set({ recovery_salt: null })
    .where('shop_id', '=', shopId)
    .where('id', '=', userId)
    .execute();
  await setTwoFactorEnabled(trx, user, false);
  return false;
}

/** Staff may not remove their last factor while the owner requires two-factor. Undoes the transaction. */
export async function refuseLastFactor(trx: Db, context: Context, actor: UserActor): Promise<void> {
  if (actor.role === 'ADMIN' || !(await requiredSince(trx, actor.shopId))) return;
  const { plan } = await currentPlan(trx, actor.shopId, context.clock());
  if (!planHas(plan, 'twoFactor')) return;
  throw new AppError('forbidden', 'The owner requires two-factor sign-in. You cannot turn it off.');
}
