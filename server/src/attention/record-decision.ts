import type { AuditAction, AuditFacts } from '@courierdesk/contract/audit-actions';
import type { UserActor } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Db } from '../db/client.ts';
import { shipmentLabel } from '../shipments/shipment-label.ts';
import type { ShipmentRow } from '../shipments/shipment-row.ts';

/** The shipment after a person's decision, and a message for them. */
export type DecisionResult = { readonly shipment: ShipmentRow; readonly message: string };

/** Records who decided what in the audit trail. */
export function recordDecision(
  trx: Db,
  actor: UserActor,
  shipment: ShipmentRow,
  at: Date,
  action: AuditAction,
  detail: AuditFacts = {},
): Promise<void> {
  return recordAuditEvent(trx, actor, {
    ...{ at, action, detail },
    ...{ subjectKind: 'shipment', subjectId: shipment.id, label: shipmentLabel(shipment) },
  });
}
