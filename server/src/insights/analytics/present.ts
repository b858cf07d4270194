import type { getDashboardAnalytics } from '@courierdesk/contract/analytics';
import type { ReplyOf } from '@courierdesk/contract/endpoint';
import { paginationOf, type Paging } from '@courierdesk/contract/paging';
import type { ShipmentStatus } from '@courierdesk/contract/statuses';
import type { OpenCases } from '../../dispatch/attention/count-open-cases.ts';
import { bySteps, type Days } from './day-series.ts';
import { figuresByCompany } from './delivery-figures.ts';
import type { DayCounts, ShipmentGroup } from './queries.ts';
import type { DateRanges } from './ranges.ts';

export function presentAnalytics(figures: {
  ranges: DateRanges;
  groups: readonly ShipmentGroup[];
  before: readonly ShipmentGroup[];
  all: readonly ShipmentGroup[];
  days: Days;
  counts: readonly DayCounts[];
  attention: OpenCases;
  paging: Paging;
}): ReplyOf<typeof getDashboardAnalytics> {
  const { ranges, groups, before, all, days, counts, attention, paging } = figures;
  const range = ranges.booked ?? ranges.delivered;
  const couriers = figuresByCompany(groups);
  const pagination = paginationOf(paging, couriers.length);
  const first = (pagination.page - 1) * pagination.limit;
  return {
    ...presentCounts(groups),
    returning: countOf(groups, 'RTS'),
    before: presentCounts(before),
    range: { from: range?.from ?? null, to: range?.to ?? null },
    attention: attention.to_decide,
    resolving: attention.resolving,
    series: bySteps(days, counts, (own) => ({
      booked: dayCount(own, 'booked'),
      delivered: dayCount(own, 'delivered'),
      returned: dayCount(own, 'returned'),
    })),
    couriers: { data: couriers.slice(first, first + pagination.limit), ...pagination },
    money: {
      on_the_road: amounts(groups, all, isOnTheRoad),
      delivered_unpaid: amounts(groups, all, ({ status, paid }) => status === 'DELIVERED' && !paid),
      returned: amounts(groups, all, ({ status }) => status === 'RTS'),
    },
  };
}

/** Inprocess is what is neither fulfilled, cancelled nor delivered: RTS is part of it. */
function presentCounts(groups: readonly ShipmentGroup[]) {
  const totalOrders = groups.reduce((sum, { n }) => sum + n, 0);
  const FULFILLED = countOf(groups, 'FULFILLED');
  const DELIVERED = countOf(groups, 'DELIVERED');
  const CANCELLED = countOf(groups, 'CANCELLED');
  const RTS = countOf(groups, 'RTS');
  const INPROCESS = totalOrders - FULFILLED - DELIVERED - CANCELLED;
  return { totalOrders, byStatus: { FULFILLED, INPROCESS, DELIVERED, CANCELLED, RTS } };
}

const countOf = (groups: readonly ShipmentGroup[], status: ShipmentStatus): number =>
  groups.reduce((sum, group) => sum + (group.status === status ? group.n : 0), 0);

const dayCount = (counts: readonly DayCounts[], what: DayCounts['what']): number =>
  counts.reduce((sum, count) => sum + (count.what === what ? count.n : 0), 0);

/** A parcel that is already paid has nothing to collect. */
const isOnTheRoad = ({ status, paid }: ShipmentGroup): boolean =>
  !paid && (status === 'FULFILLED' || status === 'INPROCESS');

type Picked = (group: ShipmentGroup) => boolean;

const amounts = (groups: readonly ShipmentGroup[], all: readonly ShipmentGroup[], isPicked: Picked) => ({
  range: amountOf(groups.filter(isPicked)),
  all: amountOf(all.filter(isPicked)),
});

const amountOf = (groups: readonly ShipmentGroup[]) => ({
  parcels: groups.reduce((sum, { n }) => sum + n, 0),
  cod: groups.reduce((sum, { cod }) => sum + cod, 0),
});
