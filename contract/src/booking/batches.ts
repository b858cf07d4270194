import * as z from 'zod';
import { OrderRef } from './booking.ts';
import { Company } from '../values/companies.ts';
import { Instant } from '../values/dates.ts';
import { endpoint } from '../http/endpoint.ts';
import { ErrorCode } from '../http/errors.ts';
import { Id, IdParams, Revision } from '../values/ids.ts';
import { Money } from '../values/money.ts';
import { UnfinishedQuery } from '../http/paging.ts';
import { BookingState, ShipmentStatus } from '../values/statuses.ts';
import { StoreOrderPayment } from '../store-orders/store-orders.ts';
import { maxNumberLength } from '../values/typed-numbers.ts';
import { WeightSource } from '../values/weights.ts';

/** Most store orders that one batch takes. */
export const maxBatchOrders = 1000;
const tooManyOrders = `At most ${maxBatchOrders.toLocaleString('en-US')} orders go into one batch`;

/** `draft`: nothing was asked to be booked yet. `running`: rows wait or are being booked. `done`: none does any more. */
export const BatchState = z.enum(['draft', 'running', 'done']);
export type BatchState = z.infer<typeof BatchState>;

/**
 * Where one order of a batch is:
 * - `draft`: not asked for; `ready` says whether it can be.
 * - `left-out`: a person left it out; put back by `left_out: false`.
 * - `queued`: asked for, waits for its turn. `message` says why when it waits for its courier.
 * - `booking`: claimed, or the courier is asked this moment.
 * - `booked`: has its number in `shipment`.
 * - `failed`: nothing was booked; `message` has the courier's words. Can be corrected and retried.
 * - `uncertain`: the courier did not answer clearly; we look the booking up. Never retried. It ends as booked or failed.
 * - `changed`: the store changed what the row shows; `changes` has was and now, and a person confirms.
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

export const DoubtCode = z.enum([
  'already-booked',
  'came-back',
  'not-voided',
  'cancelled',
  'fulfilled',
  'not-in-store',
  'account-missing',
  'account-unusable',
  'city-missing',
  'city-uncertain',
  'city-list-unavailable',
  'phone-missing',
  'phone-invalid',
  'name-missing',
  'address-missing',
  'cod-over-limit',
  'pieces-over-limit',
  'invalid',
  'cod-high',
  'cod-rounded',
  'weight-unusual',
  'changed-in-store',
  'same-customer',
  'earlier-returns',
]);
export type DoubtCode = z.infer<typeof DoubtCode>;

/**
 * Something about a row that a person should know.
 * - `stop`: cannot be booked until it is put right.
 * - `look`: is booked only when a person says that it is right (`accept`), or changes it.
 * - `hint`: good to know; blocks nothing.
 */
export const DoubtLevel = z.enum(['stop', 'look', 'hint']);
export type DoubtLevel = z.infer<typeof DoubtLevel>;

export const Doubt = z.object({
  code: DoubtCode,
  level: DoubtLevel,
  /** Name of the cell, one of `BatchRowFields`, or empty for the whole row. */
  field: z.string(),
  /** A sentence for people. */
  msg: z.string(),
  /** Values that may be meant, best first: cities of the account's courier as `destination_city` takes them. */
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  /** Other rows of this batch that it is about (`same-customer`). */
  row_ids: z.array(Id),
});
export type Doubt = z.infer<typeof Doubt>;

/** A number, or the text as it was typed where it is none. */
const Typed = z.union([z.number().min(-1e15).max(1e15), z.string().max(maxNumberLength)]);
const text = z.string().max(4000);

/** The cells of a row: the values of the booking form. What is not valid is kept as typed, and is a doubt. */
export const BatchRowFields = z.object({
  /** Id of a courier account, or empty. */
  tracking_account: z.union([Id, z.literal('')]),
  /**
   * The city as the account's courier has it: its id going out, or empty while none is certain. Coming in: an id, a
   * name or any spelling; what is not certain is kept in `destination_name`.
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
  /** The person says that the M&P consignment of the cancelled booking was voided. */
  confirm_voided: z.boolean(),
  /** The parcel came back for good and is sent again. */
  confirm_returned: z.boolean(),
});
export type BatchRowFields = z.infer<typeof BatchRowFields>;

