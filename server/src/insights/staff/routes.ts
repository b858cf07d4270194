import { dayOf } from '@courierdesk/contract/dates';
import {
  getPersonChart,
  getPersonCount,
  getPersonTotals,
  getPersonWork,
  getStaffChart,
  getStaffTable,
} from '@courierdesk/contract/staff';
import type { FastifyInstance } from 'fastify';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { route } from '../../base/http/route.ts';
import { flaggedRange, staffRange } from './staff-ranges.ts';
import { personStats, personWork, staffSeries, staffTable } from './staff-stats.ts';

export function staffRoutes(app: FastifyInstance, context: Context): void {
  const today = (actor: UserActor): string => dayOf(context.clock(), actor.shop.timeZone);

  route(app, getStaffTable, ({ actor, query }) =>
    staffTable(context, actor, staffRange(query.start, query.end, today(actor))),
  );

  route(app, getStaffChart, ({ actor, query }) =>
    staffSeries(context, actor, staffRange(query.start, query.end, today(actor))),
  );

  route(app, getPersonChart, async ({ actor, params, query }) => {
    await personStats(context, actor, params.id);
    return staffSeries(context, actor, staffRange(query.start, query.end, today(actor)), params.id);
  });

  route(app, getPersonTotals, async ({ actor, params }) => ({ data: await personStats(context, actor, params.id) }));

  route(app, getPersonWork, ({ actor, params }) => personWork(context, actor, params.id, today(actor)));

  route(app, getPersonCount, async ({ actor, params, query }) => {
    const flag = query.flag ?? (query.from || query.to ? 'CUSTOM' : 'TODAY');
    const range = flaggedRange(flag, query, today(actor));
    return { data: await personStats(context, actor, params.id, range), range };
  });
}
