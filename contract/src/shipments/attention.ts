import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Pagination, Paging } from '../http/paging.ts';
import { CourierName } from '../values/companies.ts';
import { Instant } from '../values/dates.ts';
import { Id, IdParams, TrackingNumber } from '../values/ids.ts';
import { withoutGroups } from '../values/phones.ts';
import { BookingState } from '../values/statuses.ts';
import { PrintedPapers } from './printed-papers.ts';

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
  'unknown-status',
  'unknown-number',
  'returned-after-paid',
  'end-contradicted',
  'other-cod-at-courier',
]);
export type AttentionKind = z.infer<typeof AttentionKind>;

/** What a person can do about a case. Each is a body of `resolveShipment`. */
export const AttentionAction = z.enum([
  'give-number',
  'release',
  'cancel-when-found',
  'keep-late',
  'cancel-late',
  'confirm-cancelled',
  'keep-booking',
  'retry-store',
  'cancel-and-rebook',
  'rebook',
  'return-received',
  'delivered',
  'take-cod',
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
  /** Three sentences: what happened, what is protected, what to do next. */
  what_happened: z.string(),
  what_is_protected: z.string(),
  what_next: z.string(),
  /** Old and new values, for `changed-after-booking`. */
  changes: z.array(z.object({ field: z.string(), was: z.string(), now: z.string() })),
  /** What the courier is to collect, in whole rupees, where it is not what was booked. */
  cod_at_courier: z.number().int().nullable(),
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

/** Uncertain bookings, failed store updates, or all other cases. */
export const AttentionGroup = z.enum(['bookings', 'store-updates', 'others']);
export type AttentionGroup = z.infer<typeof AttentionGroup>;

export const AttentionQuery = Paging.extend({ about: AttentionGroup.optional() });
export type AttentionQuery = z.output<typeof AttentionQuery>;

export const getAttention = endpoint({
  name: 'getAttention',
  method: 'GET',
  path: '/shipments/attention',
  summary:
    'Open cases: those that need a decision first, then those that we are still resolving, each oldest first. `total` counts both. `about` narrows them.',
  access: ['READ_ORDERS', 'BOOK_ORDERS'],
  query: AttentionQuery,
  reply: Pagination.extend({
    data: z.array(AttentionItem),
    /** How many need a decision, and how many we resolve automatically. */
    to_decide: z.number().int(),
    resolving: z.number().int(),
  }),
});

/** A number as a person types or copies it, such as `LE 7500 0001`. */
const EnteredNumber = TrackingNumber.max(100)
  .transform((text) => withoutGroups(text) ?? text)
  .pipe(z.string().min(4, 'Enter the tracking number').max(50));

/** Exactly one of these. Audited with the person's name. */
export const Resolution = z.union([
  /** "This is its number": checked by tracking, and held by no other shipment. */
  z.strictObject({ tracking_number: EnteredNumber }),
  /** "There is no consignment": the store order is free again. */
  z.strictObject({ release: z.literal(true) }),
  /** Cancel it at the courier as soon as it is found; needs the right to cancel as well. */
  z.strictObject({ cancel_when_found: z.boolean() }),
  /** Make a late consignment the booking of its (free) order. */
  z.strictObject({ keep_late: TrackingNumber.min(4).max(50) }),
  /** Cancel a late consignment at the courier; needs the right to cancel as well. */
  z.strictObject({ cancel_late: TrackingNumber.min(4).max(50) }),
  /** Whether the courier cancelled the booking, as its portal shows; needs the right to cancel as well. */
  z.strictObject({ cancelled: z.boolean() }),
  /** Try the store update again now. */
  z.strictObject({ retry_store: z.literal(true) }),
  /** "The parcel is back with us": ends its way, and its orders can be booked again. */
  z.strictObject({ return_received: z.literal(true) }),
  /** "It was delivered after all", although it counts as returned or cancelled. */
  z.strictObject({ delivered: z.literal(true) }),
  /** "The courier's amount is right": it counts as what is to be collected, if it is still the one that the case shows. */
  z.strictObject({ take_cod: z.number().int().min(0).max(10_000_000) }),
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
