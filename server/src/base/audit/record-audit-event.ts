import {
  auditGroupOf,
  type AuditAction,
  type AuditChanges,
  type AuditFacts,
} from '@courierdesk/contract/audit-actions';
import { cutText } from '@courierdesk/contract/cut-text';
import type { Insertable } from 'kysely';
import type { Actor } from '../actor.ts';
import type { Db } from '../db/client.ts';
import { newId } from '../db/ids.ts';
import type { AuditEvent as AuditEventTable } from '../db/schema.ts';
import { bounded } from './bounded.ts';

/** What a change was made to. `shop` is for what concerns the shop as a whole. */
export type AuditSubjectKind =
  | 'shop'
  | 'user'
  | 'shipment'
  | 'store_order'
  | 'batch'
  | 'difference'
  | 'shipment_task'
  | 'courier-account'
  | 'load_sheet'
  | 'label_print'
  | 'order_export'
  | 'import'
  | 'order_view';

type AuditEvent = {
  readonly at: Date;
  readonly action: AuditAction;
  readonly subjectKind: AuditSubjectKind;
  readonly subjectId: string;
  /** What people call the subject now: an order name with its tracking number, a user's name, a file name. */
  readonly label: string;
  /** Numbers, names of files, how it was done. Never secrets or personal data. */
  readonly detail?: AuditFacts;
  /** Changed fields before and after, from `changesOf`. */
  readonly changes?: AuditChanges;
};

/** Records who did what, in the transaction of the change. */
export const recordAuditEvent = (trx: Db, actor: Actor, event: AuditEvent): Promise<void> =>
  recordAuditEvents(trx, actor, [event]);

/** Records several events of one actor, in one statement. */
export async function recordAuditEvents(trx: Db, actor: Actor, events: readonly AuditEvent[]): Promise<void> {
  if (events.length === 0) return;
  await trx
    .insertInto('audit_event')
    .values(events.map((event) => rowOf(actor, event)))
    .execute();
}

const maxLabel = 300;

function rowOf(actor: Actor, event: AuditEvent): Insertable<AuditEventTable> {
  const person = actor.kind === 'user' ? actor : undefined;
  return {
    shop_id: actor.shopId,
    id: newId(event.at),
    at: event.at,
    actor_kind: actor.kind,
    actor_id: person?.userId ?? null,
    actor_name: actor.name,
    action: event.action,
    action_group: auditGroupOf(event.action),
    subject_kind: event.subjectKind,
    subject_id: event.subjectId,
    subject_label: cutText(event.label, maxLabel),
    detail: JSON.stringify(bounded(event.detail ?? {})),
    changes: JSON.stringify(bounded(event.changes ?? {})),
    ip: person?.ip ?? '',
    user_agent: cutText(person?.userAgent ?? '', maxLabel),
    request_id: actor.requestId,
  };
}
