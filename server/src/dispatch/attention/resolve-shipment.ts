import type { Resolution } from '@courierdesk/contract/attention';
import { cancelBooking } from '@courierdesk/contract/shipments';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { requireScope } from '../../base/require-scope.ts';
import { notFound } from '../../base/errors.ts';
import { cancelLateConsignment, keepLateConsignment } from './decide-late-consignment.ts';
import { confirmCancelled, keepBooking } from './decide-cancel.ts';
import { setCancelWhenFound, releaseUncertain } from './decide-uncertain.ts';
import type { DecisionResult } from './record-decision.ts';
import { confirmDelivered } from './confirm-delivered.ts';
import { dismissCase } from './dismiss-case.ts';
import { assignTrackingNumber } from './assign-tracking-number.ts';
import { shipmentById } from '../../shipments/record/find-shipments.ts';
import { receiveReturn } from './receive-return.ts';
import { takeCod } from './take-cod.ts';
import { retryStoreUpdate } from './retry-store-update.ts';

/** Carries out a person's decision about a shipment. */
export async function resolveShipment(
  context: Context,
  actor: UserActor,
  shipmentId: string,
  decision: Resolution,
): Promise<DecisionResult> {
  const shipment = await withShop(context.db, actor.shopId, (trx) => shipmentById(trx, actor.shopId, shipmentId));
  if (!shipment) throw notFound('The shipment');
  if ('cancel_when_found' in decision || 'cancel_late' in decision || 'cancelled' in decision)
    requireScope(actor, cancelBooking.access);
  if ('tracking_number' in decision) return assignTrackingNumber(context, actor, shipment, decision.tracking_number);
  if ('release' in decision) return releaseUncertain(context, actor, shipment);
  if ('cancel_when_found' in decision) return setCancelWhenFound(context, actor, shipment, decision.cancel_when_found);
  if ('keep_late' in decision) return keepLateConsignment(context, actor, shipment, decision.keep_late);
  if ('cancel_late' in decision) return cancelLateConsignment(context, actor, shipment, decision.cancel_late);
  if ('cancelled' in decision)
    return decision.cancelled ? confirmCancelled(context, actor, shipment) : keepBooking(context, actor, shipment);
  if ('return_received' in decision) return receiveReturn(context, actor, shipment);
  if ('delivered' in decision) return confirmDelivered(context, actor, shipment);
  if ('take_cod' in decision) return takeCod(context, actor, shipment, decision.take_cod);
  if ('retry_store' in decision) return retryStoreUpdate(context, actor, shipment);
  return dismissCase(context, actor, shipment, decision.dismiss);
}
