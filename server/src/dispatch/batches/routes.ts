import {
  bookBatch,
  confirmBatchRows,
  createBatch as createEndpoint,
  deleteBatch as deleteEndpoint,
  editBatchRows,
  getBatch,
  getBatches,
  retryBatch,
  stopBatch,
} from '@courierdesk/contract/batches';
import { paginationOf } from '@courierdesk/contract/paging';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { pageOrLast } from '../../base/db/page-or-last.ts';
import { route } from '../../base/http/route.ts';
import { confirmRows } from './confirm-rows.ts';
import { createBatch } from './create-batch.ts';
import { deleteBatch } from './delete-batch.ts';
import { editRows } from './edit-rows.ts';
import { bookRows, retryRows, stopRows } from './queue-rows.ts';
import { listBatches, showBatch } from './show-batch.ts';

export function batchRoutes(app: FastifyInstance, context: Context): void {
  route(app, createEndpoint, ({ actor, body }) => createBatch(context, actor, body.order_ids));

  route(app, getBatches, async ({ actor, query }) => {
    const { rows, total } = await pageOrLast(query, (paging) => listBatches(context, actor, paging));
    return { data: rows, ...paginationOf(query, total) };
  });

  route(app, getBatch, ({ actor, params, query }) => showBatch(context, actor, params.id, query.since));

  route(app, editBatchRows, ({ actor, params, body }) => editRows(context, actor, params.id, body));

  route(app, bookBatch, ({ actor, params, body }) => bookRows(context, actor, params.id, body.row_ids));

  route(app, retryBatch, ({ actor, params, body }) => retryRows(context, actor, params.id, body.row_ids));

  route(app, confirmBatchRows, ({ actor, params, body }) =>
    confirmRows(context, actor, params.id, body.row_ids, body.take),
  );

  route(app, stopBatch, ({ actor, params }) => stopRows(context, actor, params.id));

  route(app, deleteEndpoint, async ({ actor, params }) => {
    await deleteBatch(context, actor, params.id);
    return { message: 'Batch deleted' as const };
  });
}
