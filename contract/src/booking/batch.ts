import * as z from 'zod';
import { Company } from '../values/companies.ts';
import { Instant } from '../values/dates.ts';
import { ErrorCode } from '../http/errors.ts';
import { Id } from '../values/ids.ts';
import { Confirmations, Issue } from './issues.ts';
import { Currency, Money } from '../values/money.ts';
import { BookingState, ShipmentStatus } from '../values/statuses.ts';
import { EarlierParcels, StoreOrderPayment } from '../store-orders/store-orders.ts';
import { maxNumberLength } from '../values/typed-numbers.ts';
import { WeightSource } from '../values/weights.ts';

/** `draft`: booking has not started. `running`: rows are queued or being booked. `done`: no row is queued or being booked. */
export const BatchState = z.enum(['draft', 'running', 'done']);
export type BatchState = z.infer<typeof BatchState>;

/**
 * The state of a row:
 * - `draft`: not queued yet; `ready` says whether it can be booked.
 * - `left-out`: a person left it out; `left_out: false` takes it back in.
 * - `queued`: waits for the worker. `message` says why it waits for its courier.
 * - `booking`: claimed, or we are calling the courier.
 * - `booked`: the tracking number is in `shipment`.
 * - `failed`: nothing was booked; `message` has the courier's words. Can be corrected and retried.
 * - `uncertain`: the courier's answer was unclear; we look the booking up. Never retried. It ends as booked or failed.
 * - `changed`: the order changed in the store; `changes` has the old and new values. A person must confirm.
 */
export const BatchRowState = z.enum([
  'draft',
  'left-out',
  'queued',
  'booking',
  'booked',
  'failed',
  'uncertain',
  'changed',
]);
export type BatchRowState = z.infer<typeof BatchRowState>;

/** An issue of a row. `field` is one of `BatchRowFields`. */
export const RowIssue = Issue.extend({
  /** Suggested values of the field, best first, as an edit takes them. */
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  /** Other rows of this batch that it is about (`same-customer`). */
  row_ids: z.array(Id),
});
export type RowIssue = z.infer<typeof RowIssue>;

/** A number, or the typed text if it is not a number. */
const Typed = z.union([z.number().min(-1e15).max(1e15), z.string().max(maxNumberLength)]);
const text = z.string().max(4000);

/** The cells of a row: the values of the booking form. Invalid values stay as typed and get an issue. */
export const BatchRowFields = z.object({
  /** Id of a courier account, or empty. */
  tracking_account: z.union([Id, z.literal('')]),
  /**
   * The city in the list of the account's courier. Replies have its id, or an empty text if we are not sure which city is
   * meant. Requests may send an id, a name or any spelling. `destination_name` keeps a text that we are not sure about.
   */
  destination_city: z.string().max(200),
  consignee_name: text,
  consignee_phone: text,
  consignee_phone2: text,
  consignee_phone3: text,
  consignee_email: text,
  consignee_address: text,
  products_list: text,
  remarks: text,
  /** Rupees; decimals are rounded half up when it is booked. */
  cod_amount: Typed,
  pieces: Typed,
  /** Grams. */
  weight: Typed,
  notify_customer: z.boolean(),
});
export type BatchRowFields = z.infer<typeof BatchRowFields>;

export const BatchRow = z.object({
  id: Id,
  /** From 0, in the order of the selection. */
  position: z.number().int(),
  /** Increases with each change of a cell. An edit sends the revision that it was made on. */
  revision: z.number().int(),
  state: BatchRowState,
  /** True for a draft without issues of level `error` or `warning`: `book` queues it. */
  ready: z.boolean(),
  store_order_id: Id,
  order_name: z.string(),
  createdAt: Instant,
  store_url: z.string(),
  /** City and phone as the customer wrote them. */
  city: z.string(),
  phone_as_written: z.string(),
  /** `2 x Kurta (Large), 1 x Mug` */
  items: z.string(),
  total: Money,
  /** Of `total`. */
  currency: Currency,
  payment: StoreOrderPayment,
  earlier: EarlierParcels,
  fields: BatchRowFields,
  /** The courier's name of `destination_city`. While that is empty: the typed text. */
  destination_name: z.string(),
  /** Names of the cells that a person set. */
  edited: z.array(z.string()),
  /** How the account was chosen, in words: `Rule "Lahore"`, `Default account`, `Chosen by Ali`. */
  account_because: z.string(),
  /** Where the weight comes from; null when a person set it. */
  weight_source: WeightSource.nullable(),
  issues: z.array(RowIssue),
  /** Issues of level `warning` that a person confirmed. They are no longer in `issues`. */
  accepted: Confirmations,
  /** In state `changed`: what the store has changed since the row was filled. */
  changes: z.array(z.object({ field: z.string(), was: z.string(), now: z.string() })),
  /** Why it failed, for screens that act on it (`plan-limit`, `courier-unauthorised`); null unless failed. */
  code: ErrorCode.nullable(),
  /** A sentence for people: the outcome, why the row waits, or what happens next. May be empty. */
  message: z.string(),
  /** Its shipment, after we called the courier. It may have been cancelled since. */
  shipment: z
    .object({
      id: Id,
      company: Company,
      booking_state: BookingState,
      status: ShipmentStatus,
      tracking_number: z.string().nullable(),
    })
    .nullable(),
  /** Increases with each try. */
  attempt: z.number().int(),
  /** When a waiting row is tried again. */
  next_try_at: Instant.nullable(),
});
export type BatchRow = z.infer<typeof BatchRow>;

/** Rows by state. `ready` and `look` together are the drafts. */
export const BatchCounts = z.object({
  ready: z.number().int(),
  look: z.number().int(),
  left_out: z.number().int(),
  queued: z.number().int(),
  booking: z.number().int(),
  booked: z.number().int(),
  failed: z.number().int(),
  uncertain: z.number().int(),
  changed: z.number().int(),
});
export type BatchCounts = z.infer<typeof BatchCounts>;

export const Batch = z.object({
  id: Id,
  /** Counts per shop, from 1. */
  number: z.number().int(),
  state: BatchState,
  created_by: z.string(),
  created_at: Instant,
  /** When `book` was first pressed. */
  started_at: Instant.nullable(),
  /** When its last row was settled; null while it is not `done`. */
  finished_at: Instant.nullable(),
  total: z.number().int(),
  counts: BatchCounts,
  /** Whole rupees of the ready rows, and of those booked. */
  cod_ready: z.number().int(),
  cod_booked: z.number().int(),
  /** `reading`: we are refreshing the orders from the store; rows may still change. `mirror`: the store could not be reached. */
  store: z.enum(['reading', 'store', 'mirror']),
  /** The shop emails its customers the tracking link of each booking, besides the email of the store. */
  emails_tracking_link: z.boolean(),
});
export type Batch = z.infer<typeof Batch>;
