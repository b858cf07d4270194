import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { newId } from '../db/ids.ts';
import { acrossShops, withShop } from '../db/tenancy.ts';
import { claimDueRows } from '../jobs/claim-due-rows.ts';
import { runPool } from '../jobs/run-pool.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { failedMail } from './export-mails.ts';
import type { ExportRow } from './queries.ts';
import { exportLeaseMs, ExportInterrupted, writeExport } from './write-export.ts';

const maxTries = 4;
const exportsAtOnce = 2;
const retryMs = 10_000;

/** Makes exports that are due, two at a time, so that a large one of one shop does not delay the others. */
export async function runDueExports(context: Context, signal: AbortSignal): Promise<number> {
  const made = await runPool({
    size: exportsAtOnce,
    next: () => takeDue(context),
    work: (row) => make(context, row, signal),
    signal,
  });
  return signal.aborted ? 0 : made;
}

/** The oldest export that no worker has taken, of a shop without a running one. */
async function takeDue(context: Context): Promise<ExportRow | undefined> {
  const now = context.clock();
  const [row] = await acrossShops(context.db, (trx) =>
    claimDueRows(trx, 'order_export', {
      due: sql`state = 'under-way' and lease_until <= ${now} and not exists (
        select from order_export as other
        where other.shop_id = order_export.shop_id and other.state = 'under-way' and other.lease_until > ${now}
          and other.lease_id is not null)`,
      orderBy: sql`lease_until, id`,
      limit: 1,
      set: sql`tries = tries + 1, done = 0, lease_id = ${newId(now)},
        lease_until = ${new Date(now.getTime() + exportLeaseMs)}`,
    }),
  );
  return row;
}

async function make(context: Context, row: ExportRow, signal: AbortSignal): Promise<void> {
  try {
    if (row.tries > maxTries) return await giveUp(context, row);
    await writeExport(context, row, signal);
  } catch (error) {
    const handedBack = error instanceof ExportInterrupted;
    if (!handedBack) context.log.error({ err: error, export: row.id, tries: row.tries }, 'export failed, will retry');
    await returnToQueue(context, row, handedBack).catch(() => undefined);
  }
}

/** Returns the export to the queue: due soon after a failure, at once when this process is stopping. */
async function returnToQueue(context: Context, row: ExportRow, atOnce: boolean): Promise<void> {
  const dueAt = new Date(context.clock().getTime() + (atOnce ? 0 : retryMs));
  await withShop(context.db, row.shop_id, (trx) =>
    trx
      .updateTable('order_export')
      .set({ lease_id: null, lease_until: dueAt, ...(atOnce && { tries: row.tries - 1 }) })
      .where('shop_id', '=', row.shop_id)
      .where('id', '=', row.id)
      .where('lease_id', '=', row.lease_id)
      .execute(),
  );
}

/** Marks the export as failed and queues the email about it, in one transaction and only with the lease. */
async function giveUp(context: Context, row: ExportRow): Promise<void> {
  const now = context.clock();
  const hasFailed = await withShop(context.db, row.shop_id, async (trx) => {
    const failed = await trx
      .updateTable('order_export')
      .set({ state: 'failed', finished_at: now, lease_id: null, lease_until: null })
      .where('shop_id', '=', row.shop_id)
      .where('id', '=', row.id)
      .where('lease_id', '=', row.lease_id)
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
