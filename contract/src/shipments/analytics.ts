import * as z from 'zod';
import { Day } from '../values/dates.ts';
import { endpoint } from '../http/endpoint.ts';
import { inAnyCase } from './filter-values.ts';
import { Company } from '../values/companies.ts';
import { TrackingNumber } from '../values/ids.ts';
import { ShipmentStatus } from '../values/statuses.ts';

/** The dashboard's range, in the page's own parameter names; the last seven days when empty. */
export const AnalyticsQuery = z.object({
  bookingfrom: Day.optional(),
  bookingto: Day.optional(),
  deliveredfrom: Day.optional(),
  deliveredto: Day.optional(),
});

export const getDashboardAnalytics = endpoint({
  name: 'getDashboardAnalytics',
  method: 'GET',
  path: '/get-dashboard-analytics',
  summary: 'Shipments per status in a range of days, and in the range of the same length before it.',
  access: ['READ_ANALYTICS'],
  query: z.object({
    query: z.string().max(200).optional(),
    city: z.string().max(100).optional(),
    status: inAnyCase(ShipmentStatus.optional()),
    bookingDateFrom: Day.optional(),
    bookingDateTo: Day.optional(),
    deliveredDateFrom: Day.optional(),
    deliveredDateTo: Day.optional(),
    trackingNumber: TrackingNumber.max(100).optional(),
    company: inAnyCase(Company.optional()),
  }),
  reply: z.object({
    totalOrders: z.number().int(),
    byStatus: z.object({
      FULFILLED: z.number().int(),
      /** Total minus fulfilled, cancelled and delivered; `returning` of them are on the way back. */
      INPROCESS: z.number().int(),
      DELIVERED: z.number().int(),
      CANCELLED: z.number().int(),
      RTS: z.number().int(),
    }),
    returning: z.number().int(),
    /** The same figures of the range before, for the change. */
    before: z.object({
      totalOrders: z.number().int(),
      byStatus: z.record(ShipmentStatus, z.number().int()),
    }),
    range: z.object({ from: Day.nullable(), to: Day.nullable() }),
    /** Open cases that need a decision; see `GET /shipments/attention`. */
    attention: z.number().int(),
    /** Open cases that we are still resolving. */
    resolving: z.number().int(),
  }),
});
