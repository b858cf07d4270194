import { maxCities, type getCitiesDeliveryAverage } from '@courierdesk/contract/analytics';
import type { QueryOf, ReplyOf } from '@courierdesk/contract/endpoint';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { readShop } from '../../base/db/replica.ts';
import { deliveryFigures, figuresByCompany } from './delivery-figures.ts';
import { cityGroups } from './queries.ts';
import { resolveRanges } from './ranges.ts';

export async function citiesDeliveryAverage(
  context: Context,
  actor: UserActor,
  { startDate, endDate, city }: QueryOf<typeof getCitiesDeliveryAverage>,
): Promise<ReplyOf<typeof getCitiesDeliveryAverage>> {
  const dates = { bookingDateFrom: startDate, bookingDateTo: endDate };
  const { booked } = resolveRanges(dates, context.clock(), actor.shop.timeZone);
  const range = { from: booked?.from, to: booked?.to };
  const { groups, total } = await readShop(context, actor.shopId, (trx) =>
    cityGroups(trx, actor.shopId, { range, city }, maxCities),
  );
  const data = [...Map.groupBy(groups, (group) => group.city)].map(([name, own]) => ({
    city: name,
    ...deliveryFigures(own),
    couriers: figuresByCompany(own),
  }));
  return { data, total, range: { from: range.from ?? null, to: range.to ?? null } };
}
