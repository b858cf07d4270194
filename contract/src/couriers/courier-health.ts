import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Company } from '../values/companies.ts';
import { Instant } from '../values/dates.ts';

/**
 * An account whose credentials the courier refuses, until it accepts a call or new credentials are saved. An inactive account
 * counts while it has parcels under way.
 */
export const RefusedAccount = z.object({
  id: z.string(),
  name: z.string(),
  company: Company,
  since: Instant,
  /** What the courier says. */
  words: z.string(),
  /** Parcels under way that are not tracked. */
  untracked: z.number().int(),
});
export type RefusedAccount = z.infer<typeof RefusedAccount>;

export const getCourierHealth = endpoint({
  name: 'getCourierHealth',
  method: 'GET',
  path: '/courier-health',
  summary:
    'Couriers that do not respond now (several calls in a row failed with one of the active accounts), and accounts whose credentials the courier refuses.',
  access: ['READ_ORDERS', 'BOOK_ORDERS', 'READ_ACCOUNTS'],
  reply: z.object({ not_responding: z.array(Company), refused: z.array(RefusedAccount) }),
});
