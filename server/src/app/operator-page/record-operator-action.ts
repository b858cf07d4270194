import { systemActor } from '../../base/actor.ts';
import { recordAuditEvent, type AuditSubjectKind } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';

/** What an action did, for the shop's activity log. */
type OperatorAction = {
  readonly action: 'shop.work-run' | 'shop.lease-released';
  readonly work: string;
  readonly subject?: { readonly kind: AuditSubjectKind; readonly id: string; readonly label: string };
};

export async function recordOperatorAction(
  trx: Db,
  context: Context,
  shopId: string,
  { action, work, subject }: OperatorAction,
): Promise<void> {
  await recordAuditEvent(trx, systemActor(shopId, 'Operator of Courierdesk'), {
    at: context.clock(),
    action,
    subjectKind: subject?.kind ?? 'shop',
    subjectId: subject?.id ?? shopId,
    label: subject?.label ?? '',
    detail: { work },
  });
  context.log.info({ shopId, action, work, subject: subject?.id }, 'the operator did something');
}
