import { ImportRow } from '@courierdesk/contract/imports';
import type { RawRow } from '@courierdesk/contract/import-rows';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { AppError } from '../errors.ts';
import { streamFile } from '../files/read-file.ts';
import { readLines, type FileLine } from '../files/read-lines.ts';
import { rowsInPart } from './check-file.ts';

/** A row of seven cells of the longest length, and more: what is longer is no row. */
const maxLineBytes = 256 * 1024;

/** How many rows a stored file has; nothing for one that expired or holds something else. */
export async function rowsInFile(trx: Db, shopId: string, fileId: string, now: Date): Promise<number | undefined> {
  const file = await trx
    .selectFrom('stored_file')
    .select('row_count')
    .where('shop_id', '=', shopId)
    .where('id', '=', fileId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return file?.row_count ?? undefined;
}

export const noSuchRowFile = (): AppError => new AppError('not-found', 'We no longer have this file. Choose it again.');

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
