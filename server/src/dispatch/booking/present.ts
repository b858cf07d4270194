import type { LineItem } from '@courierdesk/contract/order-data';
import type { PostBooking } from '@courierdesk/contract/booking';
import { canonicalMoney } from '@courierdesk/contract/money';
import { BookingState, ShipmentStatus } from '@courierdesk/contract/statuses';
import { consigneeOf, type ShipmentLine, type ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { wholeCod } from '../../shipments/record/shipment-state.ts';
import { presentCustomerNotice, presentStoreUpdate } from '../../store/sync/present.ts';
import type { DesiredStateRow } from '../../store/sync/find-store-updates.ts';
import { trackingLink } from '../../shipments/record/tracking-link.ts';
import type { Config } from '../../base/config.ts';

/** A store order in a shipment, and its lines in that shipment. */
export type CarriedOrder = {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly lines: readonly ShipmentLine[];
};

type PostBookingParts = {
  readonly shipment: ShipmentRow;
  readonly accountName: string;
  readonly emailsTrackingLink: boolean;
  readonly orders: readonly CarriedOrder[];
  readonly updates: readonly DesiredStateRow[];
  readonly config: Config;
};

export function presentPostBooking(parts: PostBookingParts): PostBooking {
  const { shipment } = parts;
  const store = presentStoreUpdate(shipment, parts.updates);
  return {
    id: shipment.id,
    booking_state: BookingState.parse(shipment.booking_state),
    status: ShipmentStatus.parse(shipment.status),
    name: shipment.order_name,
    store_orders: parts.orders.map(({ id, name }) => ({ id, order_name: name })),
    bookedDate: shipment.booked_at?.toISOString() ?? null,
    lineItems: parts.orders.flatMap(({ lines, currency }) => lines.map((line) => presentLine(line, currency))),
    remarks: shipment.remarks,
    courier: shipment.company,
    courierAccount: parts.accountName,
    trackingNumber: shipment.tracking_number,
    reference: shipment.reference,
    consignee: consigneeOf(shipment),
    destination: shipment.destination_city,
    cod: wholeCod(shipment),
    weight: shipment.weight,
    pieces: shipment.pieces,
    store,
    from_mirror: shipment.from_mirror && store.state === 'under-way',
    customer: presentCustomerNotice(shipment, parts.updates, parts.emailsTrackingLink),
    tracking_url: shipment.tracking_number ? trackingLink(parts.config, shipment) : null,
    next_look_at: shipment.next_look_up_at?.toISOString() ?? null,
  };
}

const presentLine = (line: ShipmentLine, currency: string): LineItem => ({
  line_id: line.lineId,
  product_title: line.title,
  variant_title: line.variantTitle,
  sku: line.sku,
  amount: canonicalMoney(line.unitPrice),
  currency,
  current_quantity: line.quantity,
  image_url: line.imageUrl,
});
