import * as z from 'zod';
import { Paging } from '../http/paging.ts';
import { filter } from '../shipments/filter-values.ts';

/** The result of a row. */
export const ResultState = z.enum(['waiting', 'changed', 'unchanged', 'failed']);

export const ImportRowsQuery = Paging.extend({
  state: filter(z.string().max(20).trim().toLowerCase().pipe(ResultState)),
});
export type ImportRowsQuery = z.output<typeof ImportRowsQuery>;
