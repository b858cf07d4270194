import { setTimeout as pause } from 'node:timers/promises';
import { ExportColumn } from '@courierdesk/contract/export-columns';
import { exportKeptDays, ExportFormat } from '@courierdesk/contract/exports';
import { ShipmentsQuery } from '@courierdesk/contract/shipment-filters';
import { systemActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { deleteFile, writeFile } from '../../base/files/write-file.ts';
import { queueMail } from '../../base/mail/queue-mail.ts';
import type { Cell } from './columns.ts';
import { readyMail } from './export-mails.ts';
import { exportRows } from './export-rows.ts';
import { contentType, writeExportFile } from './export-file.ts';
import { exportOfRun, type ExportRow } from './queries.ts';

const saveProgressEveryMs = 700;
/** An unfinished file of a killed process expires after this. */
const unfinishedKeptMs = 6 * 3_600_000;

/** The process is stopping, or the export was begun again. */
export class ExportInterrupted extends Error {}

/** Writes the file of an export and queues the email. Saves the result only if the export was not begun again. */
export async function writeExport(context: Context, row: ExportRow, signal: AbortSignal): Promise<void> {
  const shop = await withShop(context.db, row.shop_id, (trx) =>
    trx.selectFrom('shop').select(['id', 'name', 'time_zone']).where('id', '=', row.shop_id).executeTakeFirstOrThrow(),
  );
  const choice = {
    columns: row.columns.map((column) => ExportColumn.parse(column)),
    format: ExportFormat.parse(row.format),
    bom: row.bom,
  };
  const wanted = { matching: ShipmentsQuery.parse(row.query), except: [] };
  const progress = { done: 0 };
  const pages = exportRows(context, { id: shop.id, timeZone: shop.time_zone }, wanted, choice.columns);
  const fileId = await writeFile(
    context,
    {
      shopId: row.shop_id,
      name: row.file_name,
      contentType: contentType[choice.format],
      expiresAt: new Date(context.clock().getTime() + unfinishedKeptMs),
    },
    writeExportFile(choice, withProgress(context, row, pages, progress, signal)),
  );
  const finished = await withShop(context.db, row.shop_id, (trx) =>
    finish(trx, context, row, { fileId, orders: progress.done, shopName: shop.name, timeZone: shop.time_zone }),
  );
  if (!finished) throw new ExportInterrupted('the export was begun again');
  context.metrics.exports.inc({ format: row.format, outcome: 'done' });
}

/** Passes pages on, and regularly saves the progress. */
async function* withProgress(
  context: Context,
  row: ExportRow,
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
  progress: { done: number },
  signal: AbortSignal,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  let savedAt = Date.now();
  for await (const page of pages) {
    if (signal.aborted) throw new ExportInterrupted('the process is stopping');
    yield page;
    progress.done += page.length;
    if (Date.now() - savedAt < saveProgressEveryMs) continue;
    savedAt = Date.now();
    if (!(await saveProgress(context, row, progress.done))) throw new ExportInterrupted('the export was begun again');
    // Lets other requests of this process run.
    await pause(0);
  }
}

async function saveProgress(context: Context, row: ExportRow, done: number): Promise<boolean> {
  const saved = await withShop(context.db, row.shop_id, (trx) =>
    exportOfRun(trx, row).set({ done }).returning('id').executeTakeFirst(),
  );
  return saved !== undefined;
}

async function finish(
  trx: Db,
  context: Context,
  row: ExportRow,
  made: { fileId: string; orders: number; shopName: string; timeZone: string },
): Promise<boolean> {
  const now = context.clock();
  const expiresAt = new Date(now.getTime() + exportKeptDays * 86_400_000);
  const file = await trx
    .updateTable('stored_file')
    .set({ expires_at: expiresAt })
    .where('shop_id', '=', row.shop_id)
    .where('id', '=', made.fileId)
    .returning('size')
    .executeTakeFirstOrThrow();
  const done = await exportOfRun(trx, row)
    .set({
      state: 'done',
      done: made.orders,
      total: made.orders,
      size: file.size,
      file_id: made.fileId,
      finished_at: now,
      expires_at: expiresAt,
      run_id: null,
    })
    .returning('id')
    .executeTakeFirst();
  if (!done) {
    await deleteFile(trx, row.shop_id, made.fileId);
    return false;
  }
  const mail = readyMail(context.config.publicUrl, row, { ...made, expiresAt });
  const mailId = await queueMail(trx, context, { shopId: row.shop_id, kind: 'export-ready', to: row.mail_to, ...mail });
  await trx
    .updateTable('order_export')
    .set({ mail_id: mailId })
    .where('shop_id', '=', row.shop_id)
    .where('id', '=', row.id)
    .execute();
  await recordAuditEvent(trx, systemActor(row.shop_id), {
    at: now,
    action: 'export.made',
    subjectKind: 'order_export',
    subjectId: row.id,
    label: row.file_name,
    detail: { orders: made.orders, bytes: file.size, asked_by: row.asked_by_user_id },
  });
  return true;
}
