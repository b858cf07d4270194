import { setImmediate as nextTick } from 'node:timers/promises';
import type { ImportKind } from '@courierdesk/contract/import-columns';
import type { CheckedRow } from '@courierdesk/contract/checked-row';
import { fileCheck, type RawRow } from '@courierdesk/contract/import-rows';

/** The rows of a file in parts, from the first, each time it is called. */
export type RowParts = () => AsyncIterable<readonly RawRow[]> | Iterable<readonly RawRow[]>;

/** The rows of a file, checked without the database, in parts. */
export type CheckedFile = {
  readonly total: number;
  /** Of the rows in which there is something to do. */
  readonly companies: ReadonlySet<string>;
  parts(): AsyncGenerator<CheckedRow[]>;
};

export const rowsInPart = 1_000;

/** Lets other requests run between the parts. */
export async function checkFile(file: { kind: ImportKind; company: string; rows: RowParts }): Promise<CheckedFile> {
  const check = fileCheck(file.kind, file.company);
  let position = 0;
  for await (const part of file.rows()) {
    check.compare(part, position);
    position += part.length;
    await nextTick();
  }
  return {
    total: check.total(),
    companies: check.companies(),
    async *parts() {
      let from = 0;
      for await (const part of file.rows()) {
        yield check.check(part, from);
        from += part.length;
        await nextTick();
      }
    },
  };
}
