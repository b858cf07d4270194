import { PaidPlan } from '@courierdesk/contract/subscriptions';
import { plans } from '@courierdesk/contract/plans';
import type { Actor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { composeMail } from '../../base/mail/compose-mail.ts';
import type { PlatformBilling, PlatformSubscription } from '../../adapters/platforms/platform.ts';
import { lockSubscription, type SubscriptionRow } from '../../shop/subscriptions/lock-subscription.ts';
import { mailOwners } from '../../shop/subscriptions/mail-owners.ts';
import { moveToFree, type EndOfPlan } from '../../shop/subscriptions/move-to-free.ts';
import { endRunOutPlan } from './end-run-out-plan.ts';
import { openRequests, settleRequest } from './queries.ts';
import { startPlan } from './start-plan.ts';

const day = 86_400_000;
/** While a request waits for the merchant, the store is asked this often, in case that its webhook is lost. */
export const waitingCheckMs = 15 * 60_000;
/** The store decides about a request within two days. */
const requestDays = 2;

type Answer = {
  readonly actor: Actor;
  readonly why: EndOfPlan;
  readonly billing: PlatformBilling;
  /** Of the subscription before the store was asked. */
  readonly version: number;
};

/** Writes what the store says about the subscription. False if another comparison was written since it was asked. */
export async function applyBilling(trx: Db, context: Context, answer: Answer): Promise<boolean> {
  const { actor, billing, why } = answer;
  const { shopId } = actor;
  const row = await lockSubscription(trx, shopId);
  if (!row || row.version !== answer.version) return false;
  const now = context.clock();
  const paid = paidSubscription(context, billing);
  if (paid) await keepOrStart(trx, context, actor, row, paid);
  else if (row.plan_id && billing.statuses.get(row.plan_id) === 'frozen') await freeze(trx, context, actor, row);
  else if (row.plan_id) await moveToFree(trx, context, actor, why);
  else await endRunOutPlan(trx, context, row);
  const isWaiting = await settleRequests(trx, context, shopId, billing);
  await trx
    .updateTable('subscription')
    .set({
      version: row.version + 1,
      checked_at: now,
      next_check_at: new Date(now.getTime() + (isWaiting ? waitingCheckMs : day)),
      failures: 0,
    })
    .where('shop_id', '=', shopId)
    .execute();
  return true;
}

/** A test subscription is free of charge. It counts only where we make test subscriptions. */
function paidSubscription(
  context: Context,
  { active, isDevelopment }: PlatformBilling,
): PlatformSubscription | undefined {
  const canTest = isDevelopment || context.config.shopify.testBilling;
  return active
    .filter((one) => canTest || !one.test)
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())[0];
}

async function keepOrStart(
  trx: Db,
  context: Context,
  actor: Actor,
  row: SubscriptionRow,
  paid: PlatformSubscription,
): Promise<void> {
  const plan: PaidPlan = paid.duration === 'year' ? 'YEARLY' : 'MONTHLY';
  if (row.plan_id !== paid.subscriptionId) return startPlan(trx, context, actor, { plan, paid, before: row });
  const now = context.clock();
  await trx
    .updateTable('subscription')
    .set({ plan, frozen_plan: null, period_ends_at: paid.periodEndsAt ?? null, updated_at: now })
    .where('shop_id', '=', actor.shopId)
    .execute();
  if (row.frozen_plan)
    await recordAuditEvent(trx, actor, {
      at: now,
      action: 'subscription.resumed',
      subjectKind: 'shop',
      subjectId: actor.shopId,
      label: '',
      detail: { plan },
    });
}

/** Users and accounts stay active: the plan resumes when the merchant has paid Shopify. */
async function freeze(trx: Db, context: Context, actor: Actor, row: SubscriptionRow): Promise<void> {
  if (row.frozen_plan || row.plan === 'FREE') return;
  const { shopId } = actor;
  const plan = PaidPlan.parse(row.plan);
  await trx
    .updateTable('subscription')
    .set({ plan: 'FREE', frozen_plan: plan, updated_at: context.clock() })
    .where('shop_id', '=', shopId)
    .execute();
  await recordAuditEvent(trx, actor, {
    at: context.clock(),
    action: 'subscription.frozen',
    subjectKind: 'shop',
    subjectId: shopId,
    label: '',
    detail: { plan },
  });
  const { title } = plans[plan];
  await mailOwners(trx, context, shopId, {
    kind: 'plan-frozen',
    subject: (shopName) => `The ${title} plan of ${shopName} is paused`,
    body: (shopName) =>
      composeMail({
        shopName,
        paragraphs: [
          `Shopify has paused the ${title} plan of ${shopName} because of an unpaid Shopify bill.`,
          'Until the bill is paid, the limits of the FREE plan apply. Your users and courier accounts stay active. The plan resumes automatically after payment.',
        ],
        action: { label: 'See the plans', url: `${context.config.publicUrl}/dashboard/plans` },
        reason: `You get this email because you own ${shopName}.`,
      }),
  });
}

/** Closes requests that the store has decided. True while a recent one waits for the merchant. */
async function settleRequests(trx: Db, context: Context, shopId: string, billing: PlatformBilling): Promise<boolean> {
  const now = context.clock();
  let isWaiting = false;
  for (const request of await openRequests(trx, shopId)) {
    const status = billing.statuses.get(request.plan_id);
    if (status === 'declined' || status === 'expired' || status === 'cancelled')
      await settleRequest(trx, request, status, now);
    else if (now.getTime() - request.created_at.getTime() < requestDays * day) isWaiting = true;
  }
  return isWaiting;
}
