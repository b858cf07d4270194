import * as z from 'zod';
import { PostBooking } from '../booking/booking.ts';
import { CourierName } from '../values/companies.ts';
import { Day, Instant } from '../values/dates.ts';
import { endpoint } from '../http/endpoint.ts';
import { Id, IdParams, TrackingNumber } from '../values/ids.ts';
import { Money } from '../values/money.ts';
import { PrintedPapers } from './printed-papers.ts';
import { ShipmentsFilter, ShipmentsRequest } from './shipment-filters.ts';
import { BookingState, ParcelTrouble, PaymentStatus, ShipmentStatus } from '../values/statuses.ts';

/** A row of the orders page. */
export const ShipmentRow = z.object({
  _id: Id,
  id: Id,
  tracking_number: z.string(),
  booking_date: Instant,
  booked_packet_status: ShipmentStatus,
  /** The courier's own words for it, or empty. */
  status_text: z.string(),
  payment_status: PaymentStatus,
  destination_city: z.string(),
  delivered_date: Instant.nullable(),
  /** The courier company. */
  tracking_account: CourierName,
  account_name: z.string(),
  order_name: z.string(),
  consignee_name: z.string(),
  consignee_phone: z.string(),
  /** Whole rupees. */
  cod: z.number().int(),
  /** What its store orders are worth together, where nothing is left to collect; else null. */
  value: Money.nullable(),
  /** Rs that imports say was received for it; null where none does. */
  paid_amount: Money.nullable(),
  createdAt: Instant,
  /** Tag of the user who booked it. */
  booked_by: z.string(),
  /** `MERGED` when it carries several store orders. */
  tag: z.string(),
  final: z.boolean(),
  booking_state: BookingState,
  critical: z.boolean(),
  /**
   * Since when it is late: the end of the day on which the courier expected it, or three days after the booking. Null while it
   * is in time, and once it ended or goes back.
   */
  late_since: Instant.nullable(),
  can_cancel: z.boolean(),
  /** Open cases that a person should look at. */
  attention: z.boolean(),
});
export type ShipmentRow = z.infer<typeof ShipmentRow>;

/** What matches search words is counted, and can be paged through, this far. */
export const maxCountedMatches = 10_000;

export const getAllOrders = endpoint({
  name: 'getAllOrders',
  method: 'GET',
  path: '/get-all-orders',
  summary: 'Booked shipments, newest first.',
  access: ['READ_ORDERS'],
  query: ShipmentsRequest,
  reply: z.object({
    data: z.array(ShipmentRow),
    page: z.number().int(),
    totalOrders: z.number().int(),
    /** True: more than `totalOrders` match the search. Pages end there. */
    more: z.boolean(),
    totalPages: z.number().int(),
    pagination: z.object({ limit: z.number().int() }),
  }),
});

export const maxFilterTotal = 1000;

export const getFilterTotals = endpoint({
  name: 'getFilterTotals',
  method: 'GET',
  path: '/shipments/filter-totals',
  summary: 'For each active filter: how many orders there would be without it, counted to 1,000.',
  access: ['READ_ORDERS'],
  query: ShipmentsRequest,
  reply: z.object({ data: z.array(z.object({ filter: ShipmentsFilter, without: z.number().int() })) }),
});

export const getFilterChoices = endpoint({
  name: 'getFilterChoices',
  method: 'GET',
  path: '/shipments/filter-choices',
  summary: 'Every city that the shop has sent to and every courier that it has sent with, by name.',
  access: ['READ_ORDERS'],
  reply: z.object({ data: z.object({ cities: z.array(z.string()), couriers: z.array(CourierName) }) }),
});

export const deleteOrder = endpoint({
  name: 'deleteOrder',
  method: 'DELETE',
  path: '/delete-order',
  summary: 'Takes an order off the list for good: one that was never live, or is cancelled.',
  access: ['UPDATE_ORDERS'],
  body: z.object({ orderId: Id }),
  reply: z.object({ message: z.string() }),
  errors: ['not-found', 'cannot-delete'],
});

export const getShipment = endpoint({
  name: 'getShipment',
  method: 'GET',
  path: '/shipments/:id',
  summary: 'One shipment as the confirmation page shows it, in any state of its booking.',
  access: ['READ_ORDERS', 'BOOK_ORDERS'],
  params: IdParams,
  reply: z.object({ data: PostBooking, message: z.string() }),
  errors: ['not-found'],
});

