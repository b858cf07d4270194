import { nameOfUser, type UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { deleteTwoFactor } from './delete-factors.ts';
import { securityMail } from './security-mail.ts';

/**
 * Removes app, passkeys and recovery codes of a staff member, and ends their sessions: the lost phone may
 * have one.
 */
export async function resetTwoFactorOfUser(context: Context, actor: UserActor, userId: string): Promise<void> {
  const { shopId } = actor;
  await withShop(context.db, shopId, async (trx) => {
    const user = await trx
      .selectFrom('app_user')
      .select(['email', 'first_name', 'last_name', 'role', 'two_factor_enabled'])
      .where('shop_id', '=', shopId)
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (!user) throw notFound('This user');
    if (user.role === 'ADMIN')
      throw new AppError('conflict', 'Owners turn off two-factor on their own profile, with password and code.');
    if (!user.two_factor_enabled) throw new AppError('conflict', 'This user does not use two-factor.');
    await deleteTwoFactor(trx, { shopId, userId });
    await trx.deleteFrom('session').where('shop_id', '=', shopId).where('user_id', '=', userId).execute();
    await recordAuditEvent(trx, actor, {
      at: context.clock(),
      action: 'two-factor.reset',
      subjectKind: 'user',
      subjectId: userId,
      label: nameOfUser(user),
    });
    await securityMail(trx, context, { ...actor, email: user.email }, 'reset');
  });
}
