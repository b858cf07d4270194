import type { ExportColumn } from '@courierdesk/contract/export-columns';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { withShop } from '../db/tenancy.ts';
import { trackingLink } from '../shipments/tracking-link.ts';
import { columnSql, type Cell, type ColumnSettings } from './columns.ts';
import { listRequestFor, selectedOrders, type OrderSelection } from './selected-orders.ts';

const rowsPerPage = 1_000;

type Row = { readonly at: string; readonly id: string; readonly [column: string]: Cell };

/**
 * Orders newest first, page by page. Each page starts where the last one ended, so every page costs the same, memory
 * stays flat, and no database connection is held while a slow browser reads. The next page is read while this one
 * is written.
 */
export async function* exportRows(
  context: Pick<Context, 'db' | 'clock' | 'config'>,
  shop: { id: string; timeZone: string },
  wanted: OrderSelection,
  columns: readonly ExportColumn[],
): AsyncGenerator<readonly (readonly Cell[])[]> {
  const settings = { timeZone: shop.timeZone, now: context.clock() };
  const read = (after?: Row): Promise<Row[]> => {
    const page = withShop(context.db, shop.id, (trx) => pageAfter(trx, shop, wanted, columns, settings, after));
    // If the reader stops early, no one awaits this page.
    page.catch(() => undefined);
    return page;
  };
  const cellOf = (row: Row, column: ExportColumn): Cell => {
    const cell = row[column] ?? null;
    if (column !== 'tracking_link' || typeof cell !== 'string') return cell;
    return trackingLink(context.config, { shop_id: shop.id, tracking_number: cell });
  };
  let next = read();
  for (;;) {
    const page = await next;
    const last = page.at(-1);
    if (!last) return;
    const more = page.length === rowsPerPage;
    if (more) next = read(last);
    yield page.map((row) => columns.map((column) => cellOf(row, column)));
    if (!more) return;
  }
}

async function pageAfter(
  trx: Db,
  shop: { id: string; timeZone: string },
  wanted: OrderSelection,
  columns: readonly ExportColumn[],
  settings: ColumnSettings,
  after: Row | undefined,
): Promise<Row[]> {
  const asked = await listRequestFor(trx, shop, wanted, settings.now);
  return selectedOrders(trx, asked, wanted)
    .leftJoin('courier_account as a', (join) => join.on('a.shop_id', '=', shop.id).onRef('a.id', '=', 's.account_id'))
    .$if(after !== undefined, (rows) =>
      rows.where(sql<boolean>`(s.booked_at, s.id) < (${after?.at}::timestamptz, ${after?.id})`),
    )
    .select([
      // As text: a date of JavaScript would lose the microseconds, and with them the place in the list.
      sql<string>`s.booked_at::text`.as('at'),
      's.id',
      ...columns.map((column) => columnSql(column, settings).as(column)),
    ])
    .orderBy('s.booked_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(rowsPerPage)
    .execute();
}
