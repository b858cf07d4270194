import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { notTurnedOn } from './check-code.ts';
import { confirmIdentity, type Proof } from './confirm-identity.ts';
import { deleteApp, refuseLastFactor } from './delete-factors.ts';
import { twoFactorOf } from './queries.ts';
import { securityMail } from './security-mail.ts';

/** Turns the authenticator app off. Staff keep one factor while the owner requires it. */
export async function turnOffTwoFactor(context: Context, actor: UserActor, proof: Proof): Promise<void> {
  await confirmIdentity(context, actor, proof, async (trx) => {
    if (!(await twoFactorOf(trx, actor))?.confirmed_at) throw notTurnedOn();
    const hasOthers = await deleteApp(trx, actor);
    if (!hasOthers) await refuseLastFactor(trx, context, actor);
    await recordAuditEvent(trx, actor, {
      at: context.clock(),
      action: 'two-factor.turned-off',
      subjectKind: 'user',
      subjectId: actor.userId,
      label: actor.name,
    });
    await securityMail(trx, context, actor, hasOthers ? 'app-removed' : 'turned-off');
  });
}
