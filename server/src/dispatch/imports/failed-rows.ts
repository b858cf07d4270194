import { fieldsOf } from '@courierdesk/contract/import-columns';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { createTicket } from '../../base/files/tickets.ts';
import { writeFile } from '../../base/files/write-file.ts';
import { cellsOf, kindOf } from './outcome.ts';
import { importById, importLabel, rowsFrom, type ImportTable } from './queries.ts';

const keptMs = 3_600_000;
const rowsAtOnce = 5_000;

/** A CSV of the failed rows with their reasons. After fixing it, the user can import it again. */
export async function ticketForFailedRows(context: Context, actor: UserActor, id: string): Promise<string> {
  const ended = await withShop(context.db, actor.shopId, (trx) => importById(trx, actor.shopId, id));
  if (ended.state === 'under-way') throw new AppError('conflict', 'This import is still running.');
  if (ended.failed === 0) throw new AppError('conflict', 'No row of this import failed.');
  const fileId = await writeFile(
    context,
    {
      shopId: actor.shopId,
      name: `failed-rows-${(ended.file_name || 'import').replace(/\.csv$/i, '')}.csv`,
      contentType: 'text/csv; charset=utf-8',
      expiresAt: new Date(context.clock().getTime() + keptMs),
    },
    linesOf(context, ended),
  );
  return withShop(context.db, actor.shopId, async (trx) => {
    const now = context.clock();
    await recordAuditEvent(trx, actor, {
      at: now,
      action: 'import.failed-rows-downloaded',
      subjectKind: 'import',
      subjectId: id,
      label: importLabel(ended),
      detail: { rows: ended.failed },
    });
    return createTicket(trx, actor.shopId, fileId, now);
  });
}

async function* linesOf(context: Context, ended: ImportTable): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const kind = kindOf(ended);
  const fields = fieldsOf[kind];
  // Read again, it stops the row as it did in the file it came from.
  const isPayment = kind !== 'fulfilment';
  // Without the byte order mark, Excel reads the file as Windows-1252.
  yield encoder.encode(
    `\ufeff${csvLine([...fields.map(({ label }) => label), ...(isPayment ? ['Also says'] : []), 'Line', 'Reason'])}`,
  );
  for (let position = 0; ;) {
    const rows = await withShop(context.db, ended.shop_id, (trx) =>
      rowsFrom(trx, ended, position, rowsAtOnce, 'failed'),
    );
    const last = rows.at(-1);
    if (!last) return;
    const lines = rows.map((row) => {
      const cells = cellsOf(row);
      return csvLine([
        ...fields.map(({ field }) => cells[field]),
        ...(isPayment ? [row.also_says] : []),
        ...[String(row.line), row.reason],
      ]);
    });
    yield encoder.encode(lines.join(''));
    position = last.position + 1;
  }
}

const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/**
 * Quoted where needed; what a spreadsheet would take for a formula begins with an apostrophe, which reading takes
 * off.
 */
function csvCell(cell: string): string {
  const safe = /^[=+\-@\t\r]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
