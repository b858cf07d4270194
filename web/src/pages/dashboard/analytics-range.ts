import { AnalyticsQuery } from '@courierdesk/contract/analytics';
import * as z from 'zod';

type Days = z.output<typeof AnalyticsQuery>;
type DayName = keyof Days;

/** The dashboard's URL. Values that are not days are kept, so that the page can show them. */
export type AnalyticsSearch = Days & { unreadable?: Partial<Record<DayName, string>> | undefined };

export function parseAnalyticsSearch(address: Record<string, unknown>): AnalyticsSearch {
  const given = { ...address, ...Texts.catch({}).parse(address['unreadable']) };
  const days: Days = {};
  const unreadable: Partial<Record<DayName, string>> = {};
  for (const name of names) {
    const read = AnalyticsQuery.shape[name].safeParse(given[name] === '' ? undefined : given[name]);
    // The router merges this over the URL's values: an invalid day must be reset by name.
    days[name] = read.data;
    if (!read.success) unreadable[name] = String(given[name]);
  }
  return { ...days, ...(Object.keys(unreadable).length > 0 && { unreadable }) };
}

const names: readonly DayName[] = ['bookingfrom', 'bookingto', 'deliveredfrom', 'deliveredto'];
const Texts = z.record(z.string(), z.string());

/** The same with the endpoint's names. */
export const analyticsOf = (search: AnalyticsSearch) => ({
  bookingDateFrom: search.bookingfrom,
  bookingDateTo: search.bookingto,
  deliveredDateFrom: search.deliveredfrom,
  deliveredDateTo: search.deliveredto,
});
