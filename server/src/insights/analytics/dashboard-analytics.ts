import type { getDashboardAnalytics } from '@courierdesk/contract/analytics';
import { dayOf } from '@courierdesk/contract/dates';
import type { QueryOf, ReplyOf } from '@courierdesk/contract/endpoint';
import type { UserActor } from '../../base/actor.ts';
import { countOpenCases } from '../../dispatch/attention/count-open-cases.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { readShop } from '../../base/db/replica.ts';
import { searchIds } from '../../shipments/list/shipment-filters.ts';
import { shipmentsByDay, type Within } from './shipments-by-day.ts';
import { presentAnalytics } from './present.ts';
import { countsOfDays, firstDay, shipmentGroups } from './queries.ts';
import { resolveRanges, previousRanges, type DateRanges } from './ranges.ts';

export async function dashboardAnalytics(
  context: Context,
  actor: UserActor,
  query: QueryOf<typeof getDashboardAnalytics>,
): Promise<ReplyOf<typeof getDashboardAnalytics>> {
  const { shopId, shop } = actor;
  const now = context.clock();
  const ranges = resolveRanges(query, now, shop.timeZone);
  const earlier = previousRanges(ranges);
  return readShop(context, shopId, async (trx) => {
    const found = query.query ? await searchIds(trx, query.query) : undefined;
    const parcels = (of: Within) => shipmentsByDay(shopId, { ...query, found }, of, shop.timeZone);
    const days = await daysOf(trx, shopId, ranges, dayOf(now, shop.timeZone));
    return presentAnalytics({
      ranges,
      groups: await shipmentGroups(trx, parcels(ranges)),
      before: earlier ? await shipmentGroups(trx, parcels(earlier)) : [],
      all: await shipmentGroups(trx, parcels({})),
      days,
      counts: await countsOfDays(trx, parcels, days),
      attention: await countOpenCases(trx, context.config, shopId),
      paging: query,
    });
  });
}

/** The days of the chart: an open range begins with the first booking. */
async function daysOf(
  trx: Db,
  shopId: string,
  ranges: DateRanges,
  today: string,
): Promise<{ from: string; to: string }> {
  const range = ranges.booked ?? ranges.delivered;
  const to = range?.to ?? today;
  const from = range?.from ?? (await firstDay(trx, shopId)) ?? to;
  return { from: from > to ? to : from, to };
}
