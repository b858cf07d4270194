import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Role } from '../http/scopes.ts';
import { inAnyCase, unlessEmpty } from '../shipments/filter-values.ts';
import { SeriesStep } from '../shipments/analytics.ts';
import { Day } from '../values/dates.ts';
import { Id, IdParams } from '../values/ids.ts';

/** Orders that a person booked, by what became of them. */
const OrderCounts = z.object({
  fulfilled_orders: z.number().int(),
  inprocess_orders: z.number().int(),
  delivered_orders: z.number().int(),
  cancelled_orders: z.number().int(),
  rts_orders: z.number().int(),
  total_orders: z.number().int(),
});
export type OrderCounts = z.infer<typeof OrderCounts>;

export const StaffStats = OrderCounts.extend({ user_id: Id, user: z.string(), role: Role });
export type StaffStats = z.infer<typeof StaffStats>;

/** Booked = fulfilled + in process + delivered; cancelled = cancelled + rts. */
export const bookedOf = (counts: OrderCounts): number =>
  counts.fulfilled_orders + counts.inprocess_orders + counts.delivered_orders;
export const cancelledOf = (counts: OrderCounts): number => counts.cancelled_orders + counts.rts_orders;
type Ended = Pick<OrderCounts, 'delivered_orders' | 'rts_orders'>;

/** Percent of the parcels that ended at the customer, of those that were delivered or returned; null while none was. */
export const deliveredShareOf = ({ delivered_orders: delivered, rts_orders: returned }: Ended): number | null =>
  delivered + returned === 0 ? null : Math.round((delivered / (delivered + returned)) * 100);

const day = z.preprocess(unlessEmpty, Day.optional());
/** Days of the shop's time zone, both included; today without them. */
const StaffRange = z.object({ start: day, end: day });
const Range = z.object({ from: Day, to: Day });

export const getStaffTable = endpoint({
  name: 'getStaffTable',
  method: 'GET',
  path: '/staff/table-order-count',
  summary: 'Orders that each person of the shop booked in a range of days, by name; deleted people last.',
  access: 'owner',
  query: StaffRange,
  reply: z.object({ stats: z.array(StaffStats), range: Range }),
});

const StaffSeries = z.object({
  step: SeriesStep,
  data: z.array(
    z.object({
      /** First day of the step. */
      day: Day,
      booked: z.number().int(),
      cancelled: z.number().int(),
      total: z.number().int(),
    }),
  ),
  range: Range,
});
export type StaffSeries = z.infer<typeof StaffSeries>;

export const getStaffChart = endpoint({
  name: 'getStaffChart',
  method: 'GET',
  path: '/staff/chart-order-count',
  summary: 'Orders that all people of the shop booked, over a range of days.',
  access: 'owner',
  query: StaffRange,
  reply: StaffSeries,
});

export const getPersonChart = endpoint({
  name: 'getPersonChart',
  method: 'GET',
  path: '/staff/chart-order-count/:id',
  summary: 'Orders that one person booked, over a range of days.',
  access: 'owner',
  params: IdParams,
  query: StaffRange,
  reply: StaffSeries,
  errors: ['not-found'],
});

export const getPersonTotals = endpoint({
  name: 'getPersonTotals',
  method: 'GET',
  path: '/staff/:id/all-orders-count',
  summary: 'All orders that one person ever booked.',
  access: 'owner',
  params: IdParams,
  reply: z.object({ data: StaffStats }),
  errors: ['not-found'],
});

export const getPersonWork = endpoint({
  name: 'getPersonWork',
  method: 'GET',
  path: '/staff/:id/work',
  summary: 'What one person works on: the orders that they booked today, and their batches that are not finished.',
  access: 'owner',
  params: IdParams,
  reply: z.object({ booked_today: z.number().int(), unfinished_batches: z.number().int() }),
  errors: ['not-found'],
});

/** A range by its name; `CUSTOM` goes from `from` to `to`. */
export const StaffFlag = z.enum([
  'TODAY',
  'YESTERDAY',
  'LAST_7_DAYS',
  'CURRENT_MONTH',
  'LAST_MONTH',
  'LAST_6_MONTHS',
  'THIS_YEAR',
  'LAST_YEAR',
  'CUSTOM',
]);
export type StaffFlag = z.infer<typeof StaffFlag>;

export const getPersonCount = endpoint({
  name: 'getPersonCount',
  method: 'GET',
  path: '/staff/find-individual-order-count/:id',
  summary: 'Orders that one person booked in a named range (`flag`), or from `from` to `to`.',
  access: 'owner',
  params: IdParams,
  query: z.object({
    flag: z.preprocess(unlessEmpty, inAnyCase(StaffFlag).optional()),
    from: day,
    to: day,
  }),
  reply: z.object({ data: StaffStats, range: Range }),
  errors: ['not-found'],
});
