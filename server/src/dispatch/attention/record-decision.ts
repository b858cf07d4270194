import type { AuditAction, AuditFacts } from '@courierdesk/contract/audit-actions';
import type { UserActor } from '../../base/actor.ts';
import type { Db } from '../../base/db/client.ts';
import { recordShipmentChange } from '../../shipments/record/record-shipment-change.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';

/** The shipment after a person's decision, and a message for them. */
export type DecisionResult = { readonly shipment: ShipmentRow; readonly message: string };

/** Records who decided what, in the shipment's history and in the activity log. */
export function recordDecision(
  trx: Db,
  actor: UserActor,
  shipment: ShipmentRow,
  at: Date,
  action: AuditAction,
  detail: AuditFacts = {},
): Promise<void> {
  return recordShipmentChange(trx, shipment, { at, actor, action, detail });
}
