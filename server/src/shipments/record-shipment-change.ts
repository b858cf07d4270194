import type { AuditAction, AuditFacts } from '@courierdesk/contract/audit-actions';
import { systemActor, type Actor } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Db } from '../db/client.ts';
import { addHistory } from './history.ts';
import { shipmentLabel } from './shipment-label.ts';
import type { ShipmentRow } from './shipment-row.ts';

type Changed = Pick<ShipmentRow, 'shop_id' | 'id' | 'order_name' | 'tracking_number'>;

/** Records a change in the shipment's own history and, with the same words, in the activity log. */
export async function recordShipmentChange(
  trx: Db,
  shipment: Changed,
  change: {
    readonly at: Date;
    /** The name in the shipment's history. */
    readonly who: string;
    readonly what: string;
    readonly action: AuditAction;
    readonly detail?: AuditFacts;
    readonly actor?: Actor;
  },
): Promise<void> {
  const { at, who, what, action, detail = {}, actor = systemActor(shipment.shop_id) } = change;
  await Promise.all([
    addHistory(trx, shipment, { at, who, what }),
    recordAuditEvent(trx, actor, {
      at,
      action,
      subjectKind: 'shipment',
      subjectId: shipment.id,
      label: shipmentLabel(shipment),
      detail: { ...detail, what },
    }),
  ]);
}
