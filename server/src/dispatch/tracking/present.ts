import type { ExpectedDelivery, TrackedOrder, TrackingDetail } from '@courierdesk/contract/shipments';
import { type ParcelTrouble, ShipmentStatus, statusStep } from '@courierdesk/contract/statuses';
import type * as z from 'zod';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';

type TrackedParts = {
  readonly shipment: ShipmentRow;
  readonly events: readonly { at: Date; text: string; location: string; detail: string }[];
  readonly trouble: ParcelTrouble | null;
  readonly expected: ExpectedDelivery | null;
  readonly shop: { readonly name: string; readonly domain: string };
};

export function presentTracked({
  shipment,
  events,
  trouble,
  expected,
  shop,
}: TrackedParts): z.output<typeof TrackedOrder> {
  const status = ShipmentStatus.parse(shipment.status);
  return {
    company: shipment.company,
    order: {
      track_number: shipment.tracking_number ?? '',
      booking_date: (shipment.booked_at ?? shipment.created_at).toISOString(),
      consignee_name: shipment.consignee_name,
      customer_phone: shipment.consignee_phone,
      destination: shipment.destination_city,
      current_status: statusStep[status],
      current_courier_status: shipment.status_text,
      details: events.map(presentDetail),
      status,
      final: shipment.final,
      trouble,
      expected_date: shipment.expected_at?.toISOString() ?? null,
      expected_delivery: expected,
    },
    order_name: shipment.order_name,
    store: shop.name,
    domain: shop.domain,
  };
}

function presentDetail(event: TrackedParts['events'][number]): z.output<typeof TrackingDetail> {
  return {
    status_message: event.detail ? `${event.text}: ${event.detail}` : event.text,
    name: event.location,
    status_date: event.at.toISOString(),
  };
}
