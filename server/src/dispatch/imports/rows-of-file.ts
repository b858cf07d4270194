import { ImportRow } from '@courierdesk/contract/imports';
import type { RawRow } from '@courierdesk/contract/import-rows';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { AppError } from '../../base/errors.ts';
import { streamFile } from '../../base/files/read-file.ts';
import { readLines, type FileLine } from '../../base/files/read-lines.ts';
import { rowsInPart } from './check-file.ts';

/** A row of seven cells of the longest length, and more: what is longer is no row. */
const maxLineBytes = 256 * 1024;

/** A stored file of rows, and the columns of which they should be made, if the caller says so. */
export type StoredRows = { readonly fileId: string; readonly columns?: string | undefined };

/** How many rows a stored file has; nothing for one that expired or holds something else. */
export const rowsInFile = async (trx: Db, shopId: string, fileId: string, now: Date): Promise<number | undefined> =>
  (await rowFile(trx, shopId, fileId, now))?.row_count ?? undefined;

/** How many rows a stored file has. A file that has expired, or has rows of other columns, is refused. */
export async function usableRowsInFile(
  trx: Db,
  shopId: string,
  { fileId, columns }: StoredRows,
  now: Date,
): Promise<number> {
  const file = await rowFile(trx, shopId, fileId, now);
  if (!file || file.row_count === null)
    throw new AppError('not-found', 'We no longer have this file. Choose it again.');
  if (columns !== undefined && columns !== file.row_columns)
    throw new AppError('conflict', 'The columns changed after the rows were checked. Choose the file again.');
  return file.row_count;
}

const rowFile = (trx: Db, shopId: string, fileId: string, now: Date) =>
  trx
    .selectFrom('stored_file')
    .select(['row_count', 'row_columns'])
    .where('shop_id', '=', shopId)
    .where('id', '=', fileId)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** The rows of a stored file in parts. `onRead` is called after each part with the number of its rows. */
export async function* rowsOfFile(
  context: Pick<Context, 'db'>,
  shopId: string,
  fileId: string,
  onRead: (rows: number) => Promise<void>,
): AsyncGenerator<RawRow[]> {
  let part: RawRow[] = [];
  let position = 0;
  for await (const line of readLines(streamFile(context, shopId, fileId), maxLineBytes)) {
    position += 1;
    part.push(rowOf(line, position));
    if (part.length < rowsInPart) continue;
    yield part;
    await onRead(part.length);
    part = [];
  }
  if (part.length === 0) return;
  yield part;
  await onRead(part.length);
}

function rowOf(line: FileLine, position: number): RawRow {
  if (line.tooLong) return { line: position, problem: 'This row is too long' };
  if (line.text.trim() === '') return {};
  const { success, data } = ImportRow.safeParse(jsonOf(line.text));
  return success ? { ...data, line: data.line ?? position } : { line: position, problem: 'This row could not be read' };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
