import * as z from 'zod';
import { PostBooking } from '../booking/booking.ts';
import { CourierName } from '../values/companies.ts';
import { Day, Instant } from '../values/dates.ts';
import { endpoint } from '../http/endpoint.ts';
import { CourierFilter, filter, inAnyCase, StatusFilter, unlessEmpty } from './filter-values.ts';
import { Id, IdParams, TrackingNumber } from '../values/ids.ts';
import { Money } from '../values/money.ts';
import { maxSearchLength, Paging, SortDirection } from '../http/paging.ts';
import { ShipmentsOrder, ShipmentsSort } from './shipment-sorts.ts';
import { BookingState, ParcelTrouble, PaymentStatus, ShipmentStatus } from '../values/statuses.ts';

export const DaysOperator = z.enum(['GREATER', 'LESS', 'EQUAL']);

/** Characters of a phone that the orders list is filtered by. */
export const maxPhoneLength = 20;

/** Days on the way that the orders list is filtered by. */
export const maxDays = 3650;

const filters = {
  query: filter(z.string().trim().max(maxSearchLength)),
  track: filter(TrackingNumber.max(maxSearchLength)),
  courier: CourierFilter,
  status: StatusFilter,
  payment_status: filter(inAnyCase(PaymentStatus)),
  bookingfrom: filter(Day),
  bookingto: filter(Day),
  deliveredfrom: filter(Day),
  deliveredto: filter(Day),
  dest: filter(z.string().trim().max(100)),
  days: filter(z.coerce.number().int().min(0).max(maxDays)),
  op: z.preprocess(unlessEmpty, inAnyCase(DaysOperator.default('GREATER'))),
  tag: filter(z.string().trim().max(50)),
  bookedBy: filter(z.string().trim().max(50)),
  phone_num: filter(z.string().trim().max(maxPhoneLength)),
};

/** Other names of some filters. Source: specification, section 3. */
const otherNames = {
  couriers: filters.courier,
  bookingFrom: filters.bookingfrom,
  bookingTo: filters.bookingto,
  deliveredFrom: filters.deliveredfrom,
  deliveredTo: filters.deliveredto,
  phone: filters.phone_num,
};

/**
 * All query parameters of the orders list. A filter that cannot be read is refused by its name: without it, the list
 * would be wider than was meant. Page and sort fall back to the usual ones. Source: specification, section 2.
 *
 * `track` and `phone_num` match from their beginning. `days` counts the days of the shop's calendar from booking to the
 * end of a parcel's way: the day it was delivered, came back for good or was cancelled; to today while it is under way.
 * Days in the wrong order are swapped (`daysInOrder`).
 */
export const ShipmentsQuery = Paging.extend(ShipmentsOrder.shape).extend(filters);
export type ShipmentsQuery = z.output<typeof ShipmentsQuery>;

/** The same in an address of the API, where filters may have their other names. */
export const ShipmentsRequest = ShipmentsQuery.extend(otherNames).transform(withoutAliases);

/**
 * The same for an action on all that match: a name that is no filter's is refused as well, as it could be a filter
 * spelled wrong. Page and limit change nothing.
 */
export const ShipmentsMatchFields = z.strictObject({
  ...Paging.shape,
  sort: ShipmentsSort.default('booked'),
  dir: SortDirection.default('desc'),
  ...filters,
  ...otherNames,
});
export const ShipmentsMatch = ShipmentsMatchFields.transform(withoutAliases);

type OtherNames = { [Name in keyof typeof otherNames]?: z.output<(typeof otherNames)[Name]> | undefined };

/** Filters under their one name each. */
export function withoutAliases<Asked extends Omit<ShipmentsQuery, 'page' | 'limit' | 'sort' | 'dir'> & OtherNames>(
  asked: Asked,
) {
  const { couriers, bookingFrom, bookingTo, deliveredFrom, deliveredTo, phone, ...query } = asked;
  return {
    ...query,
    courier: query.courier && couriers ? [...new Set([...query.courier, ...couriers])] : (query.courier ?? couriers),
    bookingfrom: query.bookingfrom ?? bookingFrom,
    bookingto: query.bookingto ?? bookingTo,
    deliveredfrom: query.deliveredfrom ?? deliveredFrom,
    deliveredto: query.deliveredto ?? deliveredTo,
    phone_num: query.phone_num ?? phone,
  };
}

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
  createdAt: Instant,
  /** Tag of the user who booked it. */
  booked_by: z.string(),
  /** `MERGED` when it carries several store orders. */
  tag: z.string(),
  final: z.boolean(),
  booking_state: BookingState,
  critical: z.boolean(),
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

/** Filters of the orders list that a person sets and drops as one. */
export const ShipmentsFilter = z.enum([
  'query',
  'track',
  'courier',
  'status',
  'payment_status',
  'booked',
  'delivered',
  'dest',
  'days',
  'tag',
  'bookedBy',
  'phone_num',
]);
export type ShipmentsFilter = z.infer<typeof ShipmentsFilter>;

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

/** Source: specification, section 3, tracking result. */
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
    expected_date: Instant.nullable(),
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

/** What was printed of a parcel. A cancel does not take paper back. */
export const PrintedPapers = z.object({
  /** When its airway bill was last printed, and how often. */
  printed: z.object({ at: Instant, times: z.number().int() }).nullable(),
  /** The newest load sheet it is on. */
  load_sheet: z.object({ number: z.number().int(), handed_over_at: Instant.nullable() }).nullable(),
});
export type PrintedPapers = z.infer<typeof PrintedPapers>;

