import type { CheckedRow } from './checked-row.ts';
import type { ImportKind } from './import-columns.ts';
import { fileCheck, type RawRow } from './import-rows.ts';

/** All rows of a file at once. */
export function checkRows(kind: ImportKind, rows: readonly RawRow[], company: string): CheckedRow[] {
  const check = fileCheck(kind, company);
  check.compare(rows, 0);
  return check.check(rows, 0);
}
