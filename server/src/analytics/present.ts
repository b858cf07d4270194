import type { getDashboardAnalytics } from '@courierdesk/contract/analytics';
import type { ReplyOf } from '@courierdesk/contract/endpoint';
import type { OpenCases } from '../attention/count-open-cases.ts';
import type { StatusCounts } from './queries.ts';
import type { DateRanges } from './ranges.ts';

const none: StatusCounts = { FULFILLED: 0, INPROCESS: 0, DELIVERED: 0, CANCELLED: 0, RTS: 0 };

export function presentAnalytics(figures: {
  ranges: DateRanges;
  counts: StatusCounts;
  before: StatusCounts | undefined;
  attention: OpenCases;
}): ReplyOf<typeof getDashboardAnalytics> {
  const { ranges, counts, before, attention } = figures;
  const range = ranges.booked ?? ranges.delivered;
  return {
    ...presentCounts(counts),
    returning: counts.RTS,
    before: presentCounts(before ?? none),
    range: { from: range?.from ?? null, to: range?.to ?? null },
    attention: attention.to_decide,
    resolving: attention.resolving,
  };
}

/** Inprocess is the total without fulfilled, cancelled and delivered (specification, section 4), so it includes RTS. */
function presentCounts(counts: StatusCounts) {
  const totalOrders = Object.values(counts).reduce((sum, n) => sum + n, 0);
  const INPROCESS = totalOrders - counts.FULFILLED - counts.CANCELLED - counts.DELIVERED;
  return { totalOrders, byStatus: { ...counts, INPROCESS } };
}
