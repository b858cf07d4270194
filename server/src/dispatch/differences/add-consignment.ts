import { courierName } from '@courierdesk/contract/companies';
import type { Context } from '../../base/context.ts';
import { importConsignment } from '../booking/import-consignment.ts';
import { linesToShip } from '../booking/check-orders.ts';
import { callCourier } from '../../shop/courier-accounts/call-courier.ts';
import { loadAccount, type AccountRow } from '../../shop/courier-accounts/load-account.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { findOrdersByRef } from '../imports/find-orders-by-ref.ts';
import { noShipments, shipmentsOfOrders } from '../../shipments/record/find-shipments.ts';
import type { ShipmentLine } from '../../shipments/record/shipment-row.ts';
import { readOrdersFromStore } from '../../store/orders/read-orders-from-store.ts';
import type { StoreOrderRow } from '../../store/orders/store-order-row.ts';
import { linkShipment } from './link-shipment.ts';
import { fulfilledLines } from './fulfilled-lines.ts';
import { Detail, type CurrentRepair, type RepairResult } from './repair-row.ts';

/**
 * Reads the courier's list of that day again, and adds the consignment. If its reference is the name of an open store
 * order, it becomes the parcel of that order.
 */
export async function addConsignment(context: Context, repair: CurrentRepair): Promise<RepairResult> {
  const { row, difference } = repair;
  const { day = '' } = Detail.parse(difference.detail);
  const account = await withShop(context.db, row.shop_id, (trx) =>
    loadAccount(trx, row.shop_id, difference.account_id),
  );
  if (!account) return { state: 'failed', after: `The ${courierName(row.company)} account no longer exists.` };
  const listed = await callCourier(
    context,
    account,
    'list',
    async (courier, access, call) => (await courier.listBooked?.(access, { from: day, to: day }, call)) ?? [],
  );
  const consignment = listed.find((one) => one.trackingNumber === difference.tracking_number);
  if (!consignment || consignment.cancelled) return { state: 'agrees' };
  const linked = await openOrder(context, account, consignment.reference, consignment.trackingNumber);
  if (linked) {
    const { trackingNumber } = consignment;
    return linkShipment(context, repair, {
      ...linked,
      trackingNumber,
      courier: { company: account.company, account },
    });
  }
  await withShop(context.db, row.shop_id, (trx) =>
    importConsignment(trx, context, account, consignment, {
      by: repair.by,
      tag: row.asked_by_tag,
      now: context.clock(),
    }),
  );
  return { state: 'done', after: `${consignment.trackingNumber} is in Orders. It belongs to no store order.` };
}

/** The store order with this name, if no parcel holds it, and the items of it that the parcel has. */
export async function openOrder(
  context: Context,
  { shop_id: shopId }: AccountRow,
  name: string,
  trackingNumber: string,
): Promise<{ order: StoreOrderRow; lines: ShipmentLine[]; lastClaim: number } | undefined> {
  if (!name) return undefined;
  const { found, parcels } = await withShop(context.db, shopId, async (trx) => {
    const one = (await findOrdersByRef(trx, shopId, [name])).get(name);
    return {
      found: one,
      parcels: one?.kind === 'one' ? await shipmentsOfOrders(trx, shopId, [one.order.id]) : undefined,
    };
  });
  if (found?.kind !== 'one') return undefined;
  const { holding, lastClaim } = parcels?.get(found.order.id) ?? noShipments;
  if (holding.length > 0) return undefined;
  const { orders } = await readOrdersFromStore(context, shopId, [found.order.platform_order_id]);
  const order = orders.get(found.order.platform_order_id);
  if (!order || order.cancelled_at || order.deleted_at) return undefined;
  const open = linesToShip(order, undefined);
  const lines = open.length > 0 ? open : await fulfilledLines(context, order, trackingNumber);
  return lines && { order, lines, lastClaim };
}
