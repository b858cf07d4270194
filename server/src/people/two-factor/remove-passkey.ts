import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { notFound } from '../../base/errors.ts';
import { confirmIdentity, type Proof } from './confirm-identity.ts';
import { settleAfterRemoval, refuseLastFactor } from './delete-factors.ts';
import { securityMail } from './security-mail.ts';

/** A person removes one of their own passkeys. Staff keep one factor while the owner requires it. */
export async function removePasskey(context: Context, actor: UserActor, id: string, proof: Proof): Promise<void> {
  await confirmIdentity(context, actor, proof, async (trx) => {
    const removed = await trx
      .deleteFrom('passkey')
      .where('shop_id', '=', actor.shopId)
      .where('user_id', '=', actor.userId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (!removed) throw notFound('This passkey');
    if (!(await settleAfterRemoval(trx, actor))) await refuseLastFactor(trx, context, actor);
    await recordAuditEvent(trx, actor, {
      at: context.clock(),
      action: 'passkey.removed',
      subjectKind: 'user',
      subjectId: actor.userId,
      label: actor.name,
      detail: { passkey: id },
    });
    await securityMail(trx, context, actor, 'passkey-removed');
  });
}
