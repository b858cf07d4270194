import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { notFound } from '../../base/errors.ts';
import {
  noShipments,
  shipmentsOfOrders,
  shipmentsToVoid,
  type ShipmentsOfOrder,
  type ShipmentToStop,
} from '../../shipments/record/find-shipments.ts';
import { hiddenBefore } from '../../shop/shops/hidden-before.ts';
import { idsOfRefs, platformIdOf, storeOrdersByRefs } from '../../store/orders/find-store-orders.ts';
import {
  readOrdersFromStore,
  storeTimeoutMs,
  type OrdersFromStore,
} from '../../store/orders/read-orders-from-store.ts';
import { withoutShipments } from '../../store/orders/order-lines.ts';
import type { StoreOrderRow } from '../../store/orders/store-order-row.ts';
import { ordersWithPendingCancel } from '../../store/sync/find-store-updates.ts';
import { sendPendingCancels } from '../../store/sync/send-pending-cancels.ts';

/** What a booking checks about its store orders: from our database and from the store, for many orders at once. */
export type OrderFacts = OrdersInDatabase & {
  /** The orders in the store now, by the platform's id. Those of which parcels have everything may be missing. */
  readonly fresh: ReadonlyMap<string, StoreOrderRow>;
  /** Platform ids of orders that were deleted in the store. */
  readonly gone: ReadonlySet<string>;
  /** False if the store did not respond: `fresh` then comes from our copy. */
  readonly reachable: boolean;
};

type OrdersInDatabase = {
  /** Our copy of the orders, by the reference in the request. */
  readonly known: ReadonlyMap<string, StoreOrderRow>;
  /** The parcels of the orders, by store order. */
  readonly parcels: ReadonlyMap<string, ShipmentsOfOrder>;
  /** Cancelled shipments whose number must be voided first, by store order. */
  readonly toVoid: ReadonlyMap<string, ShipmentToStop>;
  /** Store orders with a cancellation that the store, or our copy, may not show yet. */
  readonly pendingCancels: ReadonlySet<string>;
  /** The store hides orders placed before. */
  readonly hiddenBefore: Date;
};

export async function gatherOrderFacts(context: Context, shopId: string, refs: readonly string[]): Promise<OrderFacts> {
  // A reference that contains the store's own id lets us ask the store while we read our database.
  const platformIds = refs.flatMap((ref) => platformIdOf(ref) ?? []);
  const early = platformIds.length === refs.length ? readOrdersFromStore(context, shopId, platformIds) : undefined;
  // Awaited below, unless it is not needed.
  early?.catch(() => undefined);
  const ours = await readDatabase(context, shopId, refs);
  const found = await readNewOrders(context, shopId, refs, ours, early);

  const orders = [...new Map([...found.known.values()].map((order) => [order.id, order])).values()];
  const holdingOf = (id: string) => (found.parcels.get(id) ?? noShipments).holding;
  const bookable = orders.filter(
    (order) => holdingOf(order.id).length === 0 || withoutShipments(order, holdingOf(order.id)).to_ship > 0,
  );
  // A cancel must reach the store before we read the order there. Both together take five seconds at most.
  const startedAt = performance.now();
  const toCancel = bookable.map(({ id }) => id).filter((id) => found.pendingCancels.has(id));
  const notSent = await sendPendingCancels(context, shopId, toCancel);

  const readStore = (): Promise<OrdersFromStore> => {
    if (bookable.length === 0) return Promise.resolve(nothingRead);
    // What the store shows of earlier parcels must be newer than what we know of them.
    const isNewest = toCancel.length === 0 && bookable.every(({ id }) => holdingOf(id).length === 0);
    if (early && isNewest) return early;
    const ids = bookable.map((order) => order.platform_order_id);
    const timeoutMs = storeTimeoutMs - (performance.now() - startedAt);
    return readOrdersFromStore(context, shopId, ids, { timeoutMs });
  };
  const store = await readStore();
  // Without an answer of the store, our copy is from before the cancel.
  const pendingCancels = store.reachable ? notSent : new Set(toCancel);
  return { ...found, pendingCancels, fresh: store.orders, gone: store.gone, reachable: store.reachable };
}

/** The order that a reference names. */
export function orderOf(facts: OrderFacts, ref: string, isOneOfSeveral: boolean): StoreOrderRow {
  const order = facts.known.get(ref);
  if (!order) throw notFound(isOneOfSeveral ? `The store order ${ref}` : 'The store order');
  return order;
}

const nothingRead: OrdersFromStore = { orders: new Map(), gone: new Set(), reachable: true };

function readDatabase(context: Context, shopId: string, refs: readonly string[]): Promise<OrdersInDatabase> {
  const ids = idsOfRefs(shopId, refs);
  return withShop(context.db, shopId, async (trx) => {
    const known = await storeOrdersByRefs(trx, shopId, refs);
    const parcels = await shipmentsOfOrders(trx, shopId, ids);
    // Most orders never had a parcel, so nothing of one can be open.
    const hadParcels = [...parcels.keys()];
    return {
      ...{ known, parcels },
      toVoid: hadParcels.length > 0 ? await shipmentsToVoid(trx, shopId, hadParcels) : new Map(),
      pendingCancels: new Set(hadParcels.length > 0 ? await ordersWithPendingCancel(trx, shopId, hadParcels) : []),
      hiddenBefore: await hiddenBefore(trx, context, shopId),
    };
  });
}

/** An order may be too new for our copy: then reading the store adds it. */
async function readNewOrders(
  context: Context,
  shopId: string,
  refs: readonly string[],
  ours: OrdersInDatabase,
  early: Promise<OrdersFromStore> | undefined,
): Promise<OrdersInDatabase> {
  const missing = refs.flatMap((ref) => (ours.known.has(ref) ? [] : (platformIdOf(ref) ?? [])));
  if (missing.length === 0) return ours;
  await (early ?? readOrdersFromStore(context, shopId, missing));
  return readDatabase(context, shopId, refs);
}
