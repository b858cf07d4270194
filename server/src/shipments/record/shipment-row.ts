import type { Selectable } from 'kysely';
import type { Shipment } from '../../base/db/schema.ts';

export type ShipmentRow = Selectable<Shipment>;

export const consigneeOf = (shipment: ShipmentRow) => ({
  name: shipment.consignee_name,
  email: shipment.consignee_email,
  phone: shipment.consignee_phone,
  phone2: shipment.consignee_phone2,
  phone3: shipment.consignee_phone3,
  address: shipment.consignee_address,
});

export const trackedColumns = [
  'shop_id',
  'id',
  'company',
  'order_name',
  'tracking_number',
  'booking_state',
  'status',
  'final',
  'courier_live',
  'status_text',
  'trouble',
  'needs_attention',
  'payment_status',
  'cod',
  'status_at',
  'delivered_at',
  'cancelled_at',
  'expected_at',
  'tracking_fingerprint',
  'last_tracked_at',
  'last_courier_update_at',
  'next_track_at',
  'origin',
  'booked_at',
  'began_at',
  'created_at',
] as const;

/** The columns that tracking reads and changes. */
export type TrackedRow = Pick<ShipmentRow, (typeof trackedColumns)[number]>;

/** A line of a store order in a shipment: its quantity there, and what screens show of it. */
export type ShipmentLine = {
  readonly lineId: string;
  readonly quantity: number;
  readonly title: string;
  readonly variantTitle: string;
  readonly sku: string;
  readonly unitPrice: string;
  readonly imageUrl: string;
};
