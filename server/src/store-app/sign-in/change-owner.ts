import type { Selectable } from 'kysely';
import { nameOfUser, systemActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import type { AppUser } from '../../base/db/schema.ts';
import { composeMail } from '../../base/mail/compose-mail.ts';
import { endSessionsOf } from '../../people/sessions/end-session.ts';
import { mailOwners } from '../../shop/subscriptions/mail-owners.ts';

type User = Selectable<AppUser>;

/** The store names one account owner. Earlier ones lose the role, and the new one gets an email. */
export async function replaceOwners(
  trx: Db,
  context: Context,
  owner: { readonly shopId: string; readonly userId: string },
): Promise<void> {
  const earlier = await trx
    .selectFrom('app_user')
    .selectAll()
    .where('shop_id', '=', owner.shopId)
    .where('role', '=', 'ADMIN')
    .where('id', '<>', owner.userId)
    .orderBy('id')
    .execute();
  if (earlier.length === 0) return;
  await endOwnership(trx, context, earlier);
  const names = earlier.map((user) => `${nameOfUser(user)} (${user.email})`).join(', ');
  await mailOwners(trx, context, owner.shopId, {
    kind: 'owner-changed',
    subject: (shopName) => `You are the owner of ${shopName} on Courierdesk now`,
    body: (shopName) =>
      composeMail({
        shopName,
        paragraphs: [
          `Shopify names you as the owner of ${shopName}. You now own it on Courierdesk too.`,
          `We restricted the earlier owner, ${names}, and signed them out. If they still work for ${shopName}, choose their scopes and remove the restriction under Users.`,
          'A password or two-factor sign-in that you had on Courierdesk no longer works, because the earlier owner may know it. Open Courierdesk from Shopify, or choose a new password with “Forgot password?” on the sign-in page.',
          'Your courier accounts are unchanged. Change their passwords at the couriers if the earlier owner should not know them.',
        ],
        action: { label: 'See the users', url: `${context.config.publicUrl}/dashboard/users` },
        reason: `You get this email because you own ${shopName}.`,
      }),
  });
}

/** They become restricted members of staff without scopes, and their sessions end. */
export async function endOwnership(trx: Db, context: Context, users: readonly User[]): Promise<void> {
  for (const user of users) {
    await trx
      .updateTable('app_user')
      .set({ role: 'USER', access_scopes: [], is_active: false, off_by_plan: false })
      .where('shop_id', '=', user.shop_id)
      .where('id', '=', user.id)
      .execute();
    await endSessionsOf(trx, { shopId: user.shop_id, userId: user.id });
    await recordAuditEvent(trx, systemActor(user.shop_id, 'Store'), {
      at: context.clock(),
      action: 'user.no-longer-owner',
      subjectKind: 'user',
      subjectId: user.id,
      label: nameOfUser(user),
    });
  }
}
