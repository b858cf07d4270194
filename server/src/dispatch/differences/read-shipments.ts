import { inParts } from '@courierdesk/contract/in-parts';
import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { withShop } from '../../base/db/tenancy.ts';
import type { PlatformAccess, PlatformOrderState } from '../../adapters/platforms/platform.ts';
import { PlatformError } from '../../adapters/platforms/platform.ts';
import { noShipments, shipmentsOfOrders } from '../../shipments/record/find-shipments.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import type { BookedOrder } from '../../store/orders/flag-order-changes.ts';
import type { OrderCopy } from '../../store/orders/order-version.ts';
import { hiddenBefore } from '../../shop/shops/hidden-before.ts';
import { readOrdersFromStore } from '../../store/orders/read-orders-from-store.ts';
import { storeOrderRow, type StoreOrderRow } from '../../store/orders/store-order-row.ts';
import { storeUpdatesOfShipments } from '../../store/sync/find-store-updates.ts';
import type { ComparedShipment } from './find-in-shipment.ts';

const idsAtOnce = 250;

/**
 * Parcels with their store orders as the store has them now. One small call covers up to 100 orders. Orders that changed
 * since we mirrored them, or were deleted, are read in full, which also updates the mirror. Throws `PlatformError` if the store does not
 * respond.
 */
export async function readShipments(
  context: Context,
  access: PlatformAccess,
  shopId: string,
  shipments: readonly ShipmentRow[],
): Promise<ComparedShipment[]> {
  if (shipments.length === 0) return [];
  const ids = shipments.map(({ id }) => id);
  const { held, due, before } = await withShop(context.db, shopId, async (trx) => ({
    before: await hiddenBefore(trx, context, shopId),
    held: await heldOrders(trx, shopId, ids),
    due: new Set(
      (await storeUpdatesOfShipments(trx, shopId, ids)).flatMap((one) =>
        one.state === 'due' ? [one.shipment_id] : [],
      ),
    ),
  }));
  const states = await statesOf(
    context,
    access,
    held.map(({ order }) => order.platform_order_id),
  );
  const outdated = held.flatMap(({ order }) => {
    const state = states.get(order.platform_order_id);
    const isOld = state ? isOutdated(order, state) : order.deleted_at === null && order.placed_at >= before;
    return isOld ? [order.platform_order_id] : [];
  });
  const current = await readCurrent(context, shopId, outdated);
  return shipments.map((shipment) => ({
    shipment,
    isStoreUpdateDue: due.has(shipment.id),
    orders: held.flatMap((one) => {
      const state = states.get(one.order.platform_order_id);
      if (one.shipmentId !== shipment.id || !state) return [];
      const { shipmentId: _, order, ...rest } = one;
      return [{ ...rest, order: current.get(order.platform_order_id) ?? order, state }];
    }),
  }));
}

/** Times of the store are whole seconds: of two changes in one second, our copy may have only the first. */
const isOutdated = (order: StoreOrderRow, state: PlatformOrderState): boolean =>
  state.updatedAt > order.updated_at ||
  (state.updatedAt >= order.updated_at &&
    (Number(state.outstanding) !== Number(order.outstanding) ||
      state.financialStatus !== order.financial_status ||
      (state.cancelledAt !== undefined) !== (order.cancelled_at !== null)));

/** By the platform's id. Orders that the store does not return are left out. */
export async function statesOf(
  context: Context,
  access: PlatformAccess,
  platformOrderIds: readonly string[],
): Promise<Map<string, PlatformOrderState>> {
  const ids = [...new Set(platformOrderIds)];
  const states = new Map<string, PlatformOrderState>();
  for (const part of inParts(ids, idsAtOnce))
    for (const state of await context.platform.orderStates(access, part))
      if (state) states.set(state.platformOrderId, state);
  return states;
}

async function readCurrent(
  context: Context,
  shopId: string,
  platformOrderIds: readonly string[],
): Promise<Map<string, StoreOrderRow>> {
  if (platformOrderIds.length === 0) return new Map();
  const read = await readOrdersFromStore(context, shopId, platformOrderIds);
  if (!read.reachable) throw new PlatformError('unavailable', 'The store stopped responding.');
  return read.orders;
}

async function heldOrders(
  trx: Db,
  shopId: string,
  shipmentIds: readonly string[],
): Promise<(BookedOrder & { readonly shipmentId: string })[]> {
  const rows = await trx
    .selectFrom('shipment_order as held')
    .innerJoin('store_order as o', (join) =>
      join.onRef('o.shop_id', '=', 'held.shop_id').onRef('o.id', '=', 'held.store_order_id'),
    )
    .selectAll('o')
    .select(['held.shipment_id', 'held.store_copy'])
    .where('held.shop_id', '=', shopId)
    .where('held.shipment_id', '=', anyOf(shipmentIds))
    .where(sql<boolean>`held.holds`)
    .orderBy('held.position')
    .execute();
  const parcels = await shipmentsOfOrders(
    trx,
    shopId,
    rows.map(({ id }) => id),
  );
  return rows.map(({ shipment_id, store_copy, ...order }) => ({
    shipmentId: shipment_id,
    booked: store_copy as unknown as OrderCopy,
    order: storeOrderRow(order),
    parcels: (parcels.get(order.id) ?? noShipments).holding,
  }));
}
