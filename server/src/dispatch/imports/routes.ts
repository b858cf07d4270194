import { Readable } from 'node:stream';
import type { RawRow } from '@courierdesk/contract/import-rows';
import { getImportPreview, previewImport } from '@courierdesk/contract/import-previews';
import {
  bulkFulfilment,
  fetchFailedRows,
  getImport,
  getImportRows,
  getImports,
  importOrders,
  rowFileType,
  storeRowFile,
} from '@courierdesk/contract/imports';
import { inParts } from '@courierdesk/contract/in-parts';
import { paginationOf } from '@courierdesk/contract/paging';
import type { FastifyInstance } from 'fastify';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { pageOrLast } from '../../base/db/page-or-last.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { route, Accepted } from '../../base/http/route.ts';
import { rowsInPart } from './check-file.ts';
import { ticketForFailedRows } from './failed-rows.ts';
import { presentImport, presentRow } from './present.ts';
import { presentPreview, previewById, startPreview } from './preview-file.ts';
import { previewRows } from './preview-import.ts';
import { countImports, importById, importsPage, rowsPage, type ImportTable } from './queries.ts';
import { startImport, type ImportRequest, type RowSource } from './start-import.ts';
import { storeRows } from './store-row-file.ts';

export async function importRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const start = async (actor: UserActor, request: ImportRequest) => {
    const started = await startImport(context, actor, request);
    const data = presentImport(started);
    const reply = { msg: data.msg, data };
    return started.state === 'under-way' ? new Accepted(reply) : reply;
  };
  route(app, importOrders, ({ actor, body }) =>
    start(actor, {
      kind: body.kind,
      source: sourceOf(body),
      fileName: body.file_name,
      company: body.kind === 'payment-statement' ? (body.company ?? '') : '',
      notifyCustomer: false,
      includeContradicting: body.include_contradicting,
      accounts: {},
    }),
  );
  route(app, bulkFulfilment, ({ actor, body }) =>
    start(actor, {
      kind: 'fulfilment',
      source: sourceOf(body),
      fileName: body.file_name,
      company: '',
      notifyCustomer: body.notify_customer,
      includeContradicting: body.include_contradicting,
      accounts: body.accounts,
    }),
  );

  await app.register(async (scope) => {
    // The body is passed on as it arrives.
    scope.addContentTypeParser(rowFileType, (_request, body, done) => done(null, body));
    route(scope, storeRowFile, async ({ actor, query, request }) => ({
      data: await storeRows(context, actor, streamOf(request.body), query.columns),
    }));
  });

  route(app, previewImport, async ({ actor, body }) => {
    const request = { kind: body.kind, company: body.kind === 'payment-statement' ? (body.company ?? '') : '' };
    const source = sourceOf(body);
    if ('fileId' in source)
      return new Accepted(presentPreview(await startPreview(context, actor, { ...request, ...source })));
    return {
      data: await previewRows(context, actor.shopId, request, () => inParts(source.rows, rowsInPart)),
      job: null,
    };
  });

  route(app, getImportPreview, async ({ actor, params }) =>
    presentPreview(await withShop(context.db, actor.shopId, (trx) => previewById(trx, actor.shopId, params.id))),
  );

  route(app, getImports, async ({ actor, query }) => {
    const { rows, total } = await withShop(context.db, actor.shopId, async (trx) => {
      const now = context.clock();
      const count = await countImports(trx, actor.shopId, query, now);
      return pageOrLast(query, async (asked) => ({
        rows: await importsPage(trx, actor.shopId, asked, now),
        total: count,
      }));
    });
    return { data: rows.map(presentImport), ...paginationOf(query, total) };
  });

  route(app, getImport, async ({ actor, params }) => ({
    data: presentImport(await withShop(context.db, actor.shopId, (trx) => importById(trx, actor.shopId, params.id))),
  }));

  route(app, getImportRows, async ({ actor, params, query }) => {
    const { rows, total } = await withShop(context.db, actor.shopId, async (trx) => {
      const found = await importById(trx, actor.shopId, params.id);
      const count = rowsIn(found, query.state);
      return pageOrLast(query, async (asked) => ({ rows: await rowsPage(trx, found, asked), total: count }));
    });
    return { data: rows.map(presentRow), ...paginationOf(query, total) };
  });

  route(app, fetchFailedRows, async ({ actor, params }) => ({
    ticket: await ticketForFailedRows(context, actor, params.id),
  }));
}

function sourceOf({
  ordersData,
  file_id: fileId,
  columns,
}: {
  ordersData?: RawRow[] | undefined;
  file_id?: string | undefined;
  columns?: string | undefined;
}): RowSource {
  if (ordersData && fileId)
    throw new AppError('invalid-input', 'Send either rows or a file id, not both', { field: 'file_id' });
  if (fileId) return { fileId, columns };
  if (!ordersData) throw new AppError('invalid-input', 'There are no rows', { field: 'ordersData' });
  return { rows: ordersData };
}

function streamOf(body: unknown): Readable {
  if (body instanceof Readable) return body;
  throw new AppError('invalid-input', `Send the rows as ${rowFileType}: one JSON object per line`);
}

/** How many rows have this result so far. Rows that wait have none yet. */
function rowsIn(held: ImportTable, state: 'waiting' | 'changed' | 'unchanged' | 'failed' | undefined): number {
  if (state === undefined) return held.total;
  return state === 'waiting' ? held.total - held.done : held[state];
}
