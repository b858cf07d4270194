import { courierName } from '@courierdesk/contract/companies';
import { stopOrDismiss } from '@courierdesk/contract/difference-kinds';
import type { Context } from '../../base/context.ts';
import { AppError } from '../../base/errors.ts';
import { cancelShipmentById } from '../cancelling/cancel-shipment.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { trackShipments } from '../tracking/track-shipments.ts';
import { shipmentOf, stillDiffers } from './recheck.ts';
import type { CurrentRepair, RepairResult } from './repair-row.ts';

/** Cancels the booking through the protocol of cancelling. */
export async function cancelBooking(context: Context, repair: CurrentRepair): Promise<RepairResult> {
  const before = await shipmentOf(context, repair.difference);
  const known = before && ended(before);
  if (known) return known;
  if (repair.row.state === 'waiting')
    return notCancelled(repair, `${courierName(repair.row.company)} refused. The booking is unchanged.`);
  const { shipment, differs } = await stillDiffers(context, repair.difference);
  if (!shipment || !differs) return { state: 'agrees' };
  try {
    const { shipment: after, message, underWay } = await cancelShipmentById(context, repair.by, shipment.id);
    if (after.status === 'CANCELLED') return { state: 'done', after: message };
    return underWay ? { state: 'waiting' } : notCancelled(repair, message);
  } catch (error) {
    // Someone else may have cancelled it at the same time: then this repair has the same result.
    if (!(error instanceof AppError)) throw error;
    const now = await shipmentOf(context, repair.difference);
    return (now && ended(now)) ?? notCancelled(repair, error.message);
  }
}

/** Couriers refuse to cancel a parcel on the road, so another try helps nobody. */
function notCancelled({ row, difference }: CurrentRepair, words: string): RepairResult {
  const whatNext = difference.kind === 'moving-but-cancelled' ? ` ${stopOrDismiss(courierName(row.company))}` : '';
  return { state: 'failed', after: `${words}${whatNext}` };
}

function ended(shipment: ShipmentRow): RepairResult | undefined {
  if (shipment.booking_state === 'cancelling') return { state: 'waiting' };
  return shipment.status === 'CANCELLED' ? { state: 'done', after: cancelledText(shipment) } : undefined;
}

/** The courier has cancelled: its own tracking says so, and tracking frees the order and unfulfils it. */
export async function recordCancellation(context: Context, { difference }: CurrentRepair): Promise<RepairResult> {
  const shipment = await shipmentOf(context, difference);
  if (!shipment) return { state: 'agrees' };
  if (shipment.status === 'CANCELLED') return { state: 'done', after: cancelledText(shipment) };
  const [tracked] = await trackShipments(context, [shipment]);
  if (tracked?.status === 'CANCELLED') return { state: 'done', after: cancelledText(tracked) };
  const words = tracked?.status_text ? ` It says: ${tracked.status_text}.` : '';
  return {
    state: 'failed',
    after: `${courierName(shipment.company)} does not show ${shipment.tracking_number ?? ''} as cancelled.${words}`,
  };
}

const cancelledText = (shipment: ShipmentRow): string =>
  `${shipment.tracking_number ?? ''} is cancelled. ${shipment.order_name} can be booked again.`;
