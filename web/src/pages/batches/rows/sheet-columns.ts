import type { BatchRow } from '@courierdesk/contract/batch';
import type { CellField } from './cell-values.ts';

export type SheetColumn =
  | { readonly key: 'select' | 'order' | 'state'; readonly title: string; readonly field?: undefined }
  | {
      readonly key: CellField;
      readonly title: string;
      readonly field: CellField;
      readonly editor: 'line' | 'text' | 'number' | 'city' | 'account';
      readonly align?: 'right';
    };

/** In the order a person checks an order: who, where, how much, what, with whom. */
export const sheetColumns: readonly SheetColumn[] = [
  { key: 'select', title: 'Select' },
  { key: 'order', title: 'Order' },
  { key: 'consignee_name', title: 'Name', field: 'consignee_name', editor: 'line' },
  { key: 'consignee_phone', title: 'Phone', field: 'consignee_phone', editor: 'line' },
  { key: 'destination_city', title: 'City', field: 'destination_city', editor: 'city' },
  { key: 'consignee_address', title: 'Address', field: 'consignee_address', editor: 'text' },
  { key: 'cod_amount', title: 'COD (Rs)', field: 'cod_amount', editor: 'number', align: 'right' },
  { key: 'weight', title: 'Weight', field: 'weight', editor: 'number', align: 'right' },
  { key: 'pieces', title: 'Pcs', field: 'pieces', editor: 'number', align: 'right' },
  { key: 'products_list', title: 'Items', field: 'products_list', editor: 'text' },
  { key: 'tracking_account', title: 'Courier', field: 'tracking_account', editor: 'account' },
  { key: 'remarks', title: 'Remarks', field: 'remarks', editor: 'text' },
  { key: 'state', title: 'State' },
];

/** The pieces column is too narrow for a sentence. */
const hasErrorInCell = (field: string): boolean =>
  field !== 'pieces' && sheetColumns.some((column) => column.field === field);

type RowIssue = BatchRow['issues'][number];

/** Errors of a cell, shown below its value. */
export const issuesOfCell = (row: BatchRow, field: string): RowIssue[] =>
  hasErrorInCell(field) ? errorsOfField(row, field) : [];

const errorsOfField = (row: BatchRow, field: string): RowIssue[] =>
  row.issues.filter((issue) => issue.field === field && issue.level === 'error');

/** The errors of a field as one text. */
export const errorOfField = (row: BatchRow, field: string): string | undefined =>
  errorsOfField(row, field)
    .map((issue) => issue.msg)
    .join('. ') || undefined;

/** Whether a field has an error, so that a person can go to it. */
export const hasWrongField = (row: BatchRow): boolean =>
  row.issues.some((issue) => issue.level === 'error' && issue.field !== '');

/** Issues shown below the row: about the whole order, or answered with one click. */
export const issuesOfRow = (row: BatchRow): RowIssue[] =>
  row.issues.filter((issue) => issue.level !== 'error' || !hasErrorInCell(issue.field));

/** Whether a cell has an open issue, wherever its text appears. */
export const hasIssue = (row: BatchRow, field: CellField): boolean =>
  row.issues.some((issue) => issue.field === field && issue.level !== 'info');

export const cellId = (rowId: string, column: SheetColumn['key']): string => `cell-${rowId}-${column}`;
