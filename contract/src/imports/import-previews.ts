import * as z from 'zod';
import { Company, CourierName } from '../values/companies.ts';
import { endpoint } from '../http/endpoint.ts';
import { Id, IdParams } from '../values/ids.ts';
import { ImportKind } from './import-columns.ts';
import { maxRowsBytes, RowResult, rowSource } from './imports.ts';

/**
 * A row of a preview. `contradicting`: it would change a payment, but contradicts what we know of the parcel; or fulfil an order
 * with a number that the courier does not know. Of a large file, the first 100 numbers are asked for.
 */
const PreviewRow = RowResult.extend({ contradicting: z.boolean() });
export type PreviewRow = z.infer<typeof PreviewRow>;

export const ImportPreview = z.object({
  total: z.number().int(),
  /** What will be done, with everything as it is now. Without rows that contradict their parcel. */
  changed: z.number().int(),
  unpaid: z.number().int(),
  unchanged: z.number().int(),
  failed: z.number().int(),
  differing: z.number().int(),
  /** COD of the parcels that will be marked paid, or of the orders that will be fulfilled; whole rupees. */
  cod: z.number().int(),
  /** What statements say was paid for them. */
  paid_amount: z.number().int(),
  /** What `include_contradicting` adds to the above; without it these rows are skipped. */
  contradicting: z.object({
    changed: z.number().int(),
    unpaid: z.number().int(),
    cod: z.number().int(),
    paid_amount: z.number().int(),
  }),
  /** Rows of a fulfilment file for which only the import asks the courier whether it knows the number. */
  unchecked: z.number().int(),
  /**
   * Companies of which several accounts could follow the parcels of a fulfilment file, with these: the default account first,
   * the others by name. Their rows are judged as if one was chosen (`accounts` of the fulfilment).
   */
  account_choices: z.array(z.object({ company: Company, accounts: z.array(z.object({ id: Id, name: z.string() })) })),
  /** Reasons of failed rows with how many each stops, most first. */
  reasons: z.array(z.object({ reason: z.string(), rows: z.number().int() })),
  /** The first rows that fail, and the first that change. */
  rows: z.array(PreviewRow),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

const PreviewReply = z.object({
  /** Null while a file is still being looked up. */
  data: ImportPreview.nullable(),
  /** The look-up of a file. Ask for it at `/imports/previews/{id}` until it is no longer under way. */
  job: z
    .object({
      id: Id,
      state: z.enum(['under-way', 'done', 'stopped']),
      total: z.number().int(),
      done: z.number().int(),
    })
    .nullable(),
});
type PreviewReply = z.infer<typeof PreviewReply>;

export const previewImport = endpoint({
  name: 'previewImport',
  method: 'POST',
  path: '/imports/preview',
  summary:
    'What rows would change. Nothing is changed. Rows in the body are answered at once, a file of rows with 202 and progress.',
  access: ['UPDATE_ORDERS'],
  body: z.object({ kind: ImportKind, ...rowSource, company: CourierName.optional() }),
  bodyLimit: maxRowsBytes,
  takesGzip: true,
  mayBeUnderWay: true,
  reply: PreviewReply,
  errors: ['not-found', 'conflict'],
});

export const getImportPreview = endpoint({
  name: 'getImportPreview',
  method: 'GET',
  path: '/imports/previews/:id',
  summary: 'What a file of rows would change, once that is known.',
  access: ['UPDATE_ORDERS'],
  params: IdParams,
  reply: PreviewReply,
  errors: ['not-found'],
});
