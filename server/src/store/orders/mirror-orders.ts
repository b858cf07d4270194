import { isDeepStrictEqual } from 'node:util';
import { inParts } from '@courierdesk/contract/in-parts';
import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { newId } from '../../base/db/ids.ts';
import type { PlatformOrder } from '../../adapters/platforms/platform.ts';
import { endInStore, flagOrderChanges, ordersWithOpenChange } from './flag-order-changes.ts';
import { markDeletedOrders, type MissingOrders } from './mark-deleted-orders.ts';
import { copyOfOrder } from './order-version.ts';
import { storeOrdersByPlatformIds } from './find-store-orders.ts';
import {
  mirroredColumns,
  storeOrderRow,
  withKnownCustomer,
  withoutCustomer,
  type MirroredColumns,
  type StoreOrderRow,
} from './store-order-row.ts';

const rowsAtOnce = 200;

type MirrorResult = {
  /** The current rows, by the platform's id. */
  readonly orders: Map<string, StoreOrderRow>;
  /** How many of them were new or changed. */
  readonly changed: number;
};

/** What the store answered for orders that we asked for by id. */
type StoreAnswer = {
  readonly orders: readonly PlatformOrder[];
  /** The platform's ids of orders for which it answered nothing. */
  readonly missing: readonly string[];
};

/** As `mirrorOrders`, of orders that we asked for by id: those that are missing are deleted, or hidden from us. */
export async function mirrorAnswer(
  trx: Db,
  context: Context,
  shopId: string,
  { orders, missing }: StoreAnswer,
): Promise<MirrorResult & Pick<MissingOrders, 'hidden'>> {
  const mirrored = await mirrorOrders(trx, context, shopId, orders);
  if (missing.length === 0) return { ...mirrored, hidden: new Map() };
  const { hidden, deleted } = await markDeletedOrders(trx, context, shopId, missing);
  if (deleted.length > 0) await flagOrderChanges(trx, context, shopId, deleted);
  return { ...mirrored, hidden };
}

/**
 * Saves copies of store orders in the mirror. An older copy never replaces a newer one, so copies may arrive in any
 * order. If a shipment holds a changed order, a case is opened for it.
 */
export async function mirrorOrders(
  trx: Db,
  context: Context,
  shopId: string,
  orders: readonly PlatformOrder[],
): Promise<MirrorResult> {
  const orderOf = new Map<string, PlatformOrder>();
  for (const order of orders) {
    const other = orderOf.get(order.platformOrderId);
    if (!other || other.updatedAt <= order.updatedAt) orderOf.set(order.platformOrderId, order);
  }
  const mirrored: MirrorResult = { orders: new Map(), changed: 0 };
  const all = [...orderOf.values()].toSorted((a, b) => (a.platformOrderId < b.platformOrderId ? -1 : 1));
  let changed = 0;
  for (const part of inParts(all, rowsAtOnce)) {
    const some = await mirrorSome(trx, context, shopId, part);
    for (const [id, row] of some.orders) mirrored.orders.set(id, row);
    changed += some.changed;
  }
  return { ...mirrored, changed };
}

/** Whether none of the copies differs from these mirrored rows. */
export const isMirrored = (orders: readonly PlatformOrder[], rows: ReadonlyMap<string, StoreOrderRow>): boolean =>
  changedCopies(orders.map(mirroredColumns), rows).length === 0;

async function mirrorSome(
  trx: Db,
  context: Context,
  shopId: string,
  orders: readonly PlatformOrder[],
): Promise<MirrorResult> {
  const copies = orders.map(mirroredColumns);
  // Most copies change nothing, so we compare before we lock.
  const seen = await storeOrdersByPlatformIds(
    trx,
    shopId,
    orders.map((order) => order.platformOrderId),
  );
  if (changedCopies(copies, seen).length === 0) return { orders: seen, changed: 0 };
  const before = await lockedRows(trx, shopId, orders);
  const changed = changedCopies(copies, before);
  if (changed.length === 0) return { orders: before, changed: 0 };
  const after = await upsert(trx, context.clock(), shopId, changed);
  await flagChangedShipments(trx, context, shopId, before, after);
  const now = new Map([...before, ...after]);
  // Another transaction has just saved newer copies of these.
  const missing = orders.filter((order) => !now.has(order.platformOrderId));
  for (const [id, row] of await lockedRows(trx, shopId, missing)) now.set(id, row);
  return { orders: now, changed: after.size };
}

