/** One line of a CSV file (RFC 4180). */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(cell: string | number | null): string {
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
