import { AnalyticsQuery } from '@courierdesk/contract/analytics';
import type * as z from 'zod';

export type AnalyticsSearch = z.output<typeof AnalyticsQuery>;

/** The dashboard's URL; what is no day is left out. */
export function parseAnalyticsSearch(search: Record<string, unknown>): AnalyticsSearch {
  const { bookingfrom, bookingto, deliveredfrom, deliveredto } = AnalyticsQuery.shape;
  return {
    bookingfrom: bookingfrom.safeParse(search['bookingfrom']).data,
    bookingto: bookingto.safeParse(search['bookingto']).data,
    deliveredfrom: deliveredfrom.safeParse(search['deliveredfrom']).data,
    deliveredto: deliveredto.safeParse(search['deliveredto']).data,
  };
}

/** The same, in the names the call takes. */
export const analyticsOf = (search: AnalyticsSearch) => ({
  bookingDateFrom: search.bookingfrom,
  bookingDateTo: search.bookingto,
  deliveredDateFrom: search.deliveredfrom,
  deliveredDateTo: search.deliveredto,
});
