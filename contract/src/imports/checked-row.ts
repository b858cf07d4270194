import type { ImportField } from './import-columns.ts';

/** Cells of a row: in their canonical form where they can be read, else as they were written. */
export type RowCells = Readonly<Record<ImportField, string>>;

/**
 * A row after the checks that need no database. `waiting`: there is something to do. `unchanged`: nothing to do, and why.
 * `failed`: it cannot be done, and why.
 */
export type CheckedRow = {
  readonly line: number;
  readonly cells: RowCells;
  /** What the row says elsewhere against a payment, or empty. */
  readonly alsoSays: string;
  readonly state: 'waiting' | 'unchanged' | 'failed';
  readonly reason: string;
};
