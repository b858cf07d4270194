import type { PaidPlan } from '@courierdesk/contract/subscriptions';
import type { Actor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import type { PlatformSubscription } from '../../adapters/platforms/platform.ts';
import type { SubscriptionRow } from '../../shop/subscriptions/lock-subscription.ts';
import { requestOfSubscription, settleRequest } from './queries.ts';

/**
 * Starts a plan that the store has confirmed, or replaces the current one. As the request says, activates the users and
 * accounts that the end of a plan switched off, and none that a person did. A subscription without a request of ours
 * activates nothing.
 */
export async function startPlan(
  trx: Db,
  context: Context,
  actor: Actor,
  start: { readonly plan: PaidPlan; readonly paid: PlatformSubscription; readonly before: SubscriptionRow },
): Promise<void> {
  const { shopId } = actor;
  const { plan, paid, before } = start;
  const now = context.clock();
  const request = await requestOfSubscription(trx, shopId, paid.subscriptionId);
  await trx
    .updateTable('subscription')
    .set({
      plan,
      plan_id: paid.subscriptionId,
      frozen_plan: null,
      expires_at: null,
      period_ends_at: paid.periodEndsAt ?? null,
      subscriber: request?.subscriber ?? null,
      updated_at: now,
    })
    .where('shop_id', '=', shopId)
    .execute();
  const users = request?.activate_users ? await activateUsers(trx, shopId) : [];
  const accounts = request?.activate_accounts ? await activateAccounts(trx, shopId) : [];
  if (request) await settleRequest(trx, request, 'approved', now);
  await recordAuditEvent(trx, actor, {
    at: now,
    action: 'subscription.started',
    subjectKind: 'shop',
    subjectId: shopId,
    label: '',
    detail: { plan, before: before.frozen_plan ?? before.plan, by: request?.subscriber ?? '', users, accounts },
  });
}

async function activateUsers(trx: Db, shopId: string): Promise<string[]> {
  const users = await trx
    .updateTable('app_user')
    .set({ is_active: true, off_by_plan: false })
    .where('shop_id', '=', shopId)
    .where('off_by_plan', '=', true)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute();
  return users.map(({ id }) => id);
}

async function activateAccounts(trx: Db, shopId: string): Promise<string[]> {
  const accounts = await trx
    .updateTable('courier_account')
    .set({ in_active: false, off_by_plan: false })
    .where('shop_id', '=', shopId)
    .where('off_by_plan', '=', true)
    .returning('id')
    .execute();
  return accounts.map(({ id }) => id);
}
