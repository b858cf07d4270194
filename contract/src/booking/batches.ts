import * as z from 'zod';
import { Batch, BatchRow, BatchRowFields } from './batch.ts';
import { Confirmations, IssueCode } from './issues.ts';
import { OrderRef } from './order-data.ts';
import { endpoint } from '../http/endpoint.ts';
import { Day } from '../values/dates.ts';
import { Id, IdParams, Revision } from '../values/ids.ts';
import { maxSearchLength, Pagination, UnfinishedQuery } from '../http/paging.ts';
import { tooMany } from '../values/maximum-texts.ts';

/** Most store orders that one batch takes. */
export const maxBatchOrders = 1000;
const tooManyOrders = tooMany(maxBatchOrders, 'orders per batch');

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

export const BatchFilter = z.object({
  /** The number of a batch, or the name or number of an order in it. */
  query: z.string().trim().max(maxSearchLength).optional(),
  /** Days of the shop's time zone, both included, on which a batch was created. */
  from: Day.optional(),
  to: Day.optional(),
});
export type BatchFilter = z.infer<typeof BatchFilter>;

export const BatchesQuery = UnfinishedQuery.extend(BatchFilter.shape);
export type BatchesQuery = z.output<typeof BatchesQuery>;

export const getBatches = endpoint({
  name: 'getBatches',
  method: 'GET',
  path: '/batches',
  summary: 'Batches, newest first; `unfinished` leaves out those that are done.',
  access: ['BOOK_ORDERS'],
  query: BatchesQuery,
  reply: Pagination.extend({ data: z.array(Batch) }),
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

/**
 * Cells of one row. `destination_name`: the courier's name of the city in `destination_city`, because each courier has ids of its
 * own and the row may have another account by then. `accept`: issues of level `warning` that are right as they are, with their
 * subjects. `unaccept`: accepted issues to show again.
 */
export const BatchRowEdit = BatchRowFields.exactPartial().extend({
  destination_name: z.string().max(200).exactOptional(),
  left_out: z.boolean().exactOptional(),
  accept: Confirmations.exactOptional(),
  unaccept: z.array(IssueCode).max(IssueCode.options.length).exactOptional(),
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

/** The reply to a request about rows: how many rows it changed, the batch, and these rows. */
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
