import { formatCount } from '../values/count-text.ts';
import * as z from 'zod';
import { Company, CourierName } from '../values/companies.ts';
import { Instant } from '../values/dates.ts';
import { endpoint } from '../http/endpoint.ts';
import { Id, IdParams } from '../values/ids.ts';
import { type ImportField, ImportKind } from './import-columns.ts';
import { ImportRowsQuery, ResultState } from './import-rows-query.ts';
import { withoutUnstorable } from './import-rows.ts';
import { Ticket } from '../shipments/labels.ts';
import { Pagination, UnfinishedQuery } from '../http/paging.ts';
import { storableText } from '../values/storable-text.ts';

/** The largest CSV file. */
export const maxFileBytes = 5 * 1024 * 1024;
/** A file of that size has fewer, unless its tracking numbers are shorter than those of any courier. */
export const maxImportRows = 350_000;
/** Rows in the body of one call. More are sent as a file of rows. */
const maxRowsInBody = 20_000;
export const maxRowsBytes = 4 * 1024 * 1024;
/** A full file as rows. A browser sends it compressed. */
export const maxRowFileBytes = 48 * 1024 * 1024;
/** How long a file of rows can be previewed and imported. */
export const rowFileKeptHours = 12;
export const rowFileType = 'application/x-ndjson';

/** Cells of this length fit any spreadsheet. A longer one is a file that was read wrong. */
const maxCell = 32_767;
const Cell = z
  .union([z.string().max(maxCell, 'A cell is too long: check that quotes in the file are closed'), z.number()])
  .nullish();

/**
 * A row of a file. Cells are taken as they are written; what cannot be read fails that row alone. `order_name` is the
 * name or id of a store order, `line` the row's line in the file.
 */
export const ImportRow = z
  .object({
    line: z.number().int().min(1).max(100_000_000).optional(),
    order_name: Cell,
    tracking_number: Cell,
    company: Cell,
    payment_status: Cell,
    /** What the courier paid; it is compared with the COD. */
    amount: Cell,
    /** What the courier had to collect, as the file has it. */
    cod_amount: Cell,
    paid_date: Cell,
    reference: Cell,
    /**
     * What the row says elsewhere against a payment, such as “Returned” in another column. It is not marked paid unless
     * `include_contradicting` is set.
     */
    also_says: z.string().max(maxCell).optional(),
    /** Values beyond the last heading: an unquoted comma has torn the line, so none of its cells can be trusted. */
    extra_cells: z.number().int().min(0).max(100_000_000).optional(),
    /** Values in columns that hold no field: a row with nothing else fails, and is not left out as empty. */
    other_cells: z.number().int().min(0).max(100_000_000).optional(),
    /** The row sums up others: it is listed, and nothing is done. */
    is_total: z.boolean().optional(),
  })
  .transform((row) => withoutUnstorable(row));
export type ImportRow = z.output<typeof ImportRow>;

const Rows = z
  .array(ImportRow, { error: 'There are no rows' })
  .min(1, 'There are no rows')
  .max(maxRowsInBody, `Maximum ${formatCount(maxRowsInBody)} rows in one call: send a file of rows to /imports/files`);

/** What the database cannot keep of a file's name is replaced. */
const FileName = z.string().trim().max(200).default('').transform(storableText);

export const Import = z.object({
  id: Id,
  kind: ImportKind,
  file_name: z.string(),
  /** The courier of a statement, or empty. */
  company: z.string(),
  /**
   * `stopped`: it failed repeatedly, or the person who asked for it may no longer import. Finished rows are kept, the
   * rest was not changed.
   */
  state: z.enum(['under-way', 'done', 'stopped']),
  total: z.number().int(),
  /** Rows with a result. */
  done: z.number().int(),
  /** Rows of the file read so far; null once all were read. Nothing is changed before. */
  read: z.number().int().nullable(),
  changed: z.number().int(),
  /** Nothing to do: already so, or the file itself says so. */
  unchanged: z.number().int(),
  failed: z.number().int(),
  /** Among the changed: marked unpaid. */
  unpaid: z.number().int(),
  /** Statement rows with an amount that differs from the COD. */
  differing: z.number().int(),
  /** Among the unchanged: rows that contradict their parcel, or have a number that the courier does not know, and were skipped. */
  contradicting_skipped: z.number().int(),
  /** One sentence about the result. */
  msg: z.string(),
  asked_by: z.string(),
  created_at: Instant,
  done_at: Instant.nullable(),
});
export type Import = z.infer<typeof Import>;

const Started = z.object({ msg: z.string(), data: Import });

/** Of which columns the rows of a file were made, in any words of the caller. */
const RowColumns = z.string().max(300);

export const storeRowFile = endpoint({
  name: 'storeRowFile',
  method: 'POST',
  path: '/imports/files',
  summary: `Stores the rows of a large file, up to ${formatCount(maxImportRows)}. Send its id as \`file_id\` in place of \`ordersData\`. Kept for ${rowFileKeptHours} hours.`,
  access: ['UPDATE_ORDERS'],
  bodyLimit: maxRowFileBytes,
  bodyLines: {
    type: rowFileType,
    description:
      'One JSON object per line, with the fields of a row of `ordersData`. Takes `Content-Encoding: gzip` as well.',
  },
  takesGzip: true,
  takesAnyText: true,
  query: z.object({ columns: RowColumns.default('') }),
  reply: z.object({ data: z.object({ id: Id, rows: z.number().int() }) }),
  errors: ['too-large'],
});

