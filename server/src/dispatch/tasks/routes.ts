import { countText } from '@courierdesk/contract/count-text';
import { paginationOf } from '@courierdesk/contract/paging';
import {
  createShipmentTask,
  getShipmentTask,
  getShipmentTasks,
  dismissShipmentTask,
  retryShipmentTask,
  stopShipmentTask,
} from '@courierdesk/contract/shipment-tasks';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { pageOrLast } from '../../base/db/page-or-last.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { notFound } from '../../base/errors.ts';
import { route, Accepted } from '../../base/http/route.ts';
import { dismissTask, retryTask, stopTask } from './change-task.ts';
import { createTask } from './create-task.ts';
import { taskById, taskRowsPage, visibleTasks, withCounts } from './queries.ts';

export function shipmentTaskRoutes(app: FastifyInstance, context: Context): void {
  route(app, createShipmentTask, async ({ actor, body }) => {
    const data = await createTask(context, actor, body.kind, body.selection);
    const parcels = countText(data.total, 'parcel');
    return new Accepted({
      data,
      message: data.kind === 'cancel' ? `Cancelling ${parcels}.` : `Tracking ${parcels}.`,
    });
  });

  route(app, getShipmentTasks, async ({ actor }) => ({
    data: await withShop(context.db, actor.shopId, (trx) => visibleTasks(trx, actor.shopId, context.clock())),
  }));

  route(app, getShipmentTask, async ({ actor, params, query }) =>
    withShop(context.db, actor.shopId, async (trx) => {
      const task = await taskById(trx, actor.shopId, params.id);
      const [data] = task ? await withCounts(trx, actor.shopId, [task]) : [];
      if (!task || !data) throw notFound('The task');
      const { rows } = await pageOrLast(query, async (asked) => ({
        rows: await taskRowsPage(trx, task, asked),
        total: task.total,
      }));
      return { data, rows, pagination: paginationOf(query, task.total) };
    }),
  );

  route(app, retryShipmentTask, async ({ actor, params }) => ({ data: await retryTask(context, actor, params.id) }));

  route(app, stopShipmentTask, async ({ actor, params }) => ({ data: await stopTask(context, actor, params.id) }));

  route(app, dismissShipmentTask, async ({ actor, params }) => {
    await dismissTask(context, actor, params.id);
    return { message: 'Put away' };
  });
}
