import type { UserActor } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Db } from '../db/client.ts';
import type { ShipmentRow } from '../shipments/shipment-row.ts';

/** What a person's decision led to, in a sentence for them. */
export type Decision = { readonly shipment: ShipmentRow; readonly message: string };

/** Decisions are kept with the person's name. */
export function recordDecision(
  trx: Db,
  actor: UserActor,
  shipment: ShipmentRow,
  at: Date,
  action: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  return recordAuditEvent(trx, actor, { at, action, subjectKind: 'shipment', subjectId: shipment.id, detail });
}