/** The rows of a call, or the file that has them. */
export const rowSource = {
  ordersData: Rows.optional(),
  file_id: Id.optional(),
  /** The columns that the person sees. It is refused (409) if the stored file was sent with others. */
  columns: RowColumns.optional(),
};

export const importOrders = endpoint({
  name: 'importOrders',
  method: 'POST',
  path: '/import-orders',
  summary:
    'Sets the payment status of parcels by their tracking numbers, from a file or a courier’s payment statement. Small files are done at once; 202 and progress at `/imports/{id}` otherwise. The same rows again change nothing.',
  access: ['UPDATE_ORDERS'],
  body: z.object({
    ...rowSource,
    kind: z.enum(['payment-status', 'payment-statement']).default('payment-status'),
    /** The courier of the statement: only its numbers are used. */
    company: CourierName.optional(),
    /** Also changes payments where the row contradicts the parcel, such as a payment for a returned one; skipped otherwise. */
    include_contradicting: z.boolean().default(false),
    file_name: FileName,
  }),
  bodyLimit: maxRowsBytes,
  takesGzip: true,
  mayBeUnderWay: true,
  reply: Started,
  errors: ['not-found', 'conflict'],
});

/** Courier accounts by company. */
export const ChosenAccounts = z.partialRecord(Company, Id);
export type ChosenAccounts = z.infer<typeof ChosenAccounts>;

export const bulkFulfilment = endpoint({
  name: 'bulkFulfilment',
  method: 'POST',
  path: '/bulk/orders/fulfillment',
  summary:
    'Fulfils store orders with parcels that were booked elsewhere: order name or id, tracking number, courier. Our couriers are asked whether they know the numbers, and their parcels are followed from then on. Not counted in the plan.',
  access: ['UPDATE_ORDERS'],
  body: z.object({
    ...rowSource,
    /** Shopify emails the customer. */
    notify_customer: z.boolean().default(true),
    /**
     * The account that follows a company's parcels, for companies of which several are active and none is the shop's
     * default. Their rows fail without it.
     */
    accounts: ChosenAccounts.default({}),
    /** Also fulfils rows with a number that its courier does not know or could not be asked for; skipped otherwise. */
    include_contradicting: z.boolean().default(false),
    file_name: FileName,
  }),
  bodyLimit: maxRowsBytes,
  takesGzip: true,
  mayBeUnderWay: true,
  reply: Started,
  errors: ['not-found', 'conflict'],
});

const Cells = z.object({
  order_name: z.string(),
  tracking_number: z.string(),
  company: z.string(),
  payment_status: z.string(),
  amount: z.string(),
  cod_amount: z.string(),
  paid_date: z.string(),
  reference: z.string(),
}) satisfies z.ZodType<Record<ImportField, string>>;

/** The result of a row, or its expected result. */
export const RowResult = z.object({
  line: z.number().int(),
  cells: Cells,
  state: ResultState,
  /** Why it failed or changed nothing; what is noteworthy about what was done. */
  reason: z.string(),
});
export type RowResult = z.infer<typeof RowResult>;

export const getImports = endpoint({
  name: 'getImports',
  method: 'GET',
  path: '/imports',
  summary: 'Imports of the shop, newest first. Kept for 90 days. `unfinished` leaves out those that are done.',
  access: ['UPDATE_ORDERS'],
  query: UnfinishedQuery,
  reply: Pagination.extend({ data: z.array(Import) }),
});

export const getImport = endpoint({
  name: 'getImport',
  method: 'GET',
  path: '/imports/:id',
  summary: 'How far an import is, and its result.',
  access: ['UPDATE_ORDERS'],
  params: IdParams,
  reply: z.object({ data: Import }),
  errors: ['not-found'],
});

/** Whether the store has the fulfilment of an order. */
export const StoreFulfilmentState = z.enum(['done', 'under-way', 'failed', 'conflict', 'out-of-reach']);

export const getImportRows = endpoint({
  name: 'getImportRows',
  method: 'GET',
  path: '/imports/:id/rows',
  summary: 'The result of each row, in the order of the file.',
  access: ['UPDATE_ORDERS'],
  params: IdParams,
  query: ImportRowsQuery,
  reply: Pagination.extend({
    data: z.array(
      RowResult.extend({
        order_name: z.string(),
        /** Its parcel, if it has one. Not in replies of 0.2.0. */
        shipment_id: Id.nullable().optional(),
        store: StoreFulfilmentState.nullable(),
        store_message: z.string(),
      }),
    ),
  }),
  errors: ['not-found'],
});

export const fetchFailedRows = endpoint({
  name: 'fetchFailedRows',
  method: 'POST',
  path: '/imports/:id/failed-rows',
  summary: 'A ticket for a CSV of the rows that failed, each with its reason, to correct and import again.',
  access: ['UPDATE_ORDERS'],
  params: IdParams,
  reply: z.object({ ticket: Ticket }),
  errors: ['not-found', 'conflict'],
});
