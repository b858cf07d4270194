import { planHas } from '@courierdesk/contract/plans';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { AppError } from '../../base/errors.ts';
import { currentPlan } from '../../shop/subscriptions/current-plan.ts';
import { requiredSince } from './queries.ts';

/** Staff may not remove their last factor while the owner requires two-factor. Undoes the transaction. */
export async function refuseLastFactor(trx: Db, context: Context, actor: UserActor): Promise<void> {
  if (actor.role === 'ADMIN' || !(await requiredSince(trx, actor.shopId))) return;
  const { plan } = await currentPlan(trx, actor.shopId, context.clock());
  if (!planHas(plan, 'twoFactor')) return;
  throw new AppError('forbidden', 'The owner requires two-factor sign-in. You cannot turn it off.');
}
