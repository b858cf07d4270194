import type { PaidPlan } from '@courierdesk/contract/subscriptions';
import { pausedPlanText, plans } from '@courierdesk/contract/plans';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { newToken } from '../../base/secrets/tokens.ts';
import { platformAccess } from '../../shop/shops/platform-access.ts';
import { currentPlan } from '../../shop/subscriptions/current-plan.ts';
import { callBilling } from './call-billing.ts';
import { waitingCheckMs } from './apply-billing.ts';
import { compareWithStore } from './compare-with-store.ts';

/** Requests a paid plan. It starts when the owner approves it at the returned address of the store, and not before. */
export async function subscribeToPlan(
  context: Context,
  actor: UserActor,
  input: { readonly plan: PaidPlan; readonly users: boolean; readonly accounts: boolean },
): Promise<{ confirmationUrl: string }> {
  const { shopId } = actor;
  const { title, price, duration } = plans[input.plan];
  const { isDevelopment } = await callBilling(() => compareWithStore(context, shopId));
  const before = await withShop(context.db, shopId, (trx) => currentPlan(trx, shopId, context.clock()));
  if (before.plan === input.plan)
    throw new AppError('conflict', `Your shop is already on the ${title} plan. Reload the page.`);
  // A second subscription to the same plan would not pay the bill.
  if (before.frozenPlan === input.plan)
    throw new AppError('conflict', `${pausedPlanText(input.plan)} Then the plan resumes automatically.`);
  const { token, hash } = newToken(shopId);
  const { subscriptionId, confirmationUrl } = await callBilling(async () =>
    context.platform.createSubscription(await platformAccess(context, shopId), {
      name: `Courierdesk ${title}`,
      price: price.toFixed(2),
      duration,
      returnUrl: `${context.config.publicUrl}/shopify/billing/return?reference=${token}`,
      test: isDevelopment || context.config.shopify.testBilling,
    }),
  );
  await withShop(context.db, shopId, async (trx) => {
    const now = context.clock();
    await trx
      .insertInto('subscription_request')
      .values({
        shop_id: shopId,
        id: newId(now),
        token_hash: hash,
        plan: input.plan,
        plan_id: subscriptionId,
        subscriber: actor.name,
        activate_users: input.users,
        activate_accounts: input.accounts,
        state: 'open',
        created_at: now,
      })
      .execute();
    const checkAt = new Date(now.getTime() + waitingCheckMs);
    await trx.updateTable('subscription').set({ next_check_at: checkAt }).where('shop_id', '=', shopId).execute();
    await context.jobs.request(trx, 'subscriptions', { shopId, at: checkAt });
    await recordAuditEvent(trx, actor, {
      at: now,
      action: 'subscription.requested',
      subjectKind: 'shop',
      subjectId: shopId,
      label: '',
      detail: { plan: input.plan, users: input.users, accounts: input.accounts },
    });
  });
  return { confirmationUrl };
}
