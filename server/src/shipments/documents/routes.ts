import { countText } from '@courierdesk/contract/count-text';
import { Company, companyName } from '@courierdesk/contract/companies';
import { fetchLabels, getLabelPrint, printLabels as printLabelsEndpoint } from '@courierdesk/contract/labels';
import {
  createLoadSheets as createLoadSheetsEndpoint,
  getLoadSheets,
  getWaitingParcels,
  handOverLoadSheet as handOverEndpoint,
  printLoadSheet as printLoadSheetEndpoint,
} from '@courierdesk/contract/load-sheets';
import { previewLabel } from '@courierdesk/contract/shop-look';
import { paginationOf } from '@courierdesk/contract/paging';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { pageOrLast } from '../../base/db/page-or-last.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { notFound } from '../../base/errors.ts';
import { route, Accepted } from '../../base/http/route.ts';
import { createLoadSheets, type CreatedLoadSheets } from './create-load-sheets.ts';
import { handOverLoadSheet } from './hand-over-load-sheet.ts';
import { countSheets, presentSheet, sheetsPage, waitingParcels, type SheetRow } from './load-sheet-queries.ts';
import { presentPrint } from './present-print.ts';
import { drawLabelPreview } from './preview-label.ts';
import { printLabels, ticketForPrint } from './print-labels.ts';
import { printById } from './queries.ts';

export function documentRoutes(app: FastifyInstance, context: Context): void {
  route(app, printLabelsEndpoint, async ({ actor, body }) => {
    const { print, ticket } = await printLabels(context, actor, body);
    const reply = { data: presentPrint(print), ticket };
    return print.state === 'under-way' ? new Accepted(reply) : reply;
  });

  route(app, previewLabel, async ({ actor, body }) => {
    const pdf = await drawLabelPreview(context, actor.shopId, body);
    return { pdf: Buffer.from(pdf).toString('base64') };
  });

  route(app, getLabelPrint, async ({ actor, params }) => {
    const print = await withShop(context.db, actor.shopId, (trx) => printById(trx, actor.shopId, params.id));
    if (!print) throw notFound('This print');
    return { data: presentPrint(print) };
  });

  route(app, fetchLabels, async ({ actor, params }) => ({ ticket: await ticketForPrint(context, actor, params.id) }));

  route(app, getLoadSheets, async ({ actor, query }) => {
    const { rows, total } = await withShop(context.db, actor.shopId, async (trx) => {
      const count = await countSheets(trx, actor.shopId);
      return pageOrLast(query, async (asked) => ({ rows: await sheetsPage(trx, actor.shopId, asked), total: count }));
    });
    return { data: rows.map(presentSheet), ...paginationOf(query, total) };
  });

  route(app, getWaitingParcels, async ({ actor }) => ({
    data: await withShop(context.db, actor.shopId, (trx) => waitingParcels(trx, actor.shopId, context.clock())),
  }));

  route(app, createLoadSheetsEndpoint, async ({ actor, body }) => {
    const made = await createLoadSheets(context, actor, body);
    const reply = { message: messageOf(made), data: made.sheets.map(presentSheet), skipped: [...made.skipped] };
    return made.sheets.some((sheet) => sheet.state === 'asking') ? new Accepted(reply) : reply;
  });

  route(app, printLoadSheetEndpoint, async ({ actor, params }) => {
    const { printLoadSheet } = await import('./print-load-sheet.ts');
    const { ticket, sheet } = await printLoadSheet(context, actor, params.id);
    return { ticket, data: presentSheet(sheet) };
  });

  route(app, handOverEndpoint, async ({ actor, params, body }) => ({
    data: presentSheet(await handOverLoadSheet(context, actor, params.id, body.handed_over)),
  }));
}

/** What became of the load sheets, after the couriers' answers. */
function messageOf({ sheets, skipped }: CreatedLoadSheets): string {
  const ready = sheets.filter(({ state }) => state === 'ready');
  const refused = sheets.filter(({ state }) => state === 'refused');
  const parcels = sumOf(ready, (sheet) => sheet.parcels);
  const made = ready.length === 1 ? `Load sheet ${ready[0]?.number} made` : `${ready.length} load sheets made`;
  const others = skipped.length - sumOf(refused, (sheet) => sheet.parcels);
  const more = others > 0 ? `; ${others} skipped` : '';
  const unready = sheets.flatMap((sheet) => (sheet.state === 'ready' ? [] : [wordsOfUnready(sheet)]));
  return [...(ready.length > 0 ? [`${made}: ${countText(parcels, 'parcel')}${more}.`] : []), ...unready].join(' ');
}

function wordsOfUnready({ number, company, note, state, parcels }: SheetRow): string {
  const courier = companyName[Company.parse(company)];
  if (state === 'asking') return `Load sheet ${number} waits for ${courier}. ${note}`.trim();
  return parcels === 0 ? note : `${note} ${countText(parcels, 'parcel')} ${parcels === 1 ? 'waits' : 'wait'} again.`;
}

const sumOf = (sheets: readonly SheetRow[], of: (sheet: SheetRow) => number): number =>
  sheets.reduce((sum, sheet) => sum + of(sheet), 0);
