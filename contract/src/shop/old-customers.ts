import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Instant } from '../values/dates.ts';

export const maxYearsKept = 10;

/** For how many years after its end a parcel keeps its customer's data. */
const YearsKept = z.number().int().min(1, 'Minimum 1 year').max(maxYearsKept, `Maximum ${maxYearsKept} years`);

/** Null: for ever. */
const Keeping = z.object({ years: YearsKept.nullable() });

export const getOldCustomers = endpoint({
  name: 'getOldCustomers',
  method: 'GET',
  path: '/old-customers',
  summary: 'After how many years customers’ data is erased from ended parcels; null: it is kept.',
  access: 'owner',
  reply: Keeping,
});

export const previewOldCustomers = endpoint({
  name: 'previewOldCustomers',
  method: 'GET',
  path: '/old-customers/preview',
  summary: 'Which customers’ data would be erased now, if it were kept for so many years.',
  access: 'owner',
  query: z.object({ years: z.coerce.number().pipe(YearsKept) }),
  reply: z.object({
    ended_before: Instant,
    /** Parcels whose customers would be erased, and the store orders in them. */
    parcels: z.number().int(),
    orders: z.number().int(),
    /** Parcels that are old enough and are left out, because something of their order is still open. */
    left_out: z.number().int(),
    /** There are more parcels than were counted. */
    more: z.boolean(),
  }),
});
export type OldCustomersPreview = z.infer<(typeof previewOldCustomers)['reply']>;

export const saveOldCustomers = endpoint({
  name: 'saveOldCustomers',
  method: 'PUT',
  path: '/old-customers',
  summary: 'Sets after how many years customers’ data is erased from ended parcels. The first time is the next night.',
  access: 'owner',
  body: Keeping.extend({ confirmed: z.boolean().default(false) }).refine(
    ({ years, confirmed }) => years === null || confirmed,
    { path: ['confirmed'], message: 'Erased data cannot be restored. Confirm that you want to erase it' },
  ),
  reply: Keeping.extend({ message: z.string() }),
});
