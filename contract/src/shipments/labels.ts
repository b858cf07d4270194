import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Id, IdParams } from '../values/ids.ts';
import { tooMany } from '../values/maximum-texts.ts';

export const PrintKind = z.enum(['airway-bill', 'packing-slip']);
export type PrintKind = z.infer<typeof PrintKind>;

/**
 * `a4-3` is three a page; `a5` is one on half a sheet of A4; `4x6` is a label printer's sheet of 4 by 6 inches. Source:
 * docs/decisions/0020.
 */
export const PaperSize = z.enum(['a4-1', 'a4-2', 'a4-3', 'a4-4', 'a5', '4x6']);
export type PaperSize = z.infer<typeof PaperSize>;

/** Documents that one page takes, unless a courier's label is too large for its cell. */
export const documentsAPage: Record<PaperSize, number> = {
  'a4-1': 1,
  'a4-2': 2,
  'a4-3': 3,
  'a4-4': 4,
  a5: 1,
  '4x6': 1,
};

/** Parcels of one print, and of one call for load sheets. Source: docs/decisions/0009. */
export const maxLabels = 2000;

/** Prints of one shop that are being made. */
export const maxPrintsUnderWay = 20;

export const ShipmentIds = z
  .array(Id, { error: 'Choose at least one parcel' })
  .min(1, 'Choose at least one parcel')
  .max(maxLabels, tooMany(maxLabels, 'parcels at once'))
  .transform((ids) => [...new Set(ids)]);

/** What a person should know about one parcel of a print. */
export const PrintNote = z.object({
  shipment_id: Id,
  order_name: z.string(),
  tracking_number: z.string(),
  /** False: it is not on the paper, and the message says why. */
  printed: z.boolean(),
  /** Left out because it is delivered or returned. `with_ended` prints it all the same. */
  ended: z.boolean().default(false),
  message: z.string(),
});
export type PrintNote = z.infer<typeof PrintNote>;

export const LabelPrint = z.object({
  id: Id,
  state: z.enum(['under-way', 'done', 'failed']),
  kind: PrintKind,
  /** Parcels that are ready to print, and the number of all. */
  done: z.number().int(),
  total: z.number().int(),
  notes: z.array(PrintNote),
  /** The number of load sheets that follow the labels. */
  load_sheets: z.number().int().default(0),
});
export type LabelPrint = z.infer<typeof LabelPrint>;

/** Opens `GET /downloads/{ticket}` once, within a minute. */
export const Ticket = z.string();

export const printLabels = endpoint({
  name: 'printLabels',
  method: 'POST',
  path: '/shipments/labels',
  summary:
    'One PDF, which asks to be printed when it is opened, with the labels or packing slips of parcels, in the order given: the courier’s own labels where it has them, ours otherwise. A ticket for the download when it is ready at once, else 202 and progress at `/shipments/labels/{id}`.',
  access: ['BOOK_ORDERS'],
  body: z.object({
    shipment_ids: ShipmentIds,
    kind: PrintKind,
    size: PaperSize,
    /** The newest load sheets of these parcels follow in the same PDF, without those that were handed over. */
    with_load_sheets: z.boolean().default(false),
    /**
     * Without the parcels that were printed before. Refused (`cannot-print`, `detail.printed`: their number) when there is no
     * other parcel.
     */
    only_unprinted: z.boolean().default(false),
    /**
     * Labels of delivered and returned parcels too: a person confirmed it. Otherwise they are skipped with a note, and
     * refused (`cannot-print`, `detail.notes`) when there is no other parcel.
     */
    with_ended: z.boolean().default(false),
  }),
  mayBeUnderWay: true,
  reply: z.object({ data: LabelPrint, ticket: Ticket.nullable() }),
  errors: ['not-found', 'cannot-print'],
});

export const getLabelPrint = endpoint({
  name: 'getLabelPrint',
  method: 'GET',
  path: '/shipments/labels/:id',
  summary: 'How far a print is.',
  access: ['BOOK_ORDERS'],
  params: IdParams,
  reply: z.object({ data: LabelPrint }),
  errors: ['not-found'],
});

export const fetchLabels = endpoint({
  name: 'fetchLabels',
  method: 'POST',
  path: '/shipments/labels/:id/ticket',
  summary: 'A ticket for the PDF of a print that is done, for as long as it is kept (a day).',
  access: ['BOOK_ORDERS'],
  params: IdParams,
  reply: z.object({ ticket: Ticket }),
  errors: ['not-found', 'cannot-print'],
});

export const download = endpoint({
  name: 'download',
  method: 'GET',
  path: '/downloads/:ticket',
  summary: 'Streams the file of a ticket. A ticket works once, for a minute.',
  access: 'public',
  params: z.object({ ticket: z.string().max(200) }),
  /** `show`: a PDF opens in the browser instead of being saved. */
  query: z.object({ show: z.string().max(10).pipe(z.stringbool()).default(false) }),
  reply: z.string().meta({ format: 'binary' }),
  errors: ['token-expired'],
});
