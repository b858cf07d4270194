import { nameOfUser, type UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { queueMail } from '../../base/mail/queue-mail.ts';
import { whenAndWhere } from '../../base/mail/when-and-where.ts';
import { passwordChangedMail } from '../passwords/password-mails.ts';
import { voidResetLinks } from '../passwords/void-reset-links.ts';
import { hashPassword, passwordMatches } from '../../base/secrets/passwords.ts';
import { refuseWeakPassword } from '../../base/secrets/password-rules.ts';
import { endSecondSteps, endSessionsOf } from '../sessions/end-session.ts';
import { findUser, lockStaffUser, type User } from './queries.ts';

const ownerRefusal = "The owner's password cannot be changed here.";

/** The owner sets a user's password. */
export async function changeUserPassword(
  context: Context,
  actor: UserActor,
  id: string,
  input: { password: string; logoutFromAllDevices: boolean },
): Promise<void> {
  const { shopId } = actor;
  const { email } = await withShop(context.db, shopId, (trx) => lockStaffUser(trx, shopId, id, ownerRefusal));
  refuseWeakPassword(input.password, email, 'password');
  const passwordHash = await hashPassword(input.password);
  await withShop(context.db, shopId, async (trx) => {
    const user = await lockStaffUser(trx, shopId, id, ownerRefusal);
    await savePassword(trx, context, actor, user, passwordHash);
    if (input.logoutFromAllDevices) await endSessionsOf(trx, { shopId, userId: id });
  });
}

/** A person changes their own password. Their other sessions end. */
export async function changeOwnPassword(
  context: Context,
  actor: UserActor,
  input: { current_password: string; new_password: string },
): Promise<void> {
  const { shopId, userId, email } = actor;
  await context.rateLimits.consume('password-check', userId);
  const user = await withShop(context.db, shopId, (trx) => findUser(trx, shopId, userId));
  const { password_hash: stored } = user;
  if (stored === null)
    throw new AppError('conflict', 'You sign in through your store and have no password here.', {
      field: 'current_password',
    });
  if (!(await passwordMatches(stored, input.current_password)))
    throw new AppError('invalid-input', 'The current password is wrong.', { field: 'current_password' });
  await context.rateLimits.refund('password-check', userId);
  if (input.new_password === input.current_password)
    throw new AppError('invalid-input', 'Choose a password that differs from the current one.', {
      field: 'new_password',
    });
  refuseWeakPassword(input.new_password, email, 'new_password');
  const passwordHash = await hashPassword(input.new_password);
  await withShop(context.db, shopId, async (trx) => {
    const { numUpdatedRows } = await savePassword(trx, context, actor, user, passwordHash, stored);
    if (numUpdatedRows === 0n)
      throw new AppError('conflict', 'Your password was just changed by someone else. Sign in again.');
    await endSessionsOf(trx, { shopId, userId, except: actor.sessionId });
  });
}

async function savePassword(
  trx: Db,
  context: Context,
  actor: UserActor,
  user: User,
  passwordHash: string,
  expected?: string,
): Promise<{ numUpdatedRows: bigint }> {
  const { shopId } = actor;
  const { id: userId, email } = user;
  const now = context.clock();
  const by = actor.userId === userId ? 'user' : 'owner';
  const result = await trx
    .updateTable('app_user')
    .set({ password_hash: passwordHash })
    .where('shop_id', '=', shopId)
    .where('id', '=', userId)
    .$if(expected !== undefined, (query) => query.where('password_hash', '=', expected ?? ''))
    .executeTakeFirst();
  await endSecondSteps(trx, { shopId, userId });
  await recordAuditEvent(trx, actor, {
    at: now,
    action: 'user.password-changed',
    subjectKind: 'user',
    subjectId: userId,
    label: nameOfUser(user),
    detail: { by },
  });
  await voidResetLinks(trx, { shopId, userId, now });
  await queueMail(trx, context, {
    shopId,
    kind: 'password-changed',
    to: email,
    ...passwordChangedMail({
      shopName: actor.shop.name,
      firstName: user.first_name,
      email,
      by,
      when: whenAndWhere(now, actor.shop.timeZone, actor.userAgent),
      publicUrl: context.config.publicUrl,
    }),
  });
  return result;
}
