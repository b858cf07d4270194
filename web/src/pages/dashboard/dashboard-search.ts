import { AnalyticsQuery } from '@courierdesk/contract/analytics';
import * as z from 'zod';
import { filterText, readFilters } from '../../lib/url-filters.ts';

/** The days in the dashboard's URL. */
export const DashboardSearch = z.object({
  bookingfrom: filterText,
  bookingto: filterText,
  deliveredfrom: filterText,
  deliveredto: filterText,
} satisfies Record<keyof Days, unknown>);

export type Days = z.output<typeof AnalyticsQuery>;

export const readDays = (search: z.output<typeof DashboardSearch>) => readFilters(AnalyticsQuery, search);

/** The same with the endpoint's names. */
export const analyticsOf = (days: Days) => ({
  bookingDateFrom: days.bookingfrom,
  bookingDateTo: days.bookingto,
  deliveredDateFrom: days.deliveredfrom,
  deliveredDateTo: days.deliveredto,
});

/** Days without a first one have no period before them to compare with. */
export const hasPeriodBefore = (days: Days): boolean =>
  !(days.bookingto && !days.bookingfrom) && !(days.deliveredto && !days.deliveredfrom);
