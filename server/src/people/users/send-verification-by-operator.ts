import { nameOfUser, systemActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { lockStaffUser } from './queries.ts';
import { sendVerification } from './send-verification.ts';

/** Sends an unverified user another link, in the name of the shop's owner, when the owner cannot. */
export async function sendVerificationByOperator(
  context: Context,
  { shopId, userId }: { readonly shopId: string; readonly userId: string },
): Promise<void> {
  await withShop(context.db, shopId, async (trx) => {
    const user = await lockStaffUser(trx, shopId, userId, "The owner's email needs no verification.");
    if (user.is_verified_user) throw new AppError('conflict', 'This email is already verified.');
    const shop = await trx.selectFrom('shop').select('name').where('id', '=', shopId).executeTakeFirstOrThrow();
    const owner = await trx
      .selectFrom('app_user')
      .select(['first_name', 'last_name', 'email'])
      .where('shop_id', '=', shopId)
      .where('role', '=', 'ADMIN')
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    const name = owner ? nameOfUser(owner) : `The owner of ${shop.name}`;
    await sendVerification(trx, context, { shopId, name, shop }, user);
    await recordAuditEvent(trx, systemActor(shopId, 'Operator of Courierdesk'), {
      at: context.clock(),
      action: 'user.verification-sent',
      subjectKind: 'user',
      subjectId: userId,
      label: nameOfUser(user),
    });
  });
}
