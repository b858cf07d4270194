import type { Context } from '../context.ts';
import { withShopByKey } from '../db/tenancy.ts';
import { notFound } from '../errors.ts';
import { platformIdOf, storeOrdersByRefs } from '../store-orders/find-store-order.ts';
import { readAfresh } from '../store-orders/read-afresh.ts';
import type { StoreOrderRow } from '../store-orders/store-order-row.ts';
import { convergeStoreOrder } from '../store-updates/converge-store-order.ts';
import { unsettledStoreUpdates } from '../store-updates/queries.ts';
import { holdersOf, isReturned, shipmentsToVoid, type Holder } from './queries.ts';
import type { ShipmentLine } from './shipment-row.ts';

/** What is to be known of store orders before they are booked: ours and the store's, read for many at once. */
export type OrderFacts = {
  /** As we had them, by the reference that was asked for. */
  readonly known: ReadonlyMap<string, StoreOrderRow>;
  readonly holders: ReadonlyMap<string, Holder>;
  readonly toVoid: ReadonlyMap<string, { tracking_number: string | null }>;
  /** As the store has them now, by the platform's id; those that another shipment holds were not read. */
  readonly fresh: ReadonlyMap<string, StoreOrderRow>;
  readonly gone: ReadonlySet<string>;
  /** False: the store could not be asked, and the mirror was believed. */
  readonly reachable: boolean;
  /** What shipments that came back for good carried, by store order. */
  readonly returnedLines: ReadonlyMap<string, readonly ShipmentLine[]>;
};

export async function gatherOrderFacts(context: Context, shopId: string, refs: readonly string[]): Promise<OrderFacts> {
  const known = await knownOrders(context, shopId, refs);
  const orders = [...new Map([...known.values()].map((order) => [order.id, order])).values()];
  const ids = orders.map((order) => order.id);
  const [holders, toVoid, unsettled] = await withShopByKey(context.db, shopId, (trx) =>
    Promise.all([
      holdersOf(trx, shopId, ids),
      shipmentsToVoid(trx, shopId, ids),
      unsettledStoreUpdates(trx, shopId, ids),
    ]),
  );
  const isHeld = ({ id }: StoreOrderRow): boolean => {
    const holder = holders.get(id);
    return holder !== undefined && !isReturned(holder);
  };
  const toRead = orders.filter((order) => !isHeld(order));
  // A cancel of ours that the store has not heard of yet is told first.
  const untold = new Set(unsettled);
  for (const { id } of toRead) if (untold.has(id)) await convergeStoreOrder(context, shopId, id).catch(() => undefined);
  const returned = [...holders.values()].filter(isReturned).map((holder) => holder.id);
  const [read, returnedLines] = await Promise.all([
    readAfresh(
      context,
      shopId,
      toRead.map((order) => order.platform_order_id),
    ),
    linesOf(context, shopId, returned),
  ]);
  return { known, holders, toVoid, fresh: read.orders, gone: read.gone, reachable: read.reachable, returnedLines };
}

/** Those so new that the mirror has not heard of them are read first. */
async function knownOrders(
  context: Context,
  shopId: string,
  refs: readonly string[],
): Promise<Map<string, StoreOrderRow>> {
  const known = await withShopByKey(context.db, shopId, (trx) => storeOrdersByRefs(trx, shopId, refs));
  const unknown = refs.filter((ref) => !known.has(ref));
  if (unknown.length === 0) return known;
  const read = await readAfresh(
    context,
    shopId,
    unknown.flatMap((ref) => platformIdOf(ref) ?? []),
  );
  for (const ref of unknown) {
    const order = read.orders.get(platformIdOf(ref) ?? '');
    if (order) known.set(ref, order);
  }
  return known;
}

/** The order that a reference names. */
export function orderOf(facts: OrderFacts, ref: string, isOneOfSeveral: boolean): StoreOrderRow {
  const order = facts.known.get(ref);
  if (!order) throw notFound(isOneOfSeveral ? `The store order ${ref}` : 'The store order');
  return order;
}

async function linesOf(
  context: Context,
  shopId: string,
  shipmentIds: readonly string[],
): Promise<Map<string, ShipmentLine[]>> {
  if (shipmentIds.length === 0) return new Map();
  const rows = await withShopByKey(context.db, shopId, (trx) =>
    trx
      .selectFrom('shipment_order')
      .select(['store_order_id', 'lines'])
      .where('shop_id', '=', shopId)
      .where('shipment_id', 'in', [...shipmentIds])
      .where('holds', '=', true)
      .execute(),
  );
  return new Map(rows.map((row) => [row.store_order_id, row.lines as unknown as ShipmentLine[]]));
}
