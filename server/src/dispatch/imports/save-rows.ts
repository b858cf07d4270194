import type { CheckedRow } from '@courierdesk/contract/checked-row';
import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { checkFile, type CheckedFile } from './check-file.ts';
import { PartIsSaved } from './finish-part.ts';
import { kindOf } from './outcome.ts';
import type { ImportTable } from './queries.ts';
import { throttleProgress } from './throttle-progress.ts';
import { rowsInFile, rowsOfFile } from './rows-of-file.ts';

/** Saves the rows of an import with the results of the checks. */
export async function saveRows(trx: Db, kept: Pick<ImportTable, 'shop_id' | 'id'>, file: CheckedFile): Promise<void> {
  let position = 0;
  for await (const rows of file.parts()) {
    await savePart(trx, kept, rows, position);
    position += rows.length;
  }
}

/**
 * Reads the stored file of an import and saves its rows in one transaction, so a killed process leaves none of them.
 * Returns nothing when the file has expired.
 */
export async function saveRowsOfFile(
  context: Context,
  held: ImportTable,
  fileId: string,
): Promise<ImportTable | undefined> {
  const { shop_id: shopId } = held;
  const found = await withShop(context.db, shopId, (trx) => rowsInFile(trx, shopId, fileId, context.clock()));
  if (found === undefined) return undefined;
  let read = 0;
  const showProgress = throttleProgress(() => saveProgress(context, held, Math.floor(read / passes)));
  const rows = () =>
    rowsOfFile(context, shopId, fileId, (count) => {
      read += count;
      return showProgress();
    });
  const file = await checkFile({ kind: kindOf(held), company: held.company, rows });
  await saveProgress(context, held, Math.floor(read / passes));
  return withShop(context.db, shopId, async (trx) => {
    await saveRows(trx, held, file);
    return unread(trx, held)
      .set({ file_id: null, total: file.total, read: 0 })
      .returningAll()
      .executeTakeFirstOrThrow(() => new PartIsSaved());
  });
}

/** A file is read twice: to compare its rows, and to keep them. */
const passes = 2;

async function saveProgress(context: Context, held: ImportTable, read: number): Promise<void> {
  await withShop(context.db, held.shop_id, (trx) =>
    unread(trx, held)
      .set({ read })
      .returning('id')
      .executeTakeFirstOrThrow(() => new PartIsSaved()),
  );
}

/** An import whose file is not read yet. */
const unread = (trx: Db, held: ImportTable) =>
  trx
    .updateTable('import')
    .where('shop_id', '=', held.shop_id)
    .where('id', '=', held.id)
    .where('file_id', 'is not', null)
    .where('state', '=', 'under-way');

async function savePart(
  trx: Db,
  kept: Pick<ImportTable, 'shop_id' | 'id'>,
  rows: readonly CheckedRow[],
  from: number,
): Promise<void> {
  const part = rows.map(({ line, cells, alsoSays, state, reason }, index) => ({
    position: from + index,
    ...{ line, state, reason, also_says: alsoSays },
    ...cells,
  }));
  await sql`
    insert into import_row (
      shop_id, import_id, position, line, order_name, tracking_number, company, payment_status, amount,
      cod_amount, paid_date, reference, also_says, state, reason)
    select ${kept.shop_id}, ${kept.id}, position, line, order_name, tracking_number, company, payment_status, amount,
           cod_amount, paid_date, reference, also_says, state, reason
    from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as given(
      position integer, line integer, order_name text, tracking_number text, company text, payment_status text,
      amount text, cod_amount text, paid_date text, reference text, also_says text, state text, reason text)
    on conflict do nothing`.execute(trx);
}
