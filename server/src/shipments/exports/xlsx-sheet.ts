import { columnOf, type ColumnKind, type ExportColumn } from '@courierdesk/contract/export-columns';
import type { Cell } from './columns.ts';

/** Orders in one sheet, below its headings. */
export const maxRows = 1_048_575;
const longestCell = 32_767;

/** The XML of the sheet, in chunks. Texts are inline strings, so Excel never reads them as formulas. */
export async function* sheetOf(
  columns: readonly ExportColumn[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<Buffer> {
  const shapes = columns.map((column, index) => ({ kind: columnOf[column].kind, letters: lettersOf(index) }));
  const titles = columns.map((column) => columnOf[column].title);
  const headings = titles.map((title, index) => textCell(`${lettersOf(index)}1`, title, 3)).join('');
  yield Buffer.from(`${begin}${widths(titles)}<sheetData><row r="1">${headings}</row>`);
  let number = 1;
  for await (const rows of pages) {
    let xml = '';
    for (const row of rows) {
      number += 1;
      if (number > maxRows + 1) throw new Error('the sheet has too many rows');
      xml += `<row r="${number}">`;
      for (const [index, { kind, letters }] of shapes.entries()) {
        const cell = row[index] ?? null;
        if (cell !== null && cell !== '') xml += cellOf(`${letters}${number}`, cell, kind);
      }
      xml += '</row>';
    }
    yield Buffer.from(xml);
  }
  const last = `${lettersOf(columns.length - 1)}${number}`;
  yield Buffer.from(`</sheetData><autoFilter ref="A1:${last}"/></worksheet>`);
}

const begin =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

const widths = (titles: readonly string[]): string =>
  `<cols>${titles.map((title, index) => `<col min="${index + 1}" max="${index + 1}" width="${Math.max(14, title.length + 4)}" customWidth="1"/>`).join('')}</cols>`;

function cellOf(at: string, cell: string | number, kind: ColumnKind): string {
  if (typeof cell === 'number') return `<c r="${at}" s="1"><v>${cell}</v></c>`;
  if (kind === 'date') return `<c r="${at}" s="2"><v>${serialOf(cell)}</v></c>`;
  return textCell(at, cell);
}

function textCell(at: string, text: string, style?: number): string {
  const space = edgeSpace.test(text) ? ' xml:space="preserve"' : '';
  const styled = style === undefined ? '' : ` s="${style}"`;
  return `<c r="${at}"${styled} t="inlineStr"><is><t${space}>${escaped(text.slice(0, longestCell))}</t></is></c>`;
}

const edgeSpace = /^\s|\s$|\n/;

/** Days since 30 December 1899; the fraction is the time of day. */
const serialOf = (local: string): number =>
  (Date.parse(`${local.replace(' ', 'T')}:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;

/** Leaves out characters that XML does not allow. `_x0041_` would be read as an escape, so it is escaped itself. */
const escaped = (text: string): string =>
  needsEscape.test(text)
    ? text
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll(outsideXml, '')
        .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    : text;

// oxlint-disable-next-line no-control-regex
const outsideXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
// oxlint-disable-next-line no-control-regex
const needsEscape = /[&<>_\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/** A, B, … Z, AA, AB, … */
function lettersOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${lettersOf(Math.floor(index / 26) - 1)}${letter}`;
}
