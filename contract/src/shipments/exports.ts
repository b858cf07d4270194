import * as z from 'zod';
import { Instant } from '../values/dates.ts';
import { endpoint } from '../http/endpoint.ts';
import { ExportColumn, exportColumns } from './export-columns.ts';
import { Id, IdParams } from '../values/ids.ts';
import { Ticket } from './labels.ts';
import { Pagination, Paging } from '../http/paging.ts';
import type { Access } from '../http/scopes.ts';
import { selectionBodyLimit, ShipmentSelection } from './shipment-selection.ts';
import { ShipmentsMatchFields, withoutAliases } from './shipment-filters.ts';
import { tooMany } from '../values/maximum-texts.ts';

/** Shown, and answered, when there is nothing to export. */
export const nothingToExport = 'Please select orders to export first!';

/** How long the file of an export is kept. */
export const exportKeptDays = 7;

/** Exports of one shop that may be under way at once. */
export const maxExportsUnderWay = 5;

export const ExportFormat = z.enum(['csv', 'xlsx']);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** What a file shall look like. */
export const ExportChoice = z.object({
  /** In the order of the file. */
  columns: z
    .array(ExportColumn)
    .min(1, 'Choose at least one column')
    .max(exportColumns.length, tooMany(exportColumns.length, 'columns per file'))
    .refine((columns) => new Set(columns).size === columns.length, 'Choose each column once'),
  format: ExportFormat,
  /** Only for CSV: begins with a byte order mark, which Excel needs for UTF-8. */
  bom: z.boolean(),
});
export type ExportChoice = z.infer<typeof ExportChoice>;

/** `MATCHED_ORDERS`: what the filters find. `STORE_ORDERS`: every booked order of the shop. */
export const ExportFilter = z.enum(['MATCHED_ORDERS', 'STORE_ORDERS']);
export type ExportFilter = z.infer<typeof ExportFilter>;

/** An export that someone asked for. */
export const OrderExport = z.object({
  id: Id,
  /** `expired`: done, and the file is no longer kept. */
  state: z.enum(['under-way', 'done', 'failed', 'expired']),
  filter: ExportFilter,
  /** The filters it was asked for with, in words; none for the whole shop. */
  filters: z.array(z.object({ name: z.string(), value: z.string() })),
  format: ExportFormat,
  columns: z.number().int(),
  /** Orders written so far, of how many. */
  done: z.number().int(),
  total: z.number().int(),
  file_name: z.string(),
  /** Bytes; 0 before it is done. */
  size: z.number().int(),
  asked_by: z.string(),
  created_at: Instant,
  finished_at: Instant.nullable(),
  /** Until when it can be downloaded; null before it is done. */
  expires_at: Instant.nullable(),
  /** The email with the link: its address, and whether it was sent. */
  mail: z.object({ to: z.string(), state: z.enum(['waiting', 'sent', 'failed']) }),
});
export type OrderExport = z.infer<typeof OrderExport>;

/** EXPORT_ORDERS counts only together with READ_ORDERS. */
const access = ['EXPORT_ORDERS'] as const satisfies Access;

export const getExportChoice = endpoint({
  name: 'getExportChoice',
  method: 'GET',
  path: '/exports/choice',
  summary: 'The columns and format that the signed-in person chose last.',
  access,
  reply: z.object({ data: ExportChoice }),
});

export const exportOrders = endpoint({
  name: 'exportOrders',
  method: 'POST',
  path: '/export-orders',
  summary:
    'Begins to export the orders that match the filters of the orders page, in the order of the list, or all orders of the shop, newest first. Progress at `/exports/{id}`; a link is mailed when the file is ready. Without a body, columns and format are those chosen last.',
  access,
  query: ShipmentsMatchFields.extend({ filter: ExportFilter }).transform(withoutAliases),
  body: ExportChoice.exactPartial().nullish(),
  mayBeUnderWay: true,
  reply: z.object({ message: z.string(), data: OrderExport }),
  errors: ['plan-limit', 'cannot-export'],
});

export const getExports = endpoint({
  name: 'getExports',
  method: 'GET',
  path: '/exports',
  summary: 'Exports of the shop, newest first.',
  access,
  query: Paging,
  reply: Pagination.extend({ data: z.array(OrderExport) }),
});

export const getExport = endpoint({
  name: 'getExport',
  method: 'GET',
  path: '/exports/:id',
  summary: 'One export, and how far it is.',
  access,
  params: IdParams,
  reply: z.object({ data: OrderExport }),
  errors: ['not-found'],
});

export const fetchExport = endpoint({
  name: 'fetchExport',
  method: 'POST',
  path: '/exports/:id/ticket',
  summary: 'A ticket for the file of an export, for as long as it is kept.',
  access,
  params: IdParams,
  reply: z.object({ ticket: Ticket }),
  errors: ['not-found', 'cannot-export'],
});

export const deleteExport = endpoint({
  name: 'deleteExport',
  method: 'DELETE',
  path: '/exports/:id',
  summary: 'Deletes an export and its file; one that is under way ends.',
  access,
  params: IdParams,
  /** `only_under_way`: one that has ended keeps its file, and the call is refused. */
  query: z.object({ only_under_way: z.string().max(10).pipe(z.stringbool()).default(false) }),
  reply: z.object({ message: z.string() }),
  errors: ['not-found', 'conflict'],
});

export const downloadCsv = endpoint({
  name: 'downloadCsv',
  method: 'POST',
  path: '/download-csv',
  summary:
    'A ticket for selected orders as a file, written while it is downloaded: `GET /downloads/selections/{ticket}`, once, within a minute.',
  access,
  body: ExportChoice.extend({ selection: ShipmentSelection }),
  bodyLimit: selectionBodyLimit,
  reply: z.object({ ticket: Ticket, total: z.number().int() }),
  errors: ['plan-limit', 'cannot-export'],
});

export const downloadSelection = endpoint({
  name: 'downloadSelection',
  method: 'GET',
  path: '/downloads/selections/:ticket',
  summary: 'Streams the orders selected by a ticket of `POST /download-csv`.',
  access: 'public',
  params: z.object({ ticket: z.string().max(200) }),
  reply: z.string().meta({ format: 'binary' }),
  errors: ['token-expired'],
});
