/**
 * The cells of a range copied from a spreadsheet: one line per row, a tab between cells, quotes around cells with tabs
 * or line breaks. A line break at the end belongs to the last row.
 */
export function parseCopiedCells(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let rest = text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '');
  while (true) {
    const { cell, length } = firstCell(rest);
    row.push(cell);
    const end = rest.charAt(length);
    rest = rest.slice(length + 1);
    if (end === '\t') continue;
    rows.push(row);
    row = [];
    if (end === '') return rows;
  }
}

/**
 * The cells to paste. Lines without a tab are one value for a cell of `longText`, such as an address from a chat, unless a
 * spreadsheet copied them: it copies a table as well.
 */
export function cellsToPaste(copied: { text: string; html: string }, longText: boolean): string[][] {
  const isOneValue = longText && !copied.text.includes('\t') && !/<table/i.test(copied.html);
  return isOneValue ? [[clean(copied.text)]] : parseCopiedCells(copied.text);
}

function firstCell(text: string): { cell: string; length: number } {
  const quoted = /^"((?:[^"]|"")*)"(?=[\t\n]|$)/.exec(text);
  if (quoted) return { cell: clean((quoted[1] ?? '').replaceAll('""', '"')), length: quoted[0].length };
  const plain = /^[^\t\n]*/.exec(text)?.[0] ?? '';
  return { cell: clean(plain), length: plain.length };
}

/** A cell is one line. Spreadsheets copy non-breaking spaces and invisible marks. */
const clean = (cell: string): string =>
  cell
    .replaceAll(/[\u200b-\u200f\u2066-\u2069\ufeff]/g, '')
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .trim();
