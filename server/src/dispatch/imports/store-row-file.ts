import { formatCount } from '@courierdesk/contract/count-text';
import { maxRowFileBytes, maxImportRows, rowFileKeptHours, rowFileType } from '@courierdesk/contract/imports';
import { sql } from 'kysely';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { writeFile } from '../../base/files/write-file.ts';

/** We keep the newest files of a shop, and files that an import still needs. */
const maxFilesOfShop = 10;
const newline = 0x0a;

/** Stores rows as they arrive. The worker parses them later. */
export async function storeRows(
  context: Context,
  actor: UserActor,
  body: AsyncIterable<Buffer>,
  columns: string,
): Promise<{ id: string; rows: number }> {
  const { shopId } = actor;
  const counter = { rows: 0 };
  const expiresAt = new Date(context.clock().getTime() + rowFileKeptHours * 3_600_000);
  const file = { shopId, name: 'rows.ndjson', contentType: rowFileType, expiresAt };
  const id = await writeFile(context, file, withinLimits(body, counter));
  await withShop(context.db, shopId, async (trx) => {
    await trx
      .updateTable('stored_file')
      .set({ row_count: counter.rows, row_columns: columns })
      .where('shop_id', '=', shopId)
      .where('id', '=', id)
      .execute();
    await sql`
      delete from stored_file where shop_id = ${shopId} and id in (
        select id from stored_file f where shop_id = ${shopId} and row_count is not null
          and not exists (select from import i where i.shop_id = f.shop_id and i.file_id = f.id and i.state = 'under-way')
        order by created_at desc, id desc offset ${maxFilesOfShop})`.execute(trx);
  });
  return { id, rows: counter.rows };
}

/** Counts the rows on the way, and ends at the limits of a file. */
async function* withinLimits(body: AsyncIterable<Buffer>, counter: { rows: number }): AsyncGenerator<Buffer> {
  let bytes = 0;
  let last = newline;
  for await (const chunk of readable(body)) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) counter.rows += 1;
    last = chunk.at(-1) ?? last;
    if (bytes > maxRowFileBytes) throw new AppError('too-large', 'This file is too large. Split it.');
    refuseTooMany(counter.rows);
    yield chunk;
  }
  if (last !== newline) counter.rows += 1;
  refuseTooMany(counter.rows);
  if (counter.rows === 0) throw new AppError('invalid-input', 'There are no rows');
}

function refuseTooMany(rows: number): void {
  if (rows > maxImportRows)
    throw new AppError('invalid-input', `Maximum ${formatCount(maxImportRows)} rows per file. Split the file`);
}

/** A body that ends early or cannot be decompressed is an input error. */
async function* readable(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (cause) {
    throw new AppError('invalid-input', 'The upload was incomplete. Send the file again.', { cause });
  }
}
