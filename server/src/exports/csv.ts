import { columnOf, type ExportColumn } from '@courierdesk/contract/export-columns';
import type { Cell } from './columns.ts';

const mark = '\uFEFF';

/** Rows as CSV (RFC 4180), UTF-8; with the mark by which Excel knows so, where it is wanted. */
export async function* csvOf(
  columns: readonly ExportColumn[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
  bom: boolean,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`${bom ? mark : ''}${lineOf(columns.map((column) => columnOf[column].title))}`);
  for await (const rows of pages) yield Buffer.from(rows.map(lineOf).join(''));
}

const lineOf = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`;

function cellOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = begunAsFormula.test(cell) ? `'${cell}` : cell;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Spreadsheets run cells that start like this, and a customer's name may. A leading apostrophe makes it text.
 * Source: OWASP, CSV injection (full-width signs count for Japanese and Chinese editions).
 */
const begunAsFormula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
const needsQuotes = /[",;\r\n]|^\s|\s$/;
