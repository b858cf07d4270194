import type { Context } from '../context.ts';
import { withShop } from '../db/tenancy.ts';
import { notFound } from '../errors.ts';
import { idsOfRefs, platformIdOf, storeOrdersByRefs } from '../store-orders/find-store-orders.ts';
import { readAfresh, type Afresh } from '../store-orders/refresh-from-store.ts';
import type { StoreOrderRow } from '../store-orders/store-order-row.ts';
import { reconcileStoreOrder } from '../store-sync/reconcile-store-order.ts';
import { ordersWithPendingStoreUpdate } from '../store-sync/find-store-updates.ts';
import { holdingShipments, isReturned, shipmentsToVoid, type HoldingShipment } from '../shipments/find-shipments.ts';
import type { ShipmentLine } from '../shipments/shipment-row.ts';

/** What is to be known of store orders before they are booked: ours and the store's, read for many at once. */
export type OrderFacts = {
  /** As we had them, by the reference that was asked for. */
  readonly known: ReadonlyMap<string, StoreOrderRow>;
  readonly holders: ReadonlyMap<string, HoldingShipment>;
  readonly toVoid: ReadonlyMap<string, { tracking_number: string | null }>;
  /** As the store has them now, by the platform's id; those that another shipment holds may be missing. */
  readonly fresh: ReadonlyMap<string, StoreOrderRow>;
  readonly gone: ReadonlySet<string>;
  /** False: the store could not be asked, and the mirror was believed. */
  readonly reachable: boolean;
  /** What shipments that came back for good carried, by store order. */
  readonly returnedLines: ReadonlyMap<string, readonly ShipmentLine[]>;
};

export async function gatherOrderFacts(context: Context, shopId: string, refs: readonly string[]): Promise<OrderFacts> {
  // Orders named by the store's own ids are asked for at once, while we look at what we have.
  const named = refs.flatMap((ref) => platformIdOf(ref) ?? []);
  const { early, ours } =
    named.length === refs.length
      ? readBoth(context, shopId, refs, named)
      : { early: undefined, ours: readOurs(context, shopId, refs) };
  const { known, holders, toVoid, unsettled } = await withUnknown(context, shopId, refs, await ours, early);
  const orders = [...new Map([...known.values()].map((order) => [order.id, order])).values()];
  const isHeld = ({ id }: StoreOrderRow): boolean => {
    const holder = holders.get(id);
    return holder !== undefined && !isReturned(holder);
  };
  const toRead = orders.filter((order) => !isHeld(order));
  // A cancel of ours that the store has not heard of yet is told first.
  const untold = toRead.filter(({ id }) => unsettled.has(id));
  for (const { id } of untold) await reconcileStoreOrder(context, shopId, id).catch(() => undefined);
  const returned = [...holders.values()].filter(isReturned).map((holder) => holder.id);
  const read = (): Promise<Afresh> => {
    if (toRead.length === 0) return Promise.resolve(nothingRead);
    if (early && untold.length === 0) return early;
    return readAfresh(
      context,
      shopId,
      toRead.map((order) => order.platform_order_id),
    );
  };
  const [afresh, returnedLines] = await Promise.all([read(), linesOf(context, shopId, returned)]);
  return {
    known,
    holders,
    toVoid,
    fresh: afresh.orders,
    gone: afresh.gone,
    reachable: afresh.reachable,
    returnedLines,
  };
}

const nothingRead: Afresh = { orders: new Map(), gone: new Set(), reachable: true };

/** What we have of the orders themselves, and who holds them. */
type Ours = Pick<OrderFacts, 'holders' | 'toVoid'> & {
  readonly known: Map<string, StoreOrderRow>;
  readonly unsettled: ReadonlySet<string>;
};

function readOurs(context: Context, shopId: string, refs: readonly string[]): Promise<Ours> {
  const ids = idsOfRefs(shopId, refs);
  return withShop(
    context.db,
    shopId,
    async (trx) => {
      const [known, holders, toVoid, unsettled] = await Promise.all([
        storeOrdersByRefs(trx, shopId, refs),
        holdingShipments(trx, shopId, ids),
        shipmentsToVoid(trx, shopId, ids),
        ordersWithPendingStoreUpdate(trx, shopId, ids),
      ]);
      return { known, holders, toVoid, unsettled: new Set(unsettled) };
    },
    { pipelined: true },
  );
}

/** The store is asked, and what we have is read meanwhile. */
function readBoth(
  context: Context,
  shopId: string,
  refs: readonly string[],
  platformIds: readonly string[],
): { early: Promise<Afresh>; ours: Promise<Ours> } {
  const { promise: ours, resolve } = Promise.withResolvers<Ours>();
  const early = readAfresh(context, shopId, platformIds, async () => {
    resolve(readOurs(context, shopId, refs));
    const { known } = await ours;
    return new Map([...known.values()].map((order) => [order.platform_order_id, order]));
  });
  early.catch(() => undefined);
  return { early, ours };
}

/** Those so new that the mirror has not heard of them are read first. */
async function withUnknown(
  context: Context,
  shopId: string,
  refs: readonly string[],
  ours: Ours,
  early: Promise<Afresh> | undefined,
): Promise<Ours> {
  const unknown = refs.flatMap((ref) => (ours.known.has(ref) ? [] : (platformIdOf(ref) ?? [])));
  if (unknown.length === 0) return ours;
  await (early ?? readAfresh(context, shopId, unknown));
  return readOurs(context, shopId, refs);
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
  const rows = await withShop(
    context.db,
    shopId,
    (trx) =>
      trx
        .selectFrom('shipment_order')
        .select(['store_order_id', 'lines'])
        .where('shop_id', '=', shopId)
        .where('shipment_id', 'in', [...shipmentIds])
        .where('holds', '=', true)
        .execute(),
    { pipelined: true },
  );
  return new Map(rows.map((row) => [row.store_order_id, row.lines as unknown as ShipmentLine[]]));
}
