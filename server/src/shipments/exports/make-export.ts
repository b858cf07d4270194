import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';
import type { Job } from '../../base/db/job-requests.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { queueMail } from '../../base/mail/queue-mail.ts';
import { failedMail } from './export-mails.ts';
import { exportOfRun, type ExportRow } from './queries.ts';
import { ExportInterrupted, writeExport } from './write-export.ts';

const maxTries = 4;

/** Makes an export, the key of the job. After several failures it is given up. */
export async function makeExport(
  context: Context,
  { shopId, key: id }: Required<Job>,
  signal: AbortSignal,
): Promise<Date | undefined> {
  const row = await beginRun(context, shopId, id);
  if (!row) return undefined;
  if (row.tries > maxTries) {
    await giveUp(context, row);
    return undefined;
  }
  try {
    await writeExport(context, row, signal);
    return undefined;
  } catch (error) {
    if (!(error instanceof ExportInterrupted)) throw error;
    await withShop(context.db, shopId, (trx) =>
      exportOfRun(trx, row)
        .set({ tries: row.tries - 1 })
        .execute(),
    );
    return context.clock();
  }
}

/** The exports that are not made yet. */
export async function exportsUnderWay(trx: Db): Promise<{ shopId: string; key: string; at: Date }[]> {
  return trx
    .selectFrom('order_export')
    .select(['shop_id as shopId', 'id as key', 'created_at as at'])
    .where('state', '=', 'under-way')
    .execute();
}

/** What an earlier run still does counts for nothing from now on. */
function beginRun({ db, clock }: Context, shopId: string, id: string): Promise<ExportRow | undefined> {
  return withShop(db, shopId, (trx) =>
    trx
      .updateTable('order_export')
      .set({ tries: sql<number>`tries + 1`, done: 0, run_id: newId(clock()) })
      .where('shop_id', '=', shopId)
      .where('id', '=', id)
      .where('state', '=', 'under-way')
      .returningAll()
      .executeTakeFirst(),
  );
}

/** Marks the export as failed and queues the email about it, in one transaction. */
async function giveUp(context: Context, row: ExportRow): Promise<void> {
  const now = context.clock();
  const hasFailed = await withShop(context.db, row.shop_id, async (trx) => {
    const failed = await exportOfRun(trx, row)
      .set({ state: 'failed', finished_at: now, run_id: null })
      .returning('id')
      .executeTakeFirst();
    if (!failed) return false;
    const shop = await trx.selectFrom('shop').select('name').where('id', '=', row.shop_id).executeTakeFirstOrThrow();
    const mail = failedMail(context.config.publicUrl, row, shop.name);
    const mailId = await queueMail(trx, context, {
      shopId: row.shop_id,
      kind: 'export-failed',
      to: row.mail_to,
      ...mail,
    });
    await trx
      .updateTable('order_export')
      .set({ mail_id: mailId })
      .where('shop_id', '=', row.shop_id)
      .where('id', '=', row.id)
      .execute();
    return true;
  });
  if (!hasFailed) return;
  context.metrics.exports.inc({ format: row.format, outcome: 'failed' });
}
