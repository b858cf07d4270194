import { columnOf, type ExportColumn } from '@courierdesk/contract/export-columns';
import { csvLine } from '../../base/files/csv-line.ts';
import type { Cell } from './columns.ts';

const mark = '\uFEFF';

/** Rows as CSV, UTF-8; with a byte order mark if asked: Excel needs it for UTF-8. */
export async function* csvOf(
  columns: readonly ExportColumn[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
  bom: boolean,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`${bom ? mark : ''}${csvLine(columns.map((column) => columnOf[column].title))}`);
  for await (const rows of pages) yield Buffer.from(rows.map(csvLine).join(''));
}
