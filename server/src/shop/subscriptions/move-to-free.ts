import { countText, formatCount } from '@courierdesk/contract/count-text';
import { plans } from '@courierdesk/contract/plans';
import type { Actor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { composeMail, greeting } from '../../base/mail/compose-mail.ts';
import { queueMail } from '../../base/mail/queue-mail.ts';
import { expireSessionsOf } from '../../base/http/expire-sessions.ts';
import { accountKeptOnFree } from './account-kept-on-free.ts';
import { currentlyPaid, lockSubscription } from './lock-subscription.ts';
import { mailOwners } from './mail-owners.ts';

/** Why a paid plan ended: a person cancelled it, the store ended it, it ran out, or the app was uninstalled. */
export type EndOfPlan = 'cancelled' | 'ended-in-store' | 'ran-out' | 'uninstalled';

/**
 * Ends the paid plan: all users but the owner and all courier accounts but one become inactive, and the owner and these
 * users get an email. Does nothing on FREE.
 */
export async function moveToFree(trx: Db, context: Context, actor: Actor, why: EndOfPlan): Promise<void> {
  const { shopId } = actor;
  const plan = currentlyPaid(await lockSubscription(trx, shopId));
  if (!plan) return;
  const now = context.clock();
  await trx
    .updateTable('subscription')
    .set((eb) => ({
      plan: 'FREE',
      plan_id: null,
      frozen_plan: null,
      expires_at: null,
      period_ends_at: null,
      subscriber: null,
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('shop_id', '=', shopId)
    .execute();
  const users = await deactivateUsers(trx, shopId);
  const kept = await accountKeptOnFree(trx, shopId, now);
  const accounts = await deactivateAccounts(trx, shopId, kept?.id);
  await recordAuditEvent(trx, actor, {
    at: now,
    action: 'subscription.ended',
    subjectKind: 'shop',
    subjectId: shopId,
    label: '',
    detail: { plan, why, users: users.map(({ id }) => id), accounts },
  });
  await mailOwners(trx, context, shopId, {
    kind: 'plan-ended',
    subject: (shopName) => `${shopName} is on the FREE plan now`,
    body: (shopName) =>
      composeMail({
        shopName,
        paragraphs: [
          `${reasons[why](plans[plan].title)} ${shopName} is on the FREE plan now.`,
          ...deactivated(users.length, accounts.length, kept?.name),
          freeTerms,
        ],
        action: { label: 'See the plans', url: `${context.config.publicUrl}/dashboard/plans` },
        reason: `You get this email because you own ${shopName}.`,
      }),
  });
  await mailUsers(trx, context, shopId, users, reasons[why](plans[plan].title));
}

type DeactivatedUser = { id: string; email: string; first_name: string; is_verified_user: boolean };

/** Tells users why they can no longer sign in. */
async function mailUsers(
  trx: Db,
  context: Context,
  shopId: string,
  users: readonly DeactivatedUser[],
  reason: string,
): Promise<void> {
  const shop = await trx.selectFrom('shop').select('name').where('id', '=', shopId).executeTakeFirstOrThrow();
  for (const { email, first_name } of users.filter((user) => user.is_verified_user))
    await queueMail(trx, context, {
      shopId,
      kind: 'user-deactivated',
      to: email,
      subject: `You can no longer sign in to ${shop.name}`,
      ...composeMail({
        shopName: shop.name,
        paragraphs: [
          greeting(first_name),
          `${reason} With it, your account at ${shop.name} became inactive. The shop owner can activate it again.`,
        ],
        reason: `You get this email because you work for ${shop.name}.`,
      }),
    });
}

/** Their sessions end. */
async function deactivateUsers(trx: Db, shopId: string): Promise<DeactivatedUser[]> {
  const users = await trx
    .updateTable('app_user')
    .set({ is_active: false, off_by_plan: true })
    .where('shop_id', '=', shopId)
    .where('role', '=', 'USER')
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .returning(['id', 'email', 'first_name', 'is_verified_user'])
    .execute();
  await expireSessionsOf(trx, { shopId, userIds: users.map(({ id }) => id) });
  return users;
}

async function deactivateAccounts(trx: Db, shopId: string, keptId: string | undefined): Promise<string[]> {
  const accounts = await trx
    .updateTable('courier_account')
    .set({ in_active: true, off_by_plan: true })
    .where('shop_id', '=', shopId)
    .where('id', '<>', keptId ?? '')
    .where('in_active', '=', false)
    .returning('id')
    .execute();
  return accounts.map(({ id }) => id);
}

const reasons: Record<EndOfPlan, (title: string) => string> = {
  cancelled: (title) => `The ${title} plan was cancelled.`,
  'ended-in-store': (title) => `Shopify ended the subscription to the ${title} plan.`,
  'ran-out': (title) => `The ${title} plan has run out.`,
  uninstalled: (title) => `Courierdesk was uninstalled, which ended the ${title} plan.`,
};

function deactivated(users: number, accounts: number, kept: string | undefined): string[] {
  if (users === 0 && accounts === 0) return [];
  const unaffected = kept === undefined ? 'The owner is' : `The owner and the courier account ${kept} are`;
  return [
    `We deactivated ${countText(users, 'user account')} and ${countText(accounts, 'courier account')}. ${unaffected} unaffected. You can activate them again on the Users and Accounts pages.`,
  ];
}

const { bookings = 0, accounts = 0, users = 0 } = plans.FREE.limits;
const freeTerms = `The FREE plan has ${formatCount(bookings)} order bookings per month, ${accounts} courier accounts and ${users} user accounts. It has no automatic status update, export, two-factor sign-in or order tags.`;
