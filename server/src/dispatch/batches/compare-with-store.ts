import { isDeepStrictEqual } from 'node:util';
import { inParts } from '@courierdesk/contract/in-parts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import type { Job } from '../../base/db/job-requests.ts';
import { AppError } from '../../base/errors.ts';
import { changesSince } from '../../store/orders/shown-order.ts';
import { addBookingDetails } from '../../store/orders/orders-for-booking.ts';
import { ordersAtOnce, readOrdersFromStore } from '../../store/orders/read-orders-from-store.ts';
import { storeOrdersByIds } from '../../store/orders/find-store-orders.ts';
import type { OrderForBooking } from '../../store/orders/present.ts';
import type { StoreOrderRow } from '../../store/orders/store-order-row.ts';
import { suggestedAccount } from './edit-row.ts';
import { orderDataOfRow, applyStartingWeight } from './fill-row.ts';
import { matchRowCity } from './match-row-city.ts';
import { lockBatch, lockRows, type BatchRecord } from './queries.ts';
import { lacksCities, type Prefill, type Row, type RowDraft } from './row.ts';
import { saveRows, type NextRow } from './save-rows.ts';
import { readPreparationData, type PreparationData } from './preparation-data.ts';

/** No person waits for it. Shopify limits how much we may read a second. */
const readTimeoutMs = 30_000;
const retryMs = 30_000;
/** We stop retrying when the batch is older than this. */
const retriedForMs = 60 * 60_000;

export async function batchesToCompare(trx: Db): Promise<(Job & { readonly at: Date })[]> {
  const batches = await trx
    .selectFrom('batch')
    .select(['shop_id', 'id', 'read_due_at'])
    .where('read_due_at', 'is not', null)
    .execute();
  return batches.flatMap(({ shop_id: shopId, id, read_due_at: at }) => (at ? [{ shopId, key: id, at }] : []));
}

/** Compares the unbooked rows of a batch, the key of the job, with the store if it is due. Returns when it is due again. */
export async function compareWithStore(
  context: Context,
  { shopId, key }: Required<Job>,
  signal: AbortSignal,
): Promise<Date | undefined> {
  const batch = await withShop(context.db, shopId, (trx) =>
    trx.selectFrom('batch').selectAll().where('shop_id', '=', shopId).where('id', '=', key).executeTakeFirst(),
  );
  if (!batch?.read_due_at || batch.read_due_at > context.clock()) return batch?.read_due_at ?? undefined;
  return compareBatch(context, batch, signal);
}

async function compareBatch(context: Context, batch: BatchRecord, signal: AbortSignal): Promise<Date | undefined> {
  const { shop_id: shopId } = batch;
  const { orders, domain } = await withShop(context.db, shopId, async (trx) => {
    const rows = await trx
      .selectFrom('batch_row')
      .select('store_order_id')
      .where('shop_id', '=', shopId)
      .where('batch_id', '=', batch.id)
      .where('state', 'in', ['draft', 'left-out', 'failed'])
      .execute();
    const shop = await trx.selectFrom('shop').select('domain').where('id', '=', shopId).executeTakeFirstOrThrow();
    const ids = rows.map((row) => row.store_order_id);
    return { domain: shop.domain, orders: await storeOrdersByIds(trx, shopId, ids) };
  });
  const reachable = await refreshOrders(context, shopId, [...orders.values()], signal);
  if (signal.aborted) return context.clock();
  // Even if the store does not respond, an order may have been booked or deleted here.
  const current = await withShop(context.db, shopId, (trx) => storeOrdersByIds(trx, shopId, [...orders.keys()]));
  const [parts, preparation] = await Promise.all([
    addBookingDetails(context, { id: shopId, domain }, [...current.values()], reachable ? 'store' : 'mirror', batch.id),
    readPreparationData(context, shopId),
  ]);
  const byOrder = new Map(parts.map((one) => [one.order.id, one]));
  const now = context.clock();
  return withShop(context.db, shopId, async (trx) => {
    const locked = await lockBatch(trx, shopId, batch.id);
    const rows = await lockRows(trx, shopId, batch.id);
    const next = rows.map((row): NextRow => {
      const orderParts = byOrder.get(row.store_order_id);
      const isCompared = row.state === 'draft' || row.state === 'left-out' || row.state === 'failed';
      if (!orderParts || !isCompared) return row;
      return { ...row, next: { ...withStoreData(row, orderParts, preparation), state: row.state } };
    });
    const saved = await saveRows(trx, next, preparation, { usual: batch.usual_cod, customers: true });
    return recordComparison(
      trx,
      locked,
      batch,
      { reachable, isComplete: reachable && !saved.rows.some(lacksCities) },
      now,
    );
  });
}

