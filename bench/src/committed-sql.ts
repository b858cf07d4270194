import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ordersPageStatements } from '../../scripts/isolated-stack/orders-page-statements.ts';
import type { OrdersPageStatements } from '../../scripts/isolated-stack/orders-page-statements.ts';
import { ordersPageCases, queryOf } from './orders-page-cases.ts';
import type { OrdersPageCase } from './orders-page-cases.ts';

const folder = path.resolve(import.meta.dirname, '../sql');

/** Bulk loading of a shop's past. */
export const loadShipmentsSql = (): string => readFileSync(path.join(folder, 'load-shipments.sql'), 'utf8');

/** A case asked of a shop with so many shipments, of which `total` are found. */
export interface AskedCase {
  one: OrdersPageCase;
  shopId: string;
  shipments: number;
  total: number;
}

/** The committed texts of a page's statements, with the values of this run; they must be what the server sends. */
export async function ordersPageSql(asked: AskedCase, now: Date): Promise<OrdersPageStatements> {
  const file = fileOf(asked.one);
  const sent = await sentByServer(asked, now);
  const committed = readFileSync(file, 'utf8');
  if (committed !== textOf(sent)) throw new Error(`${file} is not what the server sends any more.`);
  const [total = '', page = '', rows = ''] = committed.split(between);
  return {
    total: { sql: total, values: sent.total.values },
    page: { sql: page, values: sent.page.values },
    rows: sent.rows && { sql: rows, values: sent.rows.values },
  };
}

/** Writes the texts that the server sends now. */
export async function writeOrdersPageSql(): Promise<void> {
  const size = 1_000_000;
  mkdirSync(path.join(folder, 'orders-page'), { recursive: true });
  for (const one of ordersPageCases) {
    const asked = { one, shopId: '0'.repeat(24), shipments: size, total: size };
    writeFileSync(fileOf(one), textOf(await sentByServer(asked, new Date())));
  }
}

const sentByServer = ({ one, shopId, shipments, total }: AskedCase, now: Date): Promise<OrdersPageStatements> =>
  ordersPageStatements(
    { shopId, query: queryOf(one, shipments, now), timeZone: 'Asia/Karachi', now, common: one.common ?? false },
    total,
  );

const fileOf = (one: OrdersPageCase): string => path.join(folder, 'orders-page', `${one.name}.sql`);

const between = ';\n\n';

const textOf = ({ total, page, rows }: OrdersPageStatements): string =>
  `${[total, page, rows].flatMap((statement) => (statement ? [broken(statement.sql)] : [])).join(between)};\n`;

/** Values are never part of the text, so that these words are always keywords. */
const broken = (sql: string): string => sql.replace(/ (from|inner join|left join|where|and|order by|limit) /g, '\n$1 ');
