import {
  deleteExport as deleteExportEndpoint,
  downloadCsv,
  downloadSelection as downloadSelectionEndpoint,
  exportOrders,
  fetchExport,
  getExport,
  getExportChoice,
  getExports,
} from '@courierdesk/contract/exports';
import { paginationOf } from '@courierdesk/contract/paging';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { pageOrLast } from '../../base/db/page-or-last.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { notFound } from '../../base/errors.ts';
import { route, Accepted } from '../../base/http/route.ts';
import { deleteExport } from './delete-export.ts';
import { downloadSelection, selectionTicket } from './download-selection.ts';
import { choiceOf } from './export-choice.ts';
import { createExportTicket } from './create-export-ticket.ts';
import { presentExport } from './present.ts';
import { countExports, exportById, exportsPage } from './queries.ts';
import { startExport } from './start-export.ts';

export function exportRoutes(app: FastifyInstance, context: Context): void {
  route(app, getExportChoice, async ({ actor }) => ({
    data: await withShop(context.db, actor.shopId, (trx) => choiceOf(trx, actor)),
  }));

  route(app, exportOrders, async ({ actor, query: { filter, ...query }, body }) => {
    const { row, isNew } = await startExport(context, actor, { filter, query, choice: body ?? {} });
    return new Accepted({
      message: isNew
        ? `Your export has begun. A link will be mailed to ${row.mail_to} when it is ready.`
        : `This export is under way already. A link will be mailed to ${row.mail_to} when it is ready.`,
      data: presentExport(row, context.clock()),
    });
  });

  route(app, getExports, async ({ actor, query }) => {
    const { rows, total } = await withShop(context.db, actor.shopId, async (trx) => {
      const count = await countExports(trx, actor.shopId);
      return pageOrLast(query, async (asked) => ({ rows: await exportsPage(trx, actor.shopId, asked), total: count }));
    });
    return { data: rows.map((row) => presentExport(row, context.clock())), ...paginationOf(query, total) };
  });

  route(app, getExport, async ({ actor, params }) => {
    const row = await withShop(context.db, actor.shopId, (trx) => exportById(trx, actor.shopId, params.id));
    if (!row) throw notFound('This export');
    return { data: presentExport(row, context.clock()) };
  });

  route(app, fetchExport, async ({ actor, params }) => ({
    ticket: await createExportTicket(context, actor, params.id),
  }));

  route(app, deleteExportEndpoint, async ({ actor, params, query }) => {
    await deleteExport(context, actor, { id: params.id, onlyUnderWay: query.only_under_way });
    return { message: 'Export deleted' };
  });

  route(app, downloadCsv, ({ actor, body }) => selectionTicket(context, actor, body));

  route(app, downloadSelectionEndpoint, ({ params }) => downloadSelection(context, params.ticket));
}
