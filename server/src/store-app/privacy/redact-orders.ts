import { systemActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { deleteExportFiles } from '../../shipments/exports/delete-export-files.ts';
import { deleteTemporaryFiles } from '../../base/files/delete-temporary-files.ts';
import { eraseCustomer } from './erase-customer.ts';
import { eraseFromActivityLog } from './erase-from-activity-log.ts';
import { eraseWordsAnywhere } from './erase-words.ts';
import { knownOfCustomer } from './known-of-customer.ts';
import { patternsOf } from './words-of-customer.ts';

/** Erases a customer who asked the store for it: from their orders and parcels, and wherever else the shop names them. */
export async function redactOrders(
  context: Context,
  shopId: string,
  platformOrderIds: readonly string[],
  deliveryId = '',
): Promise<void> {
  const customer = await withShop(context.db, shopId, (trx) => knownOfCustomer(trx, shopId, platformOrderIds));
  await eraseFromActivityLog(context.db, shopId, customer);
  await withShop(context.db, shopId, (trx) => redact(trx, context, shopId, platformOrderIds, deliveryId));
}

async function redact(
  trx: Db,
  context: Context,
  shopId: string,
  platformOrderIds: readonly string[],
  deliveryId: string,
): Promise<void> {
  const customer = await knownOfCustomer(trx, shopId, platformOrderIds);
  const { orderIds, shipmentIds, known } = customer;
  const now = context.clock();
  await eraseCustomer(trx, shopId, customer, now);
  await deleteAnswersToRequests(trx, shopId, orderIds);
  if (shipmentIds.length > 0) await deleteExportFiles(trx, shopId);
  if (orderIds.length > 0) await deleteTemporaryFiles(trx, shopId);
  await eraseWordsAnywhere(trx, shopId, patternsOf(known), known.emails);
  await recordAuditEvent(trx, systemActor(shopId, 'Store', deliveryId), {
    at: now,
    action: 'customer.erased',
    subjectKind: 'shop',
    subjectId: shopId,
    label: '',
    detail: { orders: orderIds.length, shipments: shipmentIds.length },
  });
}

/** Answers to a request for data that name one of these orders. */
async function deleteAnswersToRequests(trx: Db, shopId: string, orderIds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('mail')
    .where('shop_id', '=', shopId)
    .where('attachment', 'like', anyOf(orderIds.map((id) => `%"${id}"%`)))
    .execute();
}
