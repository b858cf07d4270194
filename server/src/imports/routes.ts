import {
  bulkFulfilment,
  fetchFailedRows,
  getImport,
  getImportRows,
  getImports,
  importOrders,
  previewImport,
} from '@courierdesk/contract/imports';
import { paginationOf } from '@courierdesk/contract/paging';
import type { FastifyInstance } from 'fastify';
import type { UserActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { withShop } from '../db/tenancy.ts';
import { route, UnderWay } from '../http/route.ts';
import { ticketForFailedRows } from './failed-rows.ts';
import { presentImport, presentRow } from './present.ts';
import { previewRows } from './preview-import.ts';
import { countImports, importById, importsPage, rowsPage, type ImportTable } from './queries.ts';
import { startImport, type ImportWish } from './start-import.ts';

export function importRoutes(app: FastifyInstance, context: Context): void {
  const start = async (actor: UserActor, wish: ImportWish) => {
    const started = await startImport(context, actor, wish);
    const data = presentImport(started);
    const reply = { msg: data.msg, data };
    return started.state === 'under-way' ? new UnderWay(reply) : reply;
  };
  route(app, importOrders, ({ actor, body }) =>
    start(actor, {
      kind: body.kind,
      rows: body.ordersData,
      fileName: body.file_name,
      company: body.kind === 'payment-statement' ? (body.company ?? '') : '',
      notifyCustomer: false,
      includeCancelled: body.include_cancelled,
      accounts: {},
    }),
  );
  route(app, bulkFulfilment, ({ actor, body }) =>
    start(actor, {
      kind: 'fulfilment',
      rows: body.ordersData,
      fileName: body.file_name,
      company: '',
      notifyCustomer: body.notify_customer,
      includeCancelled: false,
      accounts: body.accounts,
    }),
  );

  route(app, previewImport, async ({ actor, body }) => ({
    data: await previewRows(context, actor, {
      kind: body.kind,
      rows: body.ordersData,
      company: body.kind === 'payment-statement' ? (body.company ?? '') : '',
    }),
  }));

  route(app, getImports, async ({ actor, query }) => {
    const [rows, total] = await withShop(context.db, actor.shopId, (trx) =>
      Promise.all([importsPage(trx, actor.shopId, query), countImports(trx, actor.shopId)]),
    );
    return { data: rows.map(presentImport), ...paginationOf(query, total) };
  });

  route(app, getImport, async ({ actor, params }) => ({
    data: presentImport(await withShop(context.db, actor.shopId, (trx) => importById(trx, actor.shopId, params.id))),
  }));

  route(app, getImportRows, async ({ actor, params, query }) => {
    const { held, rows } = await withShop(context.db, actor.shopId, async (trx) => {
      const found = await importById(trx, actor.shopId, params.id);
      return { held: found, rows: await rowsPage(trx, found, query) };
    });
    return { data: rows.map(presentRow), ...paginationOf(query, rowsIn(held, query.state)) };
  });

  route(app, fetchFailedRows, async ({ actor, params }) => ({
    ticket: await ticketForFailedRows(context, actor, params.id),
  }));
}

/** How many rows are in a state; of those gone through, which are all that are known. */
function rowsIn(held: ImportTable, state: 'waiting' | 'changed' | 'unchanged' | 'failed' | undefined): number {
  if (state === undefined) return held.total;
  return state === 'waiting' ? held.total - held.done : held[state];
}