export const BatchRow = z.object({
  id: Id,
  /** From 0, in the order of the selection. */
  position: z.number().int(),
  /** Grows with each change of a cell; an edit says which one it was made on. */
  revision: z.number().int(),
  state: BatchRowState,
  /** It is `draft`, and nothing stops it: `book` takes it. */
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
  payment: StoreOrderPayment,
  /** Parcels of this phone number before. */
  earlier: z.object({ delivered: z.number().int(), returned: z.number().int() }),
  fields: BatchRowFields,
  /** The courier's name of `destination_city`; what was typed while none is certain. */
  destination_name: z.string(),
  /** Names of the cells that a person set. */
  edited: z.array(z.string()),
  /** How the account was chosen, in words: `Rule "Lahore"`, `Default account`, `Chosen by Ali`. */
  account_because: z.string(),
  /** Where the weight comes from; null when a person set it. */
  weight_source: WeightSource.nullable(),
  doubts: z.array(Doubt),
  /** Doubts of level `look` that a person has said are right; they are no longer among `doubts`. */
  accepted: z.array(DoubtCode),
  /** In state `changed`: what the store has changed since the row was filled. */
  changes: z.array(z.object({ field: z.string(), was: z.string(), now: z.string() })),
  /** Why it failed, for screens that act on it (`plan-limit`, `courier-unauthorised`); null unless failed. */
  code: ErrorCode.nullable(),
  /** In words: what became of it, why it waits, or what happens next. Empty when there is nothing to say. */
  message: z.string(),
  /** Its consignment, once the courier was asked; it may have been cancelled since. */
  shipment: z
    .object({
      id: Id,
      company: Company,
      booking_state: BookingState,
      status: ShipmentStatus,
      tracking_number: z.string().nullable(),
    })
    .nullable(),
  /** Grows with each time it is tried. */
  attempt: z.number().int(),
  /** When a waiting row is tried again. */
  next_try_at: Instant.nullable(),
});
export type BatchRow = z.infer<typeof BatchRow>;

/** Rows by where they are; `ready` and `look` together are the drafts. */
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
});
export type Batch = z.infer<typeof Batch>;

const errors = ['not-found', 'conflict'] as const;

export const createBatch = endpoint({
  name: 'createBatch',
  method: 'POST',
  path: '/batches',
  summary:
    'Makes a batch of store orders (ours or the store’s ids), to be booked as separate parcels. The draft comes from the mirror at once; then the orders are refreshed from the store in the background. The same person asking for the same orders within a minute gets the same untouched draft.',
  access: ['BOOK_ORDERS'],
  body: z.object({
    order_ids: z
      .array(OrderRef, { error: 'Choose the orders to book' })
      .min(1, 'Choose the orders to book')
      .max(maxBatchOrders, tooManyOrders)
      .transform((refs) => [...new Set(refs)]),
  }),
  bodyLimit: 256 * 1024,
  /** `missing`: references that name no order of this shop. */
  reply: z.object({ data: Batch, missing: z.array(z.string()) }),
  errors: ['not-found', 'store-unavailable', 'store-unauthorised'],
});

export const getBatches = endpoint({
  name: 'getBatches',
  method: 'GET',
  path: '/batches',
  summary: 'Batches, newest first; `unfinished` leaves out those that are done.',
  access: ['BOOK_ORDERS'],
  query: UnfinishedQuery,
  reply: z.object({
    data: z.array(Batch),
    page: z.number().int(),
    pages: z.number().int(),
    total: z.number().int(),
    limit: z.number().int(),
  }),
});

/** Opaque: how far a reader of a batch has read. */
export const BatchCursor = z.string().regex(/^\d{1,19}$/, 'Reload the page');

export const getBatch = endpoint({
  name: 'getBatch',
  method: 'GET',
  path: '/batches/:id',
  summary:
    'A batch with its rows; with `since`, the rows that changed after that cursor (a row may come again unchanged). Poll it each second.',
  access: ['BOOK_ORDERS'],
  params: IdParams,
  query: z.object({ since: BatchCursor.optional() }),
  reply: z.object({ data: Batch, rows: z.array(BatchRow), cursor: BatchCursor }),
  errors: ['not-found'],
});

/** Cells of one row. `accept`: doubts of level `look` that are right as they are. */
export const BatchRowEdit = BatchRowFields.exactPartial().extend({
  left_out: z.boolean().exactOptional(),
  accept: z.array(DoubtCode).max(DoubtCode.options.length).exactOptional(),
});
export type BatchRowEdit = z.infer<typeof BatchRowEdit>;