/** Updates our copies of the orders from the store, part by part. Returns false if the store did not respond. */
async function refreshOrders(
  context: Context,
  shopId: string,
  orders: readonly StoreOrderRow[],
  signal: AbortSignal,
): Promise<boolean> {
  const ids = orders.map((order) => order.platform_order_id);
  try {
    for (const part of inParts(ids, ordersAtOnce)) {
      if (signal.aborted) return false;
      const read = await readOrdersFromStore(context, shopId, part, { timeoutMs: readTimeoutMs });
      if (!read.reachable) return false;
    }
    return true;
  } catch (error) {
    // If the store withdrew our access, booking a row reports it. Until then the batch shows our copies.
    if (error instanceof AppError) return false;
    throw error;
  }
}

/**
 * Keeps a comparison that someone requested while this one ran. Retries for a limited time while the store cannot be reached or
 * a courier sends no list of cities.
 */
async function recordComparison(
  trx: Db,
  locked: BatchRecord,
  compared: BatchRecord,
  { reachable, isComplete }: { readonly reachable: boolean; readonly isComplete: boolean },
  now: Date,
): Promise<Date | undefined> {
  const isRequestedAgain = locked.read_due_at?.getTime() !== compared.read_due_at?.getTime();
  const isOld = now.getTime() - compared.created_at.getTime() > retriedForMs;
  const retryAt = isComplete || isOld ? null : new Date(now.getTime() + retryMs);
  const dueAt = isRequestedAgain ? locked.read_due_at : retryAt;
  await trx
    .updateTable('batch')
    .set({ read_at: now, store_reachable: reachable, read_due_at: dueAt })
    .where('shop_id', '=', locked.shop_id)
    .where('id', '=', locked.id)
    .execute();
  return dueAt ?? undefined;
}

/**
 * Updates the row with its order's current data. Cells that no person edited take the store's new values. The changes
 * become news, which a person must accept before the row is booked.
 */
function withStoreData(row: Row, parts: OrderForBooking, preparation: PreparationData): RowDraft {
  const { facts, version } = orderDataOfRow(parts);
  const news = changesSince(row.version, parts.order);
  const isAsBefore = news.length === 0 && isDeepStrictEqual(facts.prefill, row.facts.prefill);
  // A failed row keeps the values that were sent; a retry reports what changed in the store.
  if (isAsBefore || row.state === 'failed') {
    const newFacts = {
      ...facts,
      prefill: row.facts.prefill,
      city: row.facts.city,
      news: row.facts.news,
      bases: row.facts.bases,
      written: row.facts.written,
      weight_source: row.facts.weight_source,
    };
    const next = withSuggestion({ ...row, facts: newFacts }, row.store_order_id, preparation);
    return matchRowCity(row.state === 'failed' ? next : applyStartingWeight(next, preparation), preparation);
  }
  const revision = row.revision + 1;
  const changed = storeChangesToUneditedCells(row, facts.prefill);
  const written = Object.fromEntries(Object.keys(changed).map((name) => [name, revision]));
  const next = {
    ...row,
    version,
    revision,
    fields: { ...row.fields, ...changed },
    facts: {
      ...facts,
      news: mergeNews(row.facts.news, news),
      bases: row.facts.bases,
      written: { ...row.facts.written, ...written },
    },
  };
  const suggested = withSuggestion(next, row.store_order_id, preparation);
  return matchRowCity(applyStartingWeight(suggested, preparation), preparation);
}

/** Chooses the account again. The row keeps its own; if it is the same, the reason may be another one now. */
function withSuggestion(row: RowDraft, storeOrderId: string, preparation: PreparationData): RowDraft {
  const suggested = suggestedAccount(row, storeOrderId, preparation);
  const isSame = !('tracking_account' in row.edited) && suggested.accountId === row.fields.tracking_account;
  return {
    ...row,
    facts: { ...row.facts, suggested },
    account_because: isSame ? suggested.because : row.account_because,
  };
}

/** The store's new values of cells that no person edited. */
function storeChangesToUneditedCells({ edited, facts }: Pick<Row, 'edited' | 'facts'>, now: Prefill): Partial<Prefill> {
  const before: Record<string, unknown> = facts.prefill;
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => !(name in edited) && before[name] !== value));
}

function mergeNews(before: Row['facts']['news'], now: Row['facts']['news']): Row['facts']['news'] {
  const fields = [...new Set([...before, ...now].map((change) => change.field))];
  return fields.flatMap((field) => {
    const was = before.find((change) => change.field === field)?.was ?? now.find((one) => one.field === field)?.was;
    const is = now.find((change) => change.field === field)?.now ?? before.find((one) => one.field === field)?.now;
    return was === undefined || is === undefined || was === is ? [] : [{ field, was, now: is }];
  });
}
