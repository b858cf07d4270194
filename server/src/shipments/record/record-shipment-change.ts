import { auditSentence, type AuditAction, type AuditFacts } from '@courierdesk/contract/audit-actions';
import { systemActor, type Actor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Db } from '../../base/db/client.ts';
import { addHistory } from './history.ts';
import { shipmentLabel } from './shipment-label.ts';
import type { ShipmentRow } from './shipment-row.ts';

type Changed = Pick<ShipmentRow, 'shop_id' | 'id' | 'order_name' | 'tracking_number'>;

/**
 * Records a change in the shipment's own history and in the activity log, with the same words: those of `what`, or else
 * the sentence of the action, about "this parcel".
 */
export async function recordShipmentChange(
  trx: Db,
  shipment: Changed,
  change: {
    readonly at: Date;
    /** The name in the shipment's history; the actor's by default. */
    readonly who?: string;
    readonly what?: string;
    readonly action: AuditAction;
    readonly detail?: AuditFacts;
    readonly actor?: Actor;
  },
): Promise<void> {
  const { at, what, action, detail = {}, actor = systemActor(shipment.shop_id) } = change;
  const { who = actor.name } = change;
  await addHistory(trx, shipment, { at, who, what: what ?? aboutThisParcel(action, detail) });
  await recordAuditEvent(trx, actor, {
    at,
    action,
    subjectKind: 'shipment',
    subjectId: shipment.id,
    label: shipmentLabel(shipment),
    detail: what === undefined ? detail : { ...detail, what },
  });
}

/** `Kept the late consignment LE7 of this parcel`. */
function aboutThisParcel(action: AuditAction, facts: AuditFacts): string {
  const sentence = auditSentence(action, { subject: 'this parcel', facts, changes: {} });
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
