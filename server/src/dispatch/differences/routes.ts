import { getDifferenceCount } from '@courierdesk/contract/difference-count';
import {
  dismissDifferences as dismissEndpoint,
  getDifferenceRepairs,
  getDifferences,
  reopenDifference as reopenEndpoint,
  repairDifferences as repairEndpoint,
  startComparison as startEndpoint,
} from '@courierdesk/contract/differences';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { Accepted, route } from '../../base/http/route.ts';
import { countDifferences } from './count-differences.ts';
import { dismissDifferences, reopenDifference } from './dismiss-differences.ts';
import { listDifferences } from './list-differences.ts';
import { listRepairs } from './list-repairs.ts';
import { repairDifferences } from './request-repairs.ts';
import { startComparison } from './start-comparison.ts';

export function differenceRoutes(app: FastifyInstance, context: Context): void {
  route(app, getDifferences, ({ actor, query }) => listDifferences(context, actor, query));

  route(app, getDifferenceCount, async ({ actor }) => {
    const { count } = await withShop(context.db, actor.shopId, (trx) => countDifferences(trx, actor.shopId));
    return { count };
  });

  route(app, startEndpoint, async ({ actor }) => new Accepted({ message: await startComparison(context, actor) }));

  route(app, repairEndpoint, async ({ actor, body }) => {
    const { underWay, ...reply } = await repairDifferences(context, actor, body.ids);
    return underWay ? new Accepted(reply) : reply;
  });

  route(app, dismissEndpoint, async ({ actor, body }) => {
    const dismissed = await dismissDifferences(context, actor, body.ids, body.reason);
    const message = dismissed === 1 ? 'Dismissed.' : `${dismissed} differences dismissed.`;
    return { dismissed, message: dismissed === 0 ? 'Already handled.' : message };
  });

  route(app, reopenEndpoint, async ({ actor, params }) => {
    await reopenDifference(context, actor, params.id);
    return { message: 'Opened again.' };
  });

  route(app, getDifferenceRepairs, ({ actor, query }) => listRepairs(context, actor, query));
}
