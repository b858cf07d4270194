import type { UserActor } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { AppError } from '../errors.ts';
import { currentPlan } from '../subscriptions/current-plan.ts';
import { deleteTwoFactor } from './delete-two-factor.ts';
import { requiredSince } from './queries.ts';
import { securityMail } from './security-mail.ts';
import { withPasswordAndCode, type PasswordAndCode } from './with-password-and-code.ts';

/** Turns two-factor off. Staff cannot while the owner requires it. */
export async function turnOffTwoFactor(context: Context, actor: UserActor, given: PasswordAndCode): Promise<void> {
  await withPasswordAndCode(context, actor, given, async (trx) => {
    if (await isRequiredOf(trx, context, actor))
      throw new AppError('forbidden', 'The owner requires two-factor sign-in. You cannot turn it off.');
    await deleteTwoFactor(trx, actor);
    await recordAuditEvent(trx, actor, {
      at: context.clock(),
      action: 'two-factor.turned-off',
      subjectKind: 'user',
      subjectId: actor.userId,
    });
    await securityMail(trx, context, actor, 'turned-off');
  });
  context.wake('send-mails');
}

async function isRequiredOf(trx: Db, context: Context, actor: UserActor): Promise<boolean> {
  if (actor.role === 'ADMIN' || !(await requiredSince(trx, actor.shopId))) return false;
  return (await currentPlan(trx, actor.shopId, context.clock())).plan !== 'FREE';
}