const changedCopies = (
  copies: readonly MirroredColumns[],
  rows: ReadonlyMap<string, StoreOrderRow>,
): MirroredColumns[] =>
  copies.flatMap((copy) => {
    const row = rows.get(copy.platform_order_id);
    const columns = row ? (row.customer_erased_at ? withoutCustomer(copy) : withKnownCustomer(copy, row)) : copy;
    return isChanged(row, columns) ? [columns] : [];
  });

/** Locks orders by id, as bookings do, to avoid deadlocks. */
async function lockedRows(
  trx: Db,
  shopId: string,
  orders: readonly PlatformOrder[],
): Promise<Map<string, StoreOrderRow>> {
  if (orders.length === 0) return new Map();
  const rows = await trx
    .selectFrom('store_order')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('platform_order_id', '=', anyOf(orders.map((order) => order.platformOrderId)))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map((row) => [row.platform_order_id, storeOrderRow(row)]));
}

function isChanged(row: StoreOrderRow | undefined, columns: MirroredColumns): boolean {
  if (!row) return true;
  if (columns.updated_at < row.updated_at) return false;
  return Object.entries(columns).some(([name, value]) => !isDeepStrictEqual(value, Reflect.get(row, name)));
}

async function upsert(
  trx: Db,
  now: Date,
  shopId: string,
  changed: readonly MirroredColumns[],
): Promise<Map<string, StoreOrderRow>> {
  const copies = changed.map((columns) => ({
    ...columns,
    mirrored_at: now,
    lines: JSON.stringify(columns.lines),
    fulfilment_orders: JSON.stringify(columns.fulfilment_orders),
    problems: [...columns.problems],
  }));
  const columnNames = Object.keys(copies[0] ?? {});
  // Triggers count_store_orders_on_insert and _on_update: the shop's number of store orders.
  const rows = await trx
    .insertInto('store_order')
    .values(copies.map((copy) => ({ ...copy, shop_id: shopId, id: newId(now) })))
    .onConflict((conflict) =>
      conflict
        .columns(['shop_id', 'platform_order_id'])
        .doUpdateSet(Object.fromEntries(columnNames.map((name) => [name, sql.ref(`excluded.${name}`)])))
        .whereRef('excluded.updated_at', '>=', 'store_order.updated_at'),
    )
    .returningAll()
    .execute();
  return new Map(rows.map((row) => [row.platform_order_id, storeOrderRow(row)]));
}

async function flagChangedShipments(
  trx: Db,
  context: Context,
  shopId: string,
  before: ReadonlyMap<string, StoreOrderRow>,
  after: ReadonlyMap<string, StoreOrderRow>,
): Promise<void> {
  const known = [...after.values()].flatMap((row) => {
    const old = before.get(row.platform_order_id);
    return old ? [{ old, row }] : [];
  });
  const changed = known.filter(
    ({ old, row }) => endInStore(old) !== endInStore(row) || !isDeepStrictEqual(copyOfOrder(old), copyOfOrder(row)),
  );
  // The store shows another parcel now: what was a change of this one may be in that one.
  const sent = known.filter(({ old, row }) => old.version !== row.version).map(({ row }) => row.id);
  const ids = [...new Set([...changed.map(({ row }) => row.id), ...(await ordersWithOpenChange(trx, shopId, sent))])];
  if (ids.length > 0) await flagOrderChanges(trx, context, shopId, ids);
  if (await haveStoppedUpdate(trx, shopId, sent))
    await context.jobs.request(trx, 'store-updates', { shopId, at: context.clock() });
}

/** Whether an update of one of these orders was stopped by what the store showed. */
async function haveStoppedUpdate(trx: Db, shopId: string, storeOrderIds: readonly string[]): Promise<boolean> {
  if (storeOrderIds.length === 0) return false;
  const stopped = await trx
    .selectFrom('desired_store_state')
    .select('store_order_id')
    .where('shop_id', '=', shopId)
    .where('store_order_id', '=', anyOf(storeOrderIds))
    .where('stopped_as', '=', 'conflict')
    .executeTakeFirst();
  return stopped !== undefined;
}
