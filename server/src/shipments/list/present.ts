import type { ShipmentRow as ListedRow } from '@courierdesk/contract/shipments';
import { isCancellable, isCritical, PaymentStatus } from '@courierdesk/contract/statuses';
import { stateOf, wholeCod } from '../record/shipment-state.ts';
import type { ListedShipment } from './list-shipments.ts';

export function presentListed(shipment: ListedShipment, now: Date): ListedRow {
  const state = stateOf(shipment);
  return {
    _id: shipment.id,
    id: shipment.id,
    tracking_number: shipment.tracking_number ?? '',
    booking_date: shipment.booked_at,
    booked_packet_status: state.status,
    status_text: shipment.status_text,
    payment_status: PaymentStatus.parse(shipment.payment_status),
    destination_city: shipment.destination_city,
    delivered_date: shipment.delivered_at,
    tracking_account: shipment.company,
    account_name: shipment.account_name ?? '',
    order_name: shipment.order_name,
    consignee_name: shipment.consignee_name,
    consignee_phone: shipment.consignee_phone,
    cod: wholeCod(shipment),
    value: shipment.value,
    paid_amount: shipment.paid_amount,
    createdAt: shipment.created_at,
    booked_by: shipment.booked_by,
    tag: shipment.tag,
    final: shipment.final,
    booking_state: state.booking_state,
    critical: isCritical(
      { ...state, followed: shipment.account_name !== null, booked_at: new Date(shipment.booked_at) },
      now,
    ),
    late_since: shipment.late_since,
    can_cancel: isCancellable(state),
    attention: shipment.needs_attention,
  };
}
