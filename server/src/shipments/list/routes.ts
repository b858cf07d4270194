import { paginationOf } from '@courierdesk/contract/paging';
import { describeSelection as describeSelectionEndpoint } from '@courierdesk/contract/shipment-selection';
import { getAllOrders, getFilterChoices, getFilterTotals } from '@courierdesk/contract/shipments';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { route } from '../../base/http/route.ts';
import { describeSelection } from './describe-selection.ts';
import { filterChoices } from './filter-choices.ts';
import { filterTotals } from './filter-totals.ts';
import { pageOfShipments } from './list-shipments.ts';
import { presentListed } from './present.ts';
import { resolveListRequest } from './shipment-filters.ts';

export function ordersListRoutes(app: FastifyInstance, context: Context): void {
  route(app, getAllOrders, async ({ actor, query }) => {
    const now = context.clock();
    const { rows, total, more } = await pageOfShipments(context.db, actor, query, now);
    const { page, pages, limit } = paginationOf(query, total);
    return {
      data: rows.map((row) => presentListed(row, now)),
      page,
      totalOrders: total,
      more,
      totalPages: pages,
      pagination: { limit },
    };
  });

  route(app, getFilterTotals, async ({ actor, query }) => ({
    data: await withShop(context.db, actor.shopId, async (trx) =>
      filterTotals(trx, await resolveListRequest(trx, actor, query, context.clock())),
    ),
  }));

  route(app, getFilterChoices, async ({ actor }) => ({
    data: await withShop(context.db, actor.shopId, (trx) => filterChoices(trx, actor.shopId)),
  }));

  route(app, describeSelectionEndpoint, async ({ actor, body }) => ({
    data: await describeSelection(context, actor, body.selection),
  }));
}
