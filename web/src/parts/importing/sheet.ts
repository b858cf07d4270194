import {
  courierOfStatement,
  fieldsOf,
  headingRowOf,
  isPaymentStatusHeading,
  recogniseColumns,
  type ColumnsOf,
  type ImportKind,
  type RecognisedColumns,
} from '@courierdesk/contract/import-columns';
import type { Company } from '@courierdesk/contract/companies';
import type { RawRow } from '@courierdesk/contract/import-rows';
import { speaksAgainstPayment } from '@courierdesk/contract/remittances';
import { readPaymentStatus, readTrackingNumber } from '@courierdesk/contract/sheet-values';
import type { CsvLine } from './read-csv.ts';
import { CsvProblem } from './csv-problem.ts';

/** A file as a table: its headings, what they mean, and its lines. */
export type Sheet = {
  readonly headings: readonly string[];
  readonly columns: ColumnsOf;
  /** Fields for which the person has to choose one of these columns. */
  readonly unclear: RecognisedColumns['unclear'];
  /** A title above the headings that speaks against a payment, or empty. */
  readonly title: string;
  /** The courier that the statement seems to come from. */
  readonly company: Company | undefined;
  readonly lines: readonly CsvLine[];
  /** Lines above the headings, such as a title, that are not read. */
  readonly skipped: number;
};

/** Finds the headings. Without headings, columns are numbered. Lines above the headings are skipped. */
export function sheetOf(kind: ImportKind, lines: readonly CsvLine[]): Sheet {
  const at = headingRowOf(
    kind,
    lines.map(({ cells }) => cells),
  );
  const first = lines[at ?? 0]?.cells ?? [];
  const headless = at === undefined && looksLikeData(first);
  const headings = headless ? first.map((_, column) => `Column ${column + 1}`) : first;
  const rows = headless ? lines : lines.slice((at ?? 0) + 1);
  if (rows.length === 0) throw new CsvProblem('The uploaded file is not valid', 'It has headings, but no rows.');
  return {
    headings,
    ...(headless ? { columns: {}, unclear: {} } : recogniseColumns(kind, headings)),
    title: headless ? '' : lines.slice(0, at ?? 0).reduce((title, { cells }) => titleIn(cells, 1) ?? title, ''),
    company: kind === 'payment-statement' ? courierOfStatement(headings) : undefined,
    lines: rows,
    skipped: at ?? 0,
  };
}

const looksLikeData = (cells: readonly string[]): boolean =>
  cells.some((cell) => /\d{5}/.test(cell) && readTrackingNumber(cell).problem === undefined);

/** The rows to send, one per line, with the columns that the person assigned. */
export function rowsOf(
  kind: ImportKind,
  sheet: Pick<Sheet, 'headings' | 'lines' | 'title'>,
  columns: ColumnsOf,
): RawRow[] {
  const fields = fieldsOf[kind].flatMap(({ field }) => {
    const column = columns[field];
    return column === undefined ? [] : [[field, column] as const];
  });
  const isPayment = kind !== 'fulfilment';
  const isAgainstPayment = contraryCells(sheet.headings, columns);
  let { title } = sheet;
  return sheet.lines.map(({ line, cells }) => {
    const row: Record<string, string | number | boolean> = { line };
    for (const [field, column] of fields) if (cells[column]) row[field] = cells[column];
    const extra = cells.length - sheet.headings.length;
    if (extra > 0) row['extra_cells'] = extra;
    const total = kind === 'payment-statement' && isTotal(cells, columns);
    if (total) row['is_total'] = true;
    if (Object.keys(row).length === 1) row['other_cells'] = cells.filter(Boolean).length;
    if (!isPayment) return row;
    if (readTrackingNumber(cells[columns.tracking_number ?? -1] ?? '').problem === undefined) {
      const against = cells.find(isAgainstPayment) ?? title;
      if (against !== '') row['also_says'] = against;
    } else title = total ? '' : (titleIn(cells, 2) ?? title);
    return row;
  });
}

/**
 * The title of the rows below, such as “RETURNED SHIPMENTS”, or nothing if this line is none. A title that does not speak
 * against a payment is empty.
 */
function titleIn(cells: readonly string[], maxCells: number): string | undefined {
  const filled = cells.filter(Boolean);
  const against = filled.length <= maxCells ? filled.find(speaksAgainstPayment) : undefined;
  return against ?? (filled.length === 1 ? '' : undefined);
}

/** Whether a cell says that its row is not paid. Columns for the payment status that the person did not choose count too. */
function contraryCells(headings: readonly string[], columns: ColumnsOf): (cell: string, column: number) => boolean {
  const isStatus = headings.map(
    (heading, column) => column !== columns.payment_status && isPaymentStatusHeading(heading),
  );
  return (cell, column) =>
    column !== columns.tracking_number &&
    column !== columns.payment_status &&
    (speaksAgainstPayment(cell) || (isStatus[column] === true && isUnpaid(cell)));
}

function isUnpaid(cell: string): boolean {
  const read = readPaymentStatus(cell);
  return read.problem === undefined && read.value === 'UNPAID';
}

/** Totals at the end of a statement: a sum in place of a tracking number. */
function isTotal(cells: readonly string[], columns: ColumnsOf): boolean {
  const number = cells[columns.tracking_number ?? -1] ?? '';
  const isSum = (cell: string): boolean => /^(?:grand |sub[ -]?)?total\b/i.test(cell);
  return isSum(number) || (number === '' && cells.some(isSum));
}
