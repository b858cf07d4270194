import type { ExportChoice, ExportFormat } from '@courierdesk/contract/exports';
import type { Cell } from './columns.ts';
import { csvOf } from './csv.ts';
import { xlsxOf } from './xlsx.ts';

/** The bytes of the file, generated as the rows arrive. */
export const writeExportFile = (
  { columns, format, bom }: ExportChoice,
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<Buffer> => (format === 'csv' ? csvOf(columns, pages, bom) : xlsxOf(columns, pages));

export const contentType: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** `orders-2026-11-21-150409-5b1e9c.csv`, in the shop's time. The end of the id tells files of one second apart. */
export function fileNameOf(format: ExportFormat, at: Date, timeZone: string, id: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at);
  return `orders-${parts.replace(' ', '-').replaceAll(':', '')}-${id.slice(-6)}.${format}`;
}
