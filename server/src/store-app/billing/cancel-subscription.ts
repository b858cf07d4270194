import type { PaidPlan } from '@courierdesk/contract/subscriptions';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { PlatformError } from '../../adapters/platforms/platform.ts';
import { platformAccess } from '../../shop/shops/platform-access.ts';
import { currentPlan, type CurrentPlan } from '../../shop/subscriptions/current-plan.ts';
import { callBilling } from './call-billing.ts';
import { compareWithStore } from './compare-with-store.ts';

/** Cancels the subscription in the store and moves the shop to FREE, once the store says that it has ended. */
export async function cancelPlan(
  context: Context,
  actor: UserActor,
  input: { readonly id: string; readonly name: PaidPlan },
): Promise<void> {
  const { shopId } = actor;
  await withShop(context.db, shopId, async (trx) => {
    const current = await currentPlan(trx, shopId, context.clock());
    if (!isCurrent(current, input))
      throw new AppError('conflict', 'The plan of your shop has changed. Reload the page.');
    await recordAuditEvent(trx, actor, {
      at: context.clock(),
      action: 'subscription.cancel-requested',
      subjectKind: 'shop',
      subjectId: shopId,
      label: '',
      detail: { plan: input.name },
    });
  });
  await callBilling(async () => {
    const refusal = await cancelInStore(context, shopId, input.id);
    await compareWithStore(context, shopId, { actor, why: 'cancelled' });
    if (refusal && (await withShop(context.db, shopId, (trx) => currentPlan(trx, shopId, context.clock()))).planId)
      throw refusal;
  });
}

const isCurrent = ({ plan, frozenPlan, planId }: CurrentPlan, { id, name }: { id: string; name: PaidPlan }): boolean =>
  planId === id && (frozenPlan ?? plan) === name;

/** The error of a call that may have ended the subscription all the same: it was already over, or the answer was lost. */
async function cancelInStore(context: Context, shopId: string, id: string): Promise<PlatformError | undefined> {
  try {
    await context.platform.cancelSubscription(await platformAccess(context, shopId), id);
    return undefined;
  } catch (error) {
    if (error instanceof PlatformError && (error.kind === 'rejected' || error.kind === 'uncertain')) return error;
    throw error;
  }
}
