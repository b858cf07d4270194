import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Company } from '../values/companies.ts';
import { countText } from '../values/count-text.ts';
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
  /** Parcels under way that only this account can track. */
  untracked: z.number().int(),
});
export type RefusedAccount = z.infer<typeof RefusedAccount>;

/**
 * What we cannot do with such an account, in sentences. M&P takes no cancels. TCS needs no password to track a parcel that it
 * has scanned.
 */
export function whatRefusalStops({ company, untracked }: Pick<RefusedAccount, 'company' | 'untracked'>): string {
  const stopped = `We cannot ${stoppedWork[company]} with this account until it has new credentials.`;
  if (untracked === 0) return stopped;
  const parcels = countText(untracked, 'parcel is', 'parcels are');
  return company === 'TCS'
    ? `${stopped} ${parcels} under way. If only the password is wrong, we still track those that TCS has scanned.`
    : `${stopped} ${parcels} not tracked.`;
}

const stoppedWork: Record<Company, string> = {
  LEOPARD: 'book, cancel or track',
  MNP: 'book or track',
  POSTEX: 'book, cancel or track',
  TCS: 'book or cancel',
};

export const getCourierHealth = endpoint({
  name: 'getCourierHealth',
  method: 'GET',
  path: '/courier-health',
  summary:
    'Couriers that do not respond now (several calls in a row failed with one of the active accounts), and accounts whose credentials the courier refuses.',
  access: ['READ_ORDERS', 'BOOK_ORDERS', 'READ_ACCOUNTS'],
  reply: z.object({ not_responding: z.array(Company), refused: z.array(RefusedAccount) }),
});
