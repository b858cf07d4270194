import * as z from 'zod';
import { Day } from '../values/dates.ts';
import { endpoint } from '../http/endpoint.ts';
import { Paging, Pagination } from '../http/paging.ts';
import { filter, inAnyCase } from './filter-values.ts';
import { Company, CourierName } from '../values/companies.ts';
import { TrackingNumber } from '../values/ids.ts';
import { ShipmentStatus } from '../values/statuses.ts';

/** The dashboard's range, in the page's own parameter names; the last seven days when empty. */
export const AnalyticsQuery = z.object({
  bookingfrom: Day.optional(),
  bookingto: Day.optional(),
  deliveredfrom: Day.optional(),
  deliveredto: Day.optional(),
});

/** Rates of fewer parcels than this say little; screens mark them. */
export const smallSample = 20;

/** How parcels fared that were booked in a range of days. Cancelled ones are left out. */
export const DeliveryFigures = z.object({
  parcels: z.number().int(),
  delivered: z.number().int(),
  returned: z.number().int(),
  under_way: z.number().int(),
  /** Parts of `parcels` in percent, with one decimal; null without parcels. */
  delivery_rate: z.number().nullable(),
  return_rate: z.number().nullable(),
  /** Average days from booking to delivery, with one decimal, without parcels added after their delivery; null without any. */
  days_to_deliver: z.number().nullable(),
  /** Fewer than `smallSample` parcels. */
  small_sample: z.boolean(),
});
export type DeliveryFigures = z.infer<typeof DeliveryFigures>;

/** Long ranges are summed up by week (from Monday) or month, so that a chart has at most some hundred points. */
export const SeriesStep = z.enum(['day', 'week', 'month']);
export type SeriesStep = z.infer<typeof SeriesStep>;

const Parcels = z.object({ parcels: z.number().int(), /** Whole rupees. */ cod: z.number().int() });

export const getDashboardAnalytics = endpoint({
  name: 'getDashboardAnalytics',
  method: 'GET',
  path: '/get-dashboard-analytics',
  summary:
    'Shipments per status in a range of days and in the range of the same length before it; booked, delivered and returned over time; couriers compared (paged by `page` and `limit`); amounts to collect.',
  access: ['READ_ANALYTICS'],
  query: Paging.extend({
    query: filter(z.string().max(200)),
    city: filter(z.string().max(100)),
    status: filter(inAnyCase(ShipmentStatus)),
    bookingDateFrom: filter(Day),
    bookingDateTo: filter(Day),
    deliveredDateFrom: filter(Day),
    deliveredDateTo: filter(Day),
    trackingNumber: filter(TrackingNumber.max(100)),
    company: filter(inAnyCase(Company)),
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
    /** Parcels booked, delivered and returned over the range; `day` is the first day of a step. */
    series: z.object({
      step: SeriesStep,
      data: z.array(
        z.object({
          day: Day,
          booked: z.number().int(),
          delivered: z.number().int(),
          returned: z.number().int(),
        }),
      ),
    }),
    /** The parcels of the range by courier, most parcels first. */
    couriers: Pagination.extend({ data: z.array(DeliveryFigures.extend({ company: CourierName })) }),
    /** Amounts to collect: of the parcels of the range, and of all parcels. */
    money: z.object({
      /** Booked or in process. */
      on_the_road: z.object({ range: Parcels, all: Parcels }),
      delivered_unpaid: z.object({ range: Parcels, all: Parcels }),
      returned: z.object({ range: Parcels, all: Parcels }),
    }),
  }),
});

/** Cities in one reply of `GET /cities-delivery-average`. */
export const maxCities = 50;

export const getCitiesDeliveryAverage = endpoint({
  name: 'getCitiesDeliveryAverage',
  method: 'GET',
  path: '/cities-delivery-average',
  summary:
    'Delivery rate, return rate and days to deliver of parcels booked in a range of days, by city and by courier in each city; the cities with most parcels. The last seven days without dates.',
  access: ['READ_ANALYTICS'],
  query: z.object({
    startDate: filter(Day),
    endDate: filter(Day),
    /** In any letter case. */
    city: z.string().trim().max(100).optional(),
  }),
  reply: z.object({
    data: z.array(
      DeliveryFigures.extend({
        city: z.string(),
        couriers: z.array(DeliveryFigures.extend({ company: CourierName })),
      }),
    ),
    /** How many cities there are in the range. */
    total: z.number().int(),
    range: z.object({ from: Day.nullable(), to: Day.nullable() }),
  }),
});
