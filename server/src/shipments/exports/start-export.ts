import { createHash } from 'node:crypto';
import { maxExportsUnderWay, type ExportChoice, type ExportFilter } from '@courierdesk/contract/exports';
import type { ShipmentsQuery } from '@courierdesk/contract/shipment-filters';
import { sql } from 'kysely';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { checkPlan, checkTotal } from './check-export.ts';
import { choiceOf, rememberChoice } from './export-choice.ts';
import { fileNameOf } from './export-file.ts';
import { exportById, type ListedExport } from './queries.ts';
import { countSelected, everything } from './selected-shipments.ts';

type ExportRequest = {
  readonly filter: ExportFilter;
  readonly query: ShipmentsQuery;
  /** Omitted fields are as the user chose them last. */
  readonly choice: Partial<ExportChoice>;
};

/**
 * Queues an export for the worker. If the same user repeats a request while it is running, they get that
 * export, so a double click does not export twice.
 */
export async function startExport(
  context: Context,
  actor: UserActor,
  wish: ExportRequest,
): Promise<{ row: ListedExport; isNew: boolean }> {
  return withShop(context.db, actor.shopId, (trx) => claim(trx, context, actor, wish));
}

async function claim(
  trx: Db,
  context: Context,
  actor: UserActor,
  { filter, query, choice: changes }: ExportRequest,
): Promise<{ row: ListedExport; isNew: boolean }> {
  const now = context.clock();
  await checkPlan(trx, actor.shopId, now);
  const choice: ExportChoice = { ...(await choiceOf(trx, actor)), ...changes };
  const filters = filter === 'STORE_ORDERS' ? everything : { ...query, page: everything.page, limit: everything.limit };
  const shop = { id: actor.shopId, timeZone: actor.shop.timeZone };
  const total = await countSelected(trx, shop, { matching: filters, except: [] }, now);
  checkTotal(total, choice.format);
  const requestHash = createHash('sha256')
    .update(JSON.stringify([filter, filters, choice]))
    .digest('hex');
  const before = await sameUnderWay(trx, actor, requestHash);
  if (before) return { row: before, isNew: false };
  await checkUnderWay(trx, actor.shopId);
  await rememberChoice(trx, actor, choice);
  const id = newId(now);
  const fileName = fileNameOf(choice.format, now, actor.shop.timeZone, id);
  const made = await trx
    .insertInto('order_export')
    .values({
      shop_id: actor.shopId,
      id,
      filter,
      query: JSON.stringify(filters),
      columns: [...choice.columns],
      format: choice.format,
      bom: choice.bom,
      request_hash: requestHash,
      state: 'under-way',
      total,
      file_name: fileName,
      asked_by: actor.name,
      asked_by_user_id: actor.userId,
      mail_to: actor.email,
      created_at: now,
    })
    // Of two simultaneous requests the second waits for the first and finds its export.
    .onConflict((conflict) =>
      conflict.columns(['shop_id', 'asked_by_user_id', 'request_hash']).where('state', '=', 'under-way').doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (made) {
    await context.jobs.request(trx, 'exports', { shopId: actor.shopId, key: id, at: now });
    await recordAuditEvent(trx, actor, {
      at: now,
      action: 'export.started',
      subjectKind: 'order_export',
      subjectId: id,
      label: fileName,
      detail: { filter, orders: total, format: choice.format, columns: [...choice.columns] },
    });
  }
  const row = made ? await exportById(trx, actor.shopId, id) : await sameUnderWay(trx, actor, requestHash);
  if (!row) throw new AppError('cannot-export', 'This export has just finished. Find it in the list of exports.');
  return { row, isNew: made !== undefined };
}

async function sameUnderWay(trx: Db, actor: UserActor, requestHash: string): Promise<ListedExport | undefined> {
  const same = await trx
    .selectFrom('order_export')
    .select('id')
    .where('shop_id', '=', actor.shopId)
    .where('asked_by_user_id', '=', actor.userId)
    .where('request_hash', '=', requestHash)
    .where('state', '=', 'under-way')
    .executeTakeFirst();
  return same && exportById(trx, actor.shopId, same.id);
}

async function checkUnderWay(trx: Db, shopId: string): Promise<void> {
  const { n } = await trx
    .selectFrom('order_export')
    .select(sql<number>`count(*)`.as('n'))
    .where('shop_id', '=', shopId)
    .where('state', '=', 'under-way')
    .executeTakeFirstOrThrow();
  if (n >= maxExportsUnderWay)
    throw new AppError('cannot-export', `${maxExportsUnderWay} exports are already running. Wait until one is ready.`);
}
