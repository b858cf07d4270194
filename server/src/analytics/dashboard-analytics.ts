import type { getDashboardAnalytics } from '@courierdesk/contract/analytics';
import type { QueryOf, ReplyOf } from '@courierdesk/contract/endpoint';
import type { UserActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { withShop } from '../db/tenancy.ts';
import { countOpenCases } from '../attention/count-open-cases.ts';
import { countsByStatus } from './queries.ts';
import { presentAnalytics } from './present.ts';
import { resolveRanges, previousRanges } from './ranges.ts';

export async function dashboardAnalytics(
  context: Context,
  actor: UserActor,
  query: QueryOf<typeof getDashboardAnalytics>,
): Promise<ReplyOf<typeof getDashboardAnalytics>> {
  const { timeZone } = actor.shop;
  const ranges = resolveRanges(query, context.clock(), timeZone);
  const earlier = previousRanges(ranges);
  return withShop(context.db, actor.shopId, async (trx) => {
    const count = (of: typeof ranges) => countsByStatus(trx, actor.shopId, of, query, timeZone);
    return presentAnalytics({
      ranges,
      counts: await count(ranges),
      before: earlier && (await count(earlier)),
      attention: await countOpenCases(trx, context.config, actor.shopId),
    });
  });
}
