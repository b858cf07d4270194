import * as z from 'zod';
import { Company } from '../values/companies.ts';
import { Instant } from '../values/dates.ts';
import { endpoint } from '../http/endpoint.ts';
import { Id, IdParams } from '../values/ids.ts';
import { ShipmentIds, Ticket } from './labels.ts';
import { Pagination, Paging } from '../http/paging.ts';

/** The hand-over list that a rider signs: parcels of one courier account. */
export const LoadSheet = z.object({
  id: Id,
  /** Counts per shop, from 1. */
  number: z.number().int(),
  /**
   * `asking`: the courier is preparing its own. This continues automatically. `refused`: the courier made none; its parcels
   * wait again, until they are on another load sheet or were handed over with our own.
   */
  state: z.enum(['asking', 'ready', 'refused']),
  /** The courier's own paper, or ours. */
  source: z.enum(['courier', 'own']),
  /** The courier's own number for it, or empty. */
  courier_sheet_id: z.string(),
  company: Company,
  account_id: Id,
  account_name: z.string(),
  /** On it now: without what the courier left out and what was cancelled since. */
  parcels: z.number().int(),
  pieces: z.number().int(),
  /** Grams. */
  weight: z.number().int(),
  /** Whole rupees. */
  cod: z.number().int(),
  /** Parcels that were cancelled after it was made. The courier's own paper still lists them. */
  cancelled: z.number().int(),
  /** What a person should know about it, or empty. */
  note: z.string(),
  made_by: z.string(),
  created_at: Instant,
  prints: z.number().int(),
  last_printed_at: Instant.nullable(),
  handed_over_at: Instant.nullable(),
  handed_over_by: z.string(),
});
export type LoadSheet = z.infer<typeof LoadSheet>;

export const getLoadSheets = endpoint({
  name: 'getLoadSheets',
  method: 'GET',
  path: '/load-sheets',
  summary: 'Load sheets, newest first.',
  access: ['BOOK_ORDERS'],
  query: Paging,
  reply: Pagination.extend({ data: z.array(LoadSheet) }),
});

/** Parcels of an account, booked within a week and not yet collected, that are on no load sheet. */
export const WaitingParcels = z.object({
  account_id: Id,
  account_name: z.string(),
  company: Company,
  parcels: z.number().int(),
  cod: z.number().int(),
  /** Oldest first, as many as one load sheet takes. */
  shipment_ids: z.array(Id),
  /** Those of them that were on a load sheet which the courier made without them, or did not make. */
  left_off: z.array(
    z.object({
      shipment_id: Id,
      order_name: z.string(),
      tracking_number: z.string(),
      /** The number of that load sheet. */
      load_sheet: z.number().int(),
      /** Why, in the courier's words or ours. */
      message: z.string(),
    }),
  ),
});
export type WaitingParcels = z.infer<typeof WaitingParcels>;

export const getWaitingParcels = endpoint({
  name: 'getWaitingParcels',
  method: 'GET',
  path: '/load-sheets/waiting',
  summary: 'Parcels that wait for a load sheet, by courier account.',
  access: ['BOOK_ORDERS'],
  reply: z.object({ data: z.array(WaitingParcels) }),
});

export const SkippedParcel = z.object({
  shipment_id: Id,
  order_name: z.string(),
  tracking_number: z.string(),
  message: z.string(),
});
export type SkippedParcel = z.infer<typeof SkippedParcel>;

export const createLoadSheets = endpoint({
  name: 'createLoadSheets',
  method: 'POST',
  path: '/load-sheets',
  summary:
    'Makes a load sheet per courier account of these parcels: the courier’s own where it has one (PostEx moves the orders to Booked with it), ours otherwise. 202 while a courier is still asked.',
  access: ['BOOK_ORDERS'],
  body: z.object({
    shipment_ids: ShipmentIds,
    /** Also parcels on an earlier load sheet that the rider did not take. */
    again: z.boolean().default(false),
  }),
  mayBeUnderWay: true,
  /** `skipped`: parcels that cannot be on a load sheet, and those that the courier did not take. */
  reply: z.object({ message: z.string(), data: z.array(LoadSheet), skipped: z.array(SkippedParcel) }),
  errors: ['not-found', 'cannot-print'],
});

export const printLoadSheet = endpoint({
  name: 'printLoadSheet',
  method: 'POST',
  path: '/load-sheets/:id/print',
  summary: 'A ticket for the PDF of a load sheet, two copies; from the second time it says that it is a re-print.',
  access: ['BOOK_ORDERS'],
  params: IdParams,
  reply: z.object({ ticket: Ticket, data: LoadSheet }),
  errors: ['not-found', 'cannot-print'],
});

export const handOverLoadSheet = endpoint({
  name: 'handOverLoadSheet',
  method: 'POST',
  path: '/load-sheets/:id/hand-over',
  summary: 'The rider took the parcels and signed; or, with `handed_over: false`, not after all.',
  access: ['BOOK_ORDERS'],
  params: IdParams,
  body: z.object({ handed_over: z.boolean().default(true) }),
  reply: z.object({ data: LoadSheet }),
  errors: ['not-found', 'cannot-print'],
});
