import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Instant } from '../values/dates.ts';

/** The first import of a store's orders, while it runs. */
export const StoreImport = z.object({
  /** `preparing`: the store writes a file of its orders. `importing`: we read them. */
  phase: z.enum(['preparing', 'importing']),
  /** Orders that the phase has done. */
  done: z.number().int(),
  /** Orders of the store, about; null until it has counted them. */
  expected: z.number().int().nullable(),
  started_at: Instant,
  /** Older orders are not imported: Shopify does not show them to apps. */
  since: Instant,
  /** Why it stopped, and when we try again. */
  failure: z.object({ reason: z.string(), next_try_at: Instant }).nullable(),
});
export type StoreImport = z.infer<typeof StoreImport>;

export const getStoreImport = endpoint({
  name: 'getStoreImport',
  method: 'GET',
  path: '/store-orders/import',
  summary: 'How far the first import of the store’s orders is. `data` is null when none is running.',
  access: ['BOOK_ORDERS', 'READ_ANALYTICS'],
  reply: z.object({ data: StoreImport.nullable() }),
});

export const retryStoreImport = endpoint({
  name: 'retryStoreImport',
  method: 'POST',
  path: '/store-orders/import/retry',
  summary: 'Continues a failed import of the store’s orders now, instead of at its next automatic try.',
  access: ['BOOK_ORDERS'],
  reply: z.object({ data: StoreImport }),
  errors: ['conflict'],
});
