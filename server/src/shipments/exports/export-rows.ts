import type { ExportColumn } from '@courierdesk/contract/export-columns';
import type { ShipmentsOrder } from '@courierdesk/contract/shipment-sorts';
import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { readShop } from '../../base/db/replica.ts';
import { sortShipments } from '../list/sort-shipments.ts';
import { trackingLink } from '../record/tracking-link.ts';
import { columnSql, type Cell, type ColumnSettings } from './columns.ts';
import { listRequestFor, orderOf, selectedShipments, type OrderSelection } from './selected-shipments.ts';

const rowsPerPage = 1_000;

type Row = { readonly at: string; readonly id: string; readonly company: string; readonly [column: string]: Cell };

/**
 * Orders in the order of the list, page by page, so that memory stays flat and no database connection is held while a slow
 * browser reads. The next page is read while this one is written.
 */
export async function* exportRows(
  context: Pick<Context, 'db' | 'replica' | 'clock' | 'config'>,
  shop: { id: string; timeZone: string },
  wanted: OrderSelection,
  columns: readonly ExportColumn[],
): AsyncGenerator<readonly (readonly Cell[])[]> {
  const settings = { timeZone: shop.timeZone, now: context.clock() };
  const order = orderOf(wanted);
  // A file has all that was there when we began to write it.
  const begun = performance.now();
  const inShop = <Result>(read: (trx: Db) => Promise<Result>): Promise<Result> =>
    readShop(context, shop.id, read, begun);
  const cellOf = (row: Row, column: ExportColumn): Cell => {
    const cell = row[column] ?? null;
    if (column !== 'tracking_link' || typeof cell !== 'string') return cell;
    return trackingLink(context.config, { shop_id: shop.id, company: row.company, tracking_number: cell });
  };
  let next: Page | undefined = order
    ? pageOfIds(await inShop((trx) => sortedIds(trx, shop, wanted, order, settings.now)))
    : pageAfter(undefined);
  while (next) {
    const { rows, following } = await next();
    next = following && readAhead(following);
    yield rows.map((row) => columns.map((column) => cellOf(row, column)));
  }

  /** Each page starts where the last one ended, so every page costs the same. */
  function pageAfter(after: Row | undefined): Page {
    return async () => {
      const rows = await inShop((trx) => newestFirst(trx, shop, wanted, columns, settings, after));
      return { rows, following: rows.length === rowsPerPage ? pageAfter(rows.at(-1)) : undefined };
    };
  }

  /** The order is fixed at the start: what a list is sorted by may change while it is read. */
  function pageOfIds(ids: readonly string[]): Page {
    return async () => {
      const rows = await inShop((trx) => withIds(trx, shop, ids.slice(0, rowsPerPage), columns, settings));
      return { rows, following: ids.length > rowsPerPage ? pageOfIds(ids.slice(rowsPerPage)) : undefined };
    };
  }
}

type Page = () => Promise<{ readonly rows: readonly Row[]; readonly following: Page | undefined }>;

function readAhead(page: Page): Page {
  const reading = page();
  // If the reader stops early, no one awaits this page.
  reading.catch(() => undefined);
  return () => reading;
}

async function sortedIds(
  trx: Db,
  shop: { id: string; timeZone: string },
  wanted: OrderSelection,
  order: ShipmentsOrder,
  now: Date,
): Promise<string[]> {
  const asked = await listRequestFor(trx, shop, wanted, now);
  const rows = await sortShipments(selectedShipments(trx, asked, wanted).select('s.id'), order).execute();
  return rows.map(({ id }) => id);
}

async function withIds(
  trx: Db,
  shop: { id: string; timeZone: string },
  ids: readonly string[],
  columns: readonly ExportColumn[],
  settings: ColumnSettings,
): Promise<Row[]> {
  const rows = await selected(trx, shop, { ids }, columns, settings);
  const byId = new Map((await rows.execute()).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function newestFirst(
  trx: Db,
  shop: { id: string; timeZone: string },
  wanted: OrderSelection,
  columns: readonly ExportColumn[],
  settings: ColumnSettings,
  after: Row | undefined,
): Promise<Row[]> {
  const rows = await selected(trx, shop, wanted, columns, settings);
  return rows
    .$if(after !== undefined, (page) =>
      page.where(sql<boolean>`(s.booked_at, s.id) < (${after?.at}::timestamptz, ${after?.id})`),
    )
    .orderBy('s.booked_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(rowsPerPage)
    .execute();
}

async function selected(
  trx: Db,
  shop: { id: string; timeZone: string },
  wanted: OrderSelection,
  columns: readonly ExportColumn[],
  settings: ColumnSettings,
) {
  const asked = await listRequestFor(trx, shop, wanted, settings.now);
  return selectedShipments(trx, asked, wanted)
    .leftJoin('courier_account as a', (join) => join.on('a.shop_id', '=', shop.id).onRef('a.id', '=', 's.account_id'))
    .select([
      // As text: a date of JavaScript would lose the microseconds, and with them the place in the list.
      sql<string>`s.booked_at::text`.as('at'),
      's.id',
      's.company',
      ...columns.map((column) => columnSql(column, settings).as(column)),
    ]);
}