/** Cells that can be set for many rows at once. */
export const BatchRowsEdit = BatchRowFields.pick({
  tracking_account: true,
  weight: true,
  pieces: true,
  remarks: true,
  notify_customer: true,
})
  .exactPartial()
  .extend({ left_out: z.boolean().exactOptional() });
export type BatchRowsEdit = z.infer<typeof BatchRowsEdit>;

const RowIds = z
  .array(Id, { error: 'Choose at least one order' })
  .min(1, 'Choose at least one order')
  .max(maxBatchOrders, tooManyOrders)
  .transform((ids) => [...new Set(ids)]);

export const editBatchRows = endpoint({
  name: 'editBatchRows',
  method: 'PATCH',
  path: '/batches/:id/rows',
  summary:
    'Changes cells: of rows one by one (`rows`), or the same of many (`row_ids`, `all`). Rows that are draft, left out, failed or changed can be edited. A cell that someone else changed after `revision` is left as they set it and named in `refused`; everything else is saved.',
  access: ['BOOK_ORDERS'],
  params: IdParams,
  body: z.union([
    z.strictObject({
      rows: z
        .array(z.object({ id: Id, revision: Revision, set: BatchRowEdit }), { error: 'Choose at least one order' })
        .min(1, 'Choose at least one order')
        .max(maxBatchOrders, tooManyOrders),
    }),
    z.strictObject({ row_ids: RowIds, set: BatchRowsEdit }),
    z.strictObject({ all: z.literal(true), set: BatchRowsEdit }),
  ]),
  bodyLimit: 4 * 1024 * 1024,
  reply: z.object({
    data: Batch,
    /** Every row that changed, as it is now; refused ones too. */
    rows: z.array(BatchRow),
    refused: z.array(z.object({ row_id: Id, field: z.string(), msg: z.string() })),
  }),
  errors,
});

/** What became of a request about rows: how many it took, the batch, and the rows that changed. */
const Taken = z.object({ taken: z.number().int(), data: Batch, rows: z.array(BatchRow) });

export const bookBatch = endpoint({
  name: 'bookBatch',
  method: 'POST',
  path: '/batches/:id/book',
  summary: 'Queues the ready rows, or those of `row_ids`. The worker books them; nothing is booked twice.',
  access: ['BOOK_ORDERS'],
  params: IdParams,
  body: z.object({ row_ids: RowIds.optional() }).default({}),
  bodyLimit: 256 * 1024,
  reply: Taken,
  errors,
});

export const retryBatch = endpoint({
  name: 'retryBatch',
  method: 'POST',
  path: '/batches/:id/retry',
  summary:
    'Queues failed rows again, all or those of `row_ids`. Rows that a person must put right first stay; uncertain ones are never retried.',
  access: ['BOOK_ORDERS'],
  params: IdParams,
  body: z.object({ row_ids: RowIds.optional() }).default({}),
  bodyLimit: 256 * 1024,
  reply: Taken,
  errors,
});

export const confirmBatchRows = endpoint({
  name: 'confirmBatchRows',
  method: 'POST',
  path: '/batches/:id/confirm',
  summary:
    'For rows in state `changed`: takes what the store says now (`store`), or keeps what the row says (`row`), and queues them.',
  access: ['BOOK_ORDERS'],
  params: IdParams,
  body: z.object({ row_ids: RowIds, take: z.enum(['store', 'row']) }),
  bodyLimit: 256 * 1024,
  reply: Taken,
  errors,
});

export const stopBatch = endpoint({
  name: 'stopBatch',
  method: 'POST',
  path: '/batches/:id/stop',
  summary: 'Stops the batch: queued rows become drafts again. Rows that are being booked finish.',
  access: ['BOOK_ORDERS'],
  params: IdParams,
  reply: Taken,
  errors,
});

export const deleteBatch = endpoint({
  name: 'deleteBatch',
  method: 'DELETE',
  path: '/batches/:id',
  summary: 'Deletes a draft; its store orders stay as they are. Once `book` was pressed a batch is kept.',
  access: ['BOOK_ORDERS'],
  params: IdParams,
  reply: z.object({ message: z.literal('Batch deleted') }),
  errors,
});
