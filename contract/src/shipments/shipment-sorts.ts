import * as z from 'zod';
import { SortDirection } from '../http/paging.ts';

/** What the orders list can be sorted by. Each has its index. */
export const ShipmentsSort = z.enum([
  'booked',
  'delivered',
  'status',
  'number',
  'order',
  'customer',
  'city',
  'courier',
  'cod',
  'payment',
  'by',
]);
export type ShipmentsSort = z.infer<typeof ShipmentsSort>;

/** The order of a list; by default the newest booking first. Rows without a delivery date come last in both directions. */
export const ShipmentsOrder = z.object({
  sort: ShipmentsSort.default('booked').catch('booked'),
  dir: SortDirection.default('desc').catch('desc'),
});
export type ShipmentsOrder = z.output<typeof ShipmentsOrder>;
