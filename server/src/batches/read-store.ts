import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { acrossShops, withShop } from '../db/tenancy.ts';
import { claimDueRows } from '../jobs/claim-due-rows.ts';
import { AppError } from '../errors.ts';
import { changesSince } from '../store-orders/seen-order.ts';
import { withSurroundings } from '../store-orders/orders-for-booking.ts';
import { readAfresh } from '../store-orders/refresh-from-store.ts';
import { storeOrdersByIds } from '../store-orders/find-store-orders.ts';
import type { OrderDataParts } from '../store-orders/present.ts';
import type { StoreOrderRow } from '../store-orders/store-order-row.ts';
import { readOrder, withWeight } from './fill-row.ts';
import { placeIn } from './place-row.ts';
import { lockBatch, lockRows, type BatchRecord } from './queries.ts';
import type { Prefill, Row, RowDraft } from './row.ts';
import { saveRows, type NextRow } from './save-rows.ts';
import { readRowPreparationData, type RowPreparationData } from './row-preparation-data.ts';

const leaseMs = 60_000;
const retryMs = 30_000;
const triedForMs = 60 * 60_000;
const batchesAtOnce = 4;

/** Batches whose waiting rows are to be compared with the store. */
export async function readDueBatches(context: Context): Promise<number> {
  const due = await takeDue(context);
  await Promise.all(
    due.map((batch) =>
      readBatch(context, batch).catch((error: unknown) =>
        context.log.error({ err: error, batch: batch.id }, 'batch not compared with the store'),
      ),
    ),
  );
  return due.length;
}

function takeDue(context: Context): Promise<BatchRecord[]> {
  const now = context.clock();
  return acrossShops(context.db, (trx) =>
    claimDueRows(trx, 'batch', {
      due: sql`read_due_at <= ${now}`,
      orderBy: sql`read_due_at`,
      limit: batchesAtOnce,
      set: sql`read_due_at = ${new Date(now.getTime() + leaseMs)}`,
    }),
  );
}

async function readBatch(context: Context, batch: BatchRecord): Promise<void> {
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
  const reachable = orders.size === 0 || (await readOrders(context, shopId, [...orders.values()]));
  // What became of the orders here (held, gone) is worth knowing even when the store does not answer.
  const current = await withShop(context.db, shopId, (trx) => storeOrdersByIds(trx, shopId, [...orders.keys()]));
  const [parts, preparation] = await Promise.all([
    withSurroundings(context, { id: shopId, domain }, [...current.values()], reachable ? 'store' : 'mirror'),
    readRowPreparationData(context, shopId),
  ]);
  const byOrder = new Map(parts.map((one) => [one.order.id, one]));
  const now = context.clock();
  await withShop(context.db, shopId, async (trx) => {
    const locked = await lockBatch(trx, shopId, batch.id);
    const rows = await lockRows(trx, shopId, batch.id);
    const next = rows.map((row): NextRow => {
      const one = byOrder.get(row.store_order_id);
      const isCompared = row.state === 'draft' || row.state === 'left-out' || row.state === 'failed';
      return one && isCompared ? { ...row, next: { ...compared(row, one, preparation), state: row.state } } : row;
    });
    await saveRows(trx, next, preparation, { usual: batch.usual_cod, customers: true });
    await settle(trx, locked, batch, reachable, now);
  });
}

/** Brings the orders in the mirror to what the store has; false when the store could not be asked. */
async function readOrders(context: Context, shopId: string, orders: readonly StoreOrderRow[]): Promise<boolean> {
  try {
    const read = await readAfresh(
      context,
      shopId,
      orders.map((order) => order.platform_order_id),
    );
    return read.reachable;
  } catch (error) {
    // A store that withdrew our access says so when rows are booked; the mirror is shown until then.
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Who asked for another reading meanwhile gets it. A store that stays out of reach is not asked for ever. */
function settle(trx: Db, locked: BatchRecord, taken: BatchRecord, reachable: boolean, now: Date): Promise<unknown> {
  const isAskedAgain = locked.read_due_at?.getTime() !== taken.read_due_at?.getTime();
  const isOld = now.getTime() - taken.created_at.getTime() > triedForMs;
  const again = reachable || isOld ? null : new Date(now.getTime() + retryMs);
  return trx
    .updateTable('batch')
    .set({
      read_at: now,
      store_reachable: reachable,
      read_due_at: isAskedAgain ? locked.read_due_at : again,
    })
    .where('shop_id', '=', locked.shop_id)
    .where('id', '=', locked.id)
    .execute();
}

/**
 * The row with what is known of its order now. Cells that nobody touched follow the store; what people saw before and
 * is different now becomes news, which a person looks at before the row is booked.
 */
function compared(row: Row, parts: OrderDataParts, preparation: RowPreparationData): RowDraft {
  const { facts, version } = readOrder(parts);
  const news = changesSince(row.version, parts.order);
  // A failed row shows what was asked for: the store's changes are raised when it is tried again.
  if (news.length === 0 || row.state === 'failed') {
    const known = {
      ...facts,
      prefill: row.facts.prefill,
      city: row.facts.city,
      news: row.facts.news,
      weight_source: row.facts.weight_source,
    };
    const next = { ...row, facts: known };
    return placeIn(row.state === 'failed' ? next : withWeight(next, preparation), preparation);
  }
  const next = {
    ...row,
    version,
    revision: row.revision + 1,
    fields: { ...row.fields, ...followed(row, facts.prefill) },
    facts: { ...facts, news: mergedNews(row.facts.news, news) },
  };
  return placeIn(withWeight(next, preparation), preparation);
}

/** Values of the cells that the store changed and that nobody set by hand. */
export function followed({ edited, facts }: Pick<Row, 'edited' | 'facts'>, now: Prefill): Partial<Prefill> {
  const before: Record<string, unknown> = facts.prefill;
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => !(name in edited) && before[name] !== value));
}

function mergedNews(before: Row['facts']['news'], now: Row['facts']['news']): Row['facts']['news'] {
  const fields = [...new Set([...before, ...now].map((change) => change.field))];
  return fields.flatMap((field) => {
    const was = before.find((change) => change.field === field)?.was ?? now.find((one) => one.field === field)?.was;
    const is = now.find((change) => change.field === field)?.now ?? before.find((one) => one.field === field)?.now;
    return was === undefined || is === undefined || was === is ? [] : [{ field, was, now: is }];
  });
}
