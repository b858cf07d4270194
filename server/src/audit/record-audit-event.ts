import type { Actor } from '../actor.ts';
import type { Db } from '../db/client.ts';
import { newId } from '../db/ids.ts';

/** Records who did what, in the transaction of the change. `detail` never contains secrets or personal data. */
export async function recordAuditEvent(
  trx: Db,
  actor: Actor,
  event: {
    at: Date;
    action: string;
    subjectKind: string;
    subjectId: string;
    detail?: Record<string, unknown>;
  },
): Promise<void> {
  await trx
    .insertInto('audit_event')
    .values({
      shop_id: actor.shopId,
      id: newId(event.at),
      at: event.at,
      actor_kind: actor.kind,
      actor_id: actor.kind === 'user' ? actor.userId : null,
      actor_name: actor.name,
      action: event.action,
      subject_kind: event.subjectKind,
      subject_id: event.subjectId,
      detail: JSON.stringify(event.detail ?? {}),
      ip: actor.kind === 'user' ? actor.ip : '',
      request_id: actor.kind === 'user' ? actor.requestId : '',
    })
    .execute();
}
