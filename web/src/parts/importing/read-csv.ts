import { headingRowOf, recognisedFields, type ImportKind } from '@courierdesk/contract/import-columns';
import Papa from 'papaparse';
import { CsvProblem } from './csv-problem.ts';

export type CsvLine = { readonly line: number; readonly cells: readonly string[] };

const notValid = (detail: string): CsvProblem => new CsvProblem('The uploaded file is not valid', detail);

/**
 * The non-empty lines of a CSV file, with trimmed cells. Accepts the usual encodings, separators and line endings, also
 * mixed ones.
 */
export function readCsv(bytes: Uint8Array, kind: ImportKind): CsvLine[] {
  // The parser supports one kind of line ending and would read others as part of a cell.
  const text = decode(bytes).replace(/\r\n?/g, '\n');
  const hint = /^sep=(.)\n/i.exec(text);
  const body = hint ? text.slice(hint[0].length) : text;
  const parsed = Papa.parse<string[]>(body, {
    delimiter: hint?.[1] ?? separatorOf(body, kind),
    newline: '\n',
    skipEmptyLines: false,
  });
  const torn = parsed.errors.find((error) => error.type === 'Quotes');
  if (torn) throw quotesProblem(parsed.data, torn);
  const lines = withoutEmpty(parsed.data, hint ? 2 : 1);
  if (lines.length === 0) throw notValid('It is empty.');
  return lines;
}

function decode(bytes: Uint8Array): string {
  if (bytes.length === 0) throw notValid('It is empty.');
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (first === 0x50 && second === 0x4b)
    throw notValid('It is an Excel workbook by another name: save it as “CSV UTF-8” and choose that file.');
  const unmarked = utf16Of(bytes.subarray(0, 4096));
  if (unmarked) return new TextDecoder(unmarked).decode(bytes);
  if (bytes.subarray(0, 4096).includes(0)) throw notValid('It is not a text file.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8: probably from an old spreadsheet program.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** UTF-16 without a mark, from databases: separators and line ends have a zero in the same byte of each pair, and no other zeros. */
function utf16Of(start: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const zerosAt = (side: number): number => start.filter((byte, at) => byte === 0 && at % 2 === side).length;
  const [first, second] = [zerosAt(0), zerosAt(1)];
  if (Math.min(first, second) > 0 || Math.max(first, second) < start.length / 8) return undefined;
  return second > 0 ? 'utf-16le' : 'utf-16be';
}

const separators = [',', ';', '\t', '|'];

/** The separator that gives the most known headings, or else the most columns. */
function separatorOf(text: string, kind: ImportKind): string {
  const judged = separators.map((separator) => {
    const { data } = Papa.parse<string[]>(text, { delimiter: separator, newline: '\n', preview: 30 });
    const at = headingRowOf(kind, data);
    const known = at === undefined ? 0 : recognisedFields(kind, data[at] ?? []).length;
    return { separator, known, columns: Math.max(0, ...data.map((row) => row.length)) };
  });
  const [best] = judged.toSorted((a, b) => b.known - a.known || b.columns - a.columns);
  return best?.separator ?? ',';
}

function quotesProblem(rows: readonly string[][], error: Papa.ParseError): CsvProblem {
  const line = rows.slice(0, error.row ?? 0).reduce((sum, row) => sum + linesIn(row), 1);
  const what =
    error.code === 'MissingQuotes' ? 'a quote is opened and never closed' : 'there is a quote in the middle of a value';
  return new CsvProblem('1 file(s) had processing errors', `Line ${line}: ${what}.`);
}

/** Trims cells and drops trailing empty ones. A cell may contain line breaks, so we count lines, not rows. */
function withoutEmpty(rows: readonly string[][], firstLine: number): CsvLine[] {
  const lines: CsvLine[] = [];
  let line = firstLine;
  for (const row of rows) {
    const cells = row.map((cell) => cell.trim());
    let last = cells.length;
    while (last > 0 && cells[last - 1] === '') last -= 1;
    if (last > 0) lines.push({ line, cells: cells.slice(0, last) });
    line += linesIn(row);
  }
  return lines;
}

const linesIn = (row: readonly string[]): number =>
  row.reduce((sum, cell) => sum + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 1);
