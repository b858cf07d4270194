import { nameOfUser, systemActor, type Actor, type UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { deleteTwoFactor } from './delete-factors.ts';
import { securityMail } from './security-mail.ts';

/**
 * Removes app, passkeys and recovery codes of a staff member, and ends their sessions: the lost phone may
 * have one.
 */
export async function resetTwoFactorOfUser(context: Context, actor: UserActor, userId: string): Promise<void> {
  await withShop(context.db, actor.shopId, async (trx) => {
    const user = await lockedUser(trx, actor, userId);
    if (user.role === 'ADMIN')
      throw new AppError('conflict', 'Owners turn off two-factor in their own profile, with password and code.');
    await resetTwoFactor(trx, context, actor, user);
    await securityMail(trx, context, { ...actor, email: user.email }, 'reset');
  });
}

/** The same for the operator, also for an owner, whom nobody of the shop can help. */
export async function resetTwoFactorByOperator(
  context: Context,
  { shopId, userId }: { readonly shopId: string; readonly userId: string },
): Promise<void> {
  await withShop(context.db, shopId, async (trx) => {
    const actor = systemActor(shopId, 'Operator of Courierdesk');
    const user = await lockedUser(trx, actor, userId);
    await resetTwoFactor(trx, context, actor, user);
    const shop = { name: user.shop_name, timeZone: user.time_zone };
    await securityMail(trx, context, { shopId, shop, email: user.email, userAgent: '' }, 'reset-by-operator');
  });
}

async function lockedUser(trx: Db, { shopId }: Pick<Actor, 'shopId'>, userId: string) {
  const user = await trx
    .selectFrom('app_user as u')
    .innerJoin('shop as s', 's.id', 'u.shop_id')
    .select(['u.id', 'u.email', 'u.first_name', 'u.last_name', 'u.role', 'u.two_factor_enabled'])
    .select(['s.name as shop_name', 's.time_zone'])
    .where('u.shop_id', '=', shopId)
    .where('u.id', '=', userId)
    .forUpdate('u')
    .executeTakeFirst();
  if (!user) throw notFound('This user');
  return user;
}

async function resetTwoFactor(
  trx: Db,
  context: Context,
  actor: Actor,
  user: Awaited<ReturnType<typeof lockedUser>>,
): Promise<void> {
  const { shopId } = actor;
  if (!user.two_factor_enabled) throw new AppError('conflict', 'This user does not use two-factor.');
  await deleteTwoFactor(trx, { shopId, userId: user.id });
  await trx.deleteFrom('session').where('shop_id', '=', shopId).where('user_id', '=', user.id).execute();
  await recordAuditEvent(trx, actor, {
    at: context.clock(),
    action: 'two-factor.reset',
    subjectKind: 'user',
    subjectId: user.id,
    label: nameOfUser(user),
  });
}
