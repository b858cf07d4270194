import { createHash } from 'node:crypto';
import type { Batch } from '@courierdesk/contract/batch';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { platformIdOf, storeOrdersByRefs } from '../../store/orders/find-store-orders.ts';
import { addBookingDetails } from '../../store/orders/orders-for-booking.ts';
import { readOrdersFromStore } from '../../store/orders/read-orders-from-store.ts';
import type { StoreOrderRow } from '../../store/orders/store-order-row.ts';
import { fillRow } from './fill-row.ts';
import { insertBatch, insertRows, nextBatchNumber, recentIdenticalBatch } from './insert-batch.ts';
import { validateRow } from './validate-row.ts';
import { summariseBatch } from './show-batch.ts';
import { mapRows, readPreparationData } from './preparation-data.ts';
import { usualCod } from '../../shipments/record/usual-cod.ts';

/** Makes a draft of these orders from our copy at once; a background sweep then compares it with the store. */
export async function createBatch(
  context: Context,
  actor: UserActor,
  refs: readonly string[],
): Promise<{ data: Batch; missing: string[] }> {
  const { shopId } = actor;
  const { orders, missing } = await findOrders(context, shopId, refs);
  if (orders.length === 0)
    throw new AppError('not-found', 'Oops! We have found no order(s) corresponding to these id(s).');
  const [parts, preparation] = await Promise.all([
    addBookingDetails(context, { id: shopId, domain: actor.shop.domain }, orders, 'mirror'),
    readPreparationData(context, shopId),
  ]);
  const filled = await mapRows(parts, (orderParts) => fillRow(orderParts, preparation));
  const data = await withShop(context.db, shopId, async (trx) => {
    const hash = fingerprint(orders);
    const number = await nextBatchNumber(trx, shopId);
    const same = await recentIdenticalBatch(trx, actor, hash, context.clock());
    if (same) return summariseBatch(trx, same);
    const usual = await usualCod(trx, shopId);
    const batch = await insertBatch(trx, actor, { number, hash, usual, now: context.clock() });
    const judged = filled.map((row, index) => ({
      ...row,
      ...validateRow(row, preparation, usual),
      id: newId(batch.created_at),
      store_order_id: parts[index]?.order.id ?? '',
      state: 'draft' as const,
    }));
    await insertRows(trx, batch, judged);
    await context.jobs.request(trx, 'batch-comparisons', { shopId, key: batch.id, at: batch.created_at });
    await recordAuditEvent(trx, actor, {
      at: batch.created_at,
      action: 'batch.created',
      subjectKind: 'batch',
      subjectId: batch.id,
      label: `batch ${number}`,
      detail: { number, orders: orders.length, names: orders.map((order) => order.name) },
    });
    return summariseBatch(trx, batch);
  });
  return { data, missing };
}

/** Orders too new for our copy are read from the store now. */
async function findOrders(
  context: Context,
  shopId: string,
  refs: readonly string[],
): Promise<{ orders: StoreOrderRow[]; missing: string[] }> {
  const known = await withShop(context.db, shopId, (trx) => storeOrdersByRefs(trx, shopId, refs));
  const unknown = refs.filter((ref) => !known.has(ref) && platformIdOf(ref) !== undefined);
  if (unknown.length > 0) {
    const read = await readOrdersFromStore(
      context,
      shopId,
      unknown.flatMap((ref) => platformIdOf(ref) ?? []),
    );
    if (read.closed && known.size === 0) throw read.closed;
    if (!read.reachable && known.size === 0)
      throw new AppError(
        'store-unavailable',
        'The store is not responding, so we could not load these orders. Please try again in a moment.',
      );
    for (const ref of unknown) {
      const order = read.orders.get(platformIdOf(ref) ?? '');
      if (order) known.set(ref, order);
    }
  }
  const orders = new Map(refs.flatMap((ref) => known.get(ref) ?? []).map((order) => [order.id, order]));
  return { orders: [...orders.values()], missing: refs.filter((ref) => !known.has(ref)) };
}

const fingerprint = (orders: readonly StoreOrderRow[]): string =>
  createHash('sha256')
    .update(orders.map((order) => order.id).join())
    .digest('hex')
    .slice(0, 32);