export const trackOrder = endpoint({
  name: 'trackOrder',
  method: 'GET',
  path: '/track-order/:id',
  summary: 'Asks the courier now where a parcel is (`id` is the tracking number), and records what it says.',
  access: ['WRITE_ORDERS', 'READ_ORDERS'],
  params: z.object({ id: TrackingNumber.min(1).max(100) }),
  /** `stored`: only what is known here, without asking the courier (all that READ_ORDERS alone allows). */
  query: z.object({ stored: z.string().max(10).pipe(z.stringbool()).optional() }),
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
      address: z.string(),
      products_list: z.string(),
      remarks: z.string(),
      store: PostBooking.shape.store,
      can_cancel: z.boolean(),
      /** A person may say that the parcel came back. */
      can_receive_return: z.boolean(),
      /** The courier's own page for it; empty for companies that are not ours. */
      courier_url: z.string(),
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

export const AttentionKind = z.enum([
  'uncertain',
  'two-consignments',
  'late-consignment',
  'store-update-failed',
  'store-conflict',
  'changed-after-booking',
  'cancelled-by-courier',
  'moving-after-cancel',
  'void-at-courier',
  'cancel-unclear',
  'cancel-refused',
  'no-news',
]);
export type AttentionKind = z.infer<typeof AttentionKind>;

/** What a person can do about a case. Each is a body of `resolveShipment`. */
export const AttentionAction = z.enum([
  'give-number',
  'release',
  'cancel-when-found',
  'keep-late',
  'cancel-late',
  'retry-store',
  'cancel-and-rebook',
  'rebook',
  'return-received',
  'dismiss',
]);
export type AttentionAction = z.infer<typeof AttentionAction>;

export const AttentionItem = z.object({
  id: Id,
  kind: AttentionKind,
  since: Instant,
  shipment_id: Id,
  booking_state: BookingState,
  tracking_number: z.string().nullable(),
  company: CourierName,
  account_name: z.string(),
  reference: z.string(),
  order_name: z.string(),
  store_order_ids: z.array(Id),
  consignee_name: z.string(),
  cod: z.number().int(),
  booked_by: z.string(),
  /** Three sentences: what happened, what is safe, what to do next. */
  what_happened: z.string(),
  what_is_safe: z.string(),
  what_next: z.string(),
  /** Old and new values, for `changed-after-booking`. */
  changes: z.array(z.object({ field: z.string(), was: z.string(), now: z.string() })),
  /** Tracking numbers the courier shows for it, where a person must choose. */
  candidates: z.array(z.string()),
  next_look_at: Instant.nullable(),
  /** A person wants it cancelled as soon as it is found. */
  cancel_when_found: z.boolean(),
  actions: z.array(AttentionAction),
  papers: PrintedPapers,
  /** We continue automatically and close it ourselves. No decision is needed yet. */
  resolves_itself: z.boolean(),
});
export type AttentionItem = z.infer<typeof AttentionItem>;

export const getAttention = endpoint({
  name: 'getAttention',
  method: 'GET',
  path: '/shipments/attention',
  summary:
    'Open cases: those that need a decision first, then those that we are still resolving, each oldest first. `total` counts both.',
  access: ['READ_ORDERS', 'BOOK_ORDERS'],
  query: Paging,
  reply: z.object({
    data: z.array(AttentionItem),
    /** How many need a decision, and how many we resolve automatically. */
    to_decide: z.number().int(),
    resolving: z.number().int(),
    page: z.number().int(),
    pages: z.number().int(),
    total: z.number().int(),
    limit: z.number().int(),
  }),
});

/** Exactly one of these. Audited with the person's name. */
export const Resolution = z.union([
  /** "This is its number": checked by tracking, and held by no other shipment. */
  z.strictObject({ tracking_number: TrackingNumber.min(4, 'Enter the tracking number').max(50) }),
  /** "There is no consignment": the store order is free again. */
  z.strictObject({ release: z.literal(true) }),
  /** Cancel it at the courier as soon as it is found; needs the right to cancel as well. */
  z.strictObject({ cancel_when_found: z.boolean() }),
  /** Make a late consignment the booking of its (free) order. */
  z.strictObject({ keep_late: TrackingNumber.min(4).max(50) }),
  /** Cancel a late consignment at the courier; needs the right to cancel as well. */
  z.strictObject({ cancel_late: TrackingNumber.min(4).max(50) }),
  /** Try the store update again now. */
  z.strictObject({ retry_store: z.literal(true) }),
  /** "The parcel is back with us": ends its way, and its orders can be booked again. */
  z.strictObject({ return_received: z.literal(true) }),
  /** "Seen, and dealt with": closes one case. */
  z.strictObject({ dismiss: Id }),
]);
export type Resolution = z.output<typeof Resolution>;

export const resolveShipment = endpoint({
  name: 'resolveShipment',
  method: 'POST',
  path: '/shipments/:id/resolution',
  summary: "A person's decision about a shipment that needs one.",
  access: ['BOOK_ORDERS'],
  params: IdParams,
  body: Resolution,
  reply: z.object({ message: z.string(), booking_state: BookingState, tracking_number: z.string().nullable() }),
  errors: [
    'not-found',
    'cannot-resolve',
    'conflict',
    'courier-unavailable',
    'courier-unauthorised',
    'courier-rejected',
    'courier-uncertain',
  ],
});
