import { setImmediate as breathe } from 'node:timers/promises';
import type { ImportKind } from '@courierdesk/contract/import-columns';
import { fileCheck, type CheckedRow, type Part, type RawRow } from '@courierdesk/contract/import-rows';

/** The rows of a file, checked without the database, in parts. */
export type CheckedFile = { readonly total: number; parts(): AsyncGenerator<CheckedRow[]> };

const rowsAPart = 1_000;

/** Other requests are served between the parts of a large file. */
export async function checkFile(file: {
  kind: ImportKind;
  rows: readonly RawRow[];
  company: string;
}): Promise<CheckedFile> {
  const check = fileCheck(file.kind, file.rows, file.company);
  const all = Array.from({ length: Math.ceil(file.rows.length / rowsAPart) }, (_, index): Part => [
    index * rowsAPart,
    (index + 1) * rowsAPart,
  ]);
  for (const part of all) {
    check.look(part);
    await breathe();
  }
  return {
    total: check.total(),
    async *parts() {
      for (const part of all) {
        yield check.checked(part);
        await breathe();
      }
    },
  };
}