export const TrackingDetail = z.object({
  status_message: z.string(),
  /** Place or person the courier names, or empty. */
  name: z.string(),
  status_date: Instant,
});

/**
 * The days within which a parcel will arrive, both included: as the courier says, or from earlier deliveries of the shop with
 * the same courier to the same city. `late`: these days have passed.
 */
export const ExpectedDelivery = z.object({
  from: Day,
  to: Day,
  by: z.enum(['courier', 'history']),
  late: z.boolean(),
});
export type ExpectedDelivery = z.infer<typeof ExpectedDelivery>;

export const TrackedOrder = z.object({
  company: CourierName,
  order: z.object({
    track_number: z.string(),
    booking_date: Instant,
    consignee_name: z.string(),
    customer_phone: z.string(),
    destination: z.string(),
    /** Step of the progress display, 1 to 4. */
    current_status: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
    current_courier_status: z.string(),
    /** Newest first. */
    details: z.array(TrackingDetail),
    status: ShipmentStatus,
    final: z.boolean(),
    /** While it is under way: what keeps it from being delivered, by the courier’s words. */
    trouble: ParcelTrouble.nullable(),
    /** What the courier says. */
    expected_date: Instant.nullable(),
    /** Null if no one can say. */
    expected_delivery: ExpectedDelivery.nullable(),
  }),
  order_name: z.string(),
  store: z.string(),
  domain: z.string(),
});

/** A change to a shipment that was kept, for its history. */
export const HistoryEntry = z.object({
  at: Instant,
  /** Who: a user's name, or `Courierdesk`, `Leopards`, `Store`. */
  who: z.string(),
  what: z.string(),
});

export const trackOrder = endpoint({
  name: 'trackOrder',
  method: 'GET',
  path: '/track-order/:id',
  summary: 'Asks the courier now where a parcel is (`id` is the tracking number), and records what it says.',
  access: ['WRITE_ORDERS', 'READ_ORDERS'],
  params: z.object({ id: TrackingNumber.min(1).max(100) }),
  /**
   * `stored`: only what is known here, without asking the courier (all that READ_ORDERS alone allows). `shipment`: the id of the
   * parcel. If two couriers use the same number, the newest one is shown without it.
   */
  query: z.object({ stored: z.string().max(10).pipe(z.stringbool()).optional(), shipment: Id.optional() }),
  reply: TrackedOrder.extend({
    shipment: z.object({
      id: Id,
      booking_state: BookingState,
      account_name: z.string(),
      booked_by: z.string(),
      cod: z.number().int(),
      weight: z.number().int(),
      pieces: z.number().int(),
      payment_status: PaymentStatus,
      /** Rs that imports say was received for it; null where none does. */
      paid_amount: Money.nullable(),
      address: z.string(),
      products_list: z.string(),
      remarks: z.string(),
      store: PostBooking.shape.store,
      can_cancel: z.boolean(),
      /** A person may say that the parcel came back. */
      can_receive_return: z.boolean(),
      /** The courier's own page for it; empty for companies that are not ours. */
      courier_url: z.string(),
      /** The customer's page, with the key of its link. */
      tracking_url: z.string(),
      /** False: a company that we do not book with, so we cannot track the parcel. */
      followed: z.boolean(),
      store_orders: z.array(z.object({ id: Id, order_name: z.string(), store_url: z.string() })),
      last_tracked_at: Instant.nullable(),
      ...PrintedPapers.shape,
      history: z.array(HistoryEntry),
    }),
    /** False when the courier could not be asked and this is what was known. */
    live: z.boolean(),
  }),
  errors: ['not-found', 'courier-unavailable', 'courier-unauthorised', 'courier-rejected'],
});

export const cancelBooking = endpoint({
  name: 'cancelBooking',
  method: 'PUT',
  path: '/cancel-booking/:trackingNumber',
  summary: 'Cancels a booking at the courier and un-fulfils its orders in the store. M&P: in the store only.',
  access: ['WRITE_ORDERS', 'UPDATE_ORDERS'],
  params: z.object({ trackingNumber: TrackingNumber.min(1).max(100) }),
  /** `shipment`: the id of the parcel. Needed only if two couriers use the same number. */
  query: z.object({ shipment: Id.optional() }),
  mayBeUnderWay: true,
  reply: z.object({ message: z.string(), booking_state: BookingState, booked_packet_status: ShipmentStatus }),
  errors: [
    'not-found',
    'cannot-cancel',
    'courier-rejected',
    'courier-unavailable',
    'courier-unauthorised',
    'courier-uncertain',
  ],
});
