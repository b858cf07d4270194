import * as z from 'zod';
import { ifReadable } from '../../lib/url-filters.ts';

export const SampleSort = z.enum([
  'order desc',
  'order asc',
  'customer asc',
  'customer desc',
  'date desc',
  'date asc',
  'total desc',
  'total asc',
]);
export type SampleSort = z.infer<typeof SampleSort>;

export const AccountStatus = z.enum(['enabled', 'not invited', 'invited', 'declined']);
export type AccountStatus = z.infer<typeof AccountStatus>;

/** Dollars. */
export const maxSpent = 2000;
const dollars = (usual: number) => z.coerce.number().int().min(0).max(maxSpent).catch(usual).default(usual);

/** The URL of the sample store orders. A value that we cannot read counts as not set. */
export const SampleOrdersSearch = z.object({
  query: z.string().max(100).catch('').default(''),
  sort: SampleSort.catch('order desc').default('order desc'),
  account: ifReadable(AccountStatus),
  tag: z.string().catch('').default(''),
  spent_from: dollars(0),
  spent_to: dollars(500),
});
export type SampleOrdersSearch = z.infer<typeof SampleOrdersSearch>;
