import type { LineItem, PostBooking } from '@courierdesk/contract/booking';
import { courierName } from '@courierdesk/contract/companies';
import { canonicalMoney } from '@courierdesk/contract/money';
import type { ShipmentRow as ListedRow, TrackedOrder, TrackingDetail } from '@courierdesk/contract/shipments';
import {
  BookingState,
  canCancel,
  isCritical,
  type ParcelTrouble,
  PaymentStatus,
  ShipmentStatus,
  statusStep,
} from '@courierdesk/contract/statuses';
import type * as z from 'zod';
import type { WantedRow } from '../store-sync/queries.ts';
import type { ListedShipment } from '../orders-list/list-shipments.ts';
import type { ShipmentLine, ShipmentRow } from './shipment-row.ts';

/** Whole rupees, the one figure on form, label and at the courier. */
export const wholeCod = (shipment: Pick<ShipmentRow, 'cod'>): number => Math.round(Number(shipment.cod));

export const stateOf = (
  shipment: Pick<ShipmentRow, 'booking_state' | 'status' | 'final'>,
): { booking_state: BookingState; status: ShipmentStatus; final: boolean } => ({
  booking_state: BookingState.parse(shipment.booking_state),
  status: ShipmentStatus.parse(shipment.status),
  final: shipment.final,
});

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
    createdAt: shipment.created_at,
    booked_by: shipment.booked_by,
    tag: shipment.tag,
    final: shipment.final,
    booking_state: state.booking_state,
    critical: isCritical(
      { ...state, followed: shipment.account_name !== null, booked_at: new Date(shipment.booked_at) },
      now,
    ),
    can_cancel: canCancel(state),
    attention: shipment.needs_attention,
  };
}

/** A store order in a shipment, with its lines in it. */
export type CarriedOrder = { readonly id: string; readonly name: string; readonly lines: readonly ShipmentLine[] };

export type PostBookingParts = {
  readonly shipment: ShipmentRow;
  readonly accountName: string;
  readonly orders: readonly CarriedOrder[];
  readonly updates: readonly WantedRow[];
  readonly publicUrl: string;
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
    lineItems: parts.orders.flatMap(({ lines }) => lines.map(presentLine)),
    remarks: shipment.remarks,
    courier: shipment.company,
    courierAccount: parts.accountName,
    trackingNumber: shipment.tracking_number,
    reference: shipment.reference,
    consignee: {
      name: shipment.consignee_name,
      email: shipment.consignee_email,
      phone: shipment.consignee_phone,
      phone2: shipment.consignee_phone2,
      phone3: shipment.consignee_phone3,
      address: shipment.consignee_address,
    },
    destination: shipment.destination_city,
    cod: wholeCod(shipment),
    weight: shipment.weight,
    pieces: shipment.pieces,
    store,
    from_mirror: shipment.from_mirror && store.state === 'under-way',
    customer: presentCustomerNotice(shipment, parts.updates),
    tracking_url: shipment.tracking_number
      ? `${parts.publicUrl}/track/${encodeURIComponent(shipment.tracking_number)}`
      : null,
  };
}

const presentLine = (line: ShipmentLine): LineItem => ({
  line_id: line.lineId,
  product_title: line.title,
  variant_title: line.variantTitle,
  sku: line.sku,
  amount: canonicalMoney(line.unitPrice),
  current_quantity: line.quantity,
  image_url: line.imageUrl,
});

/** One state for all store orders of the shipment: the worst one speaks. */
export function presentStoreUpdate(shipment: ShipmentRow, updates: readonly WantedRow[]): PostBooking['store'] {
  if (updates.length === 0) {
    return shipment.booking_state === 'booked' || shipment.booking_state === 'cancelling'
      ? { state: 'not-needed', message: 'Another booking of this order speaks for it in the store now.' }
      : { state: 'not-needed', message: 'The store is told when the booking is certain.' };
  }
  const worst =
    updates.find((one) => one.state === 'failed') ??
    updates.find((one) => one.state === 'conflict') ??
    updates.find((one) => one.state === 'due');
  if (!worst) {
    const [done] = updates;
    return { state: 'done', message: done?.fulfilled ? 'Fulfilled on Shopify.' : 'Unfulfilled from Shopify.' };
  }
  if (worst.state === 'due')
    return { state: 'under-way', message: worst.message || 'The store is being told; this goes on by itself.' };
  return { state: worst.state === 'failed' ? 'failed' : 'conflict', message: worst.message };
}

/** The store sends its own notice with the first fulfilment, where it was asked to. */
function presentCustomerNotice(shipment: ShipmentRow, updates: readonly WantedRow[]): PostBooking['customer'] {
  if (!shipment.notify_customer) return { state: 'not-needed', message: 'Not told: that was switched off.' };
  if (shipment.status === 'CANCELLED') return { state: 'not-needed', message: 'Not told about the cancellation.' };
  const { state } = presentStoreUpdate(shipment, updates);
  if (state === 'done') return { state, message: 'The store was asked to send its shipping notice.' };
  if (state === 'not-needed') return { state, message: 'Told when the booking is certain.' };
  return { state, message: 'The store sends its notice once it is fulfilled there.' };
}

export type TrackedParts = {
  readonly shipment: ShipmentRow;
  readonly events: readonly { at: Date; text: string; location: string; detail: string }[];
  readonly trouble: ParcelTrouble | null;
  readonly shop: { readonly name: string; readonly domain: string };
};

export function presentTracked({ shipment, events, trouble, shop }: TrackedParts): z.output<typeof TrackedOrder> {
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

export const courierOf = (shipment: Pick<ShipmentRow, 'company'>): string => courierName(shipment.company);
