import { courierName, isCompany, type Company } from '@courierdesk/contract/companies';
import type { ChosenAccounts } from '@courierdesk/contract/imports';
import { activeAccounts } from '../../shop/courier-accounts/find-accounts.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { orderAlreadyBooked } from '../booking/order-errors.ts';
import {
  howToStop,
  isReturned,
  noShipments,
  shipmentsOfOrders,
  shipmentsToVoid,
  type HoldingShipment,
  type ShipmentsOfOrder,
  type ShipmentToStop,
} from '../../shipments/record/find-shipments.ts';
import { withoutShipments } from '../../store/orders/order-lines.ts';
import { codOf } from '../../store/orders/store-order-row.ts';
import type { StoreOrderRow } from '../../store/orders/store-order-row.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { ordersWithPendingCancel } from '../../store/sync/find-store-updates.ts';
import { accountFor } from './tracking-accounts.ts';
import { findOrdersByRef, type FoundOrder } from './find-orders-by-ref.ts';
import type { Outcome, WaitingRow } from './outcome.ts';

/** A row that may be fulfilled, as far as we know without asking the store. */
export type ReadyRow = {
  readonly row: WaitingRow;
  readonly order: StoreOrderRow;
  /** All of them are delivered. */
  readonly parcels: ShipmentsOfOrder;
  readonly courier: { readonly company: Company; readonly account: AccountRow } | { readonly company: string };
};

type EvaluatedFulfilments = { readonly ready: readonly ReadyRow[]; readonly outcomes: readonly Outcome[] };

/**
 * What fulfilment rows mean for the shop's store orders as they are mirrored. `chosen`: accounts that a person named.
 */
export async function evaluateFulfilments(
  trx: Db,
  shopId: string,
  rows: readonly WaitingRow[],
  chosen: ChosenAccounts,
): Promise<EvaluatedFulfilments> {
  const accounts = await activeAccounts(trx, shopId);
  const orders = await findOrdersByRef(
    trx,
    shopId,
    rows.map((row) => row.cells.order_name),
  );
  const ids = [...orders.values()].flatMap((found) => (found.kind === 'one' ? [found.order.id] : []));
  const [parcels, toVoid, pendingCancels, numbers] = [
    await shipmentsOfOrders(trx, shopId, ids),
    await shipmentsToVoid(trx, shopId, ids),
    new Set(await ordersWithPendingCancel(trx, shopId, ids)),
    await numbersHeld(trx, shopId, rows),
  ];
  const ready: ReadyRow[] = [];
  const outcomes: Outcome[] = [];
  const taken = new Set<string>();
  for (const row of rows) {
    const evaluated = evaluate(row, { accounts, chosen, orders, parcels, toVoid, pendingCancels, numbers });
    if ('state' in evaluated) outcomes.push(evaluated);
    else if (taken.has(evaluated.order.id))
      outcomes.push(failure(row, `${evaluated.order.name} is already in this file under another name`));
    else {
      taken.add(evaluated.order.id);
      ready.push(evaluated);
    }
  }
  return { ready, outcomes };
}

/** As a preview counts it. `doubt`: why its number is in doubt. */
export const readyOutcome = ({ row, order }: ReadyRow, doubt: string | undefined): Outcome => ({
  ...{ position: row.position, state: 'changed', reason: doubt ?? '', contradicting: doubt !== undefined },
  cod: codOf(order),
});

type Known = {
  readonly accounts: readonly AccountRow[];
  readonly chosen: ChosenAccounts;
  readonly orders: ReadonlyMap<string, FoundOrder>;
  readonly parcels: ReadonlyMap<string, ShipmentsOfOrder>;
  readonly toVoid: ReadonlyMap<string, ShipmentToStop>;
  /** Orders that our copy may show as fulfilled until their cancellation reaches the store. */
  readonly pendingCancels: ReadonlySet<string>;
  /** Parcels by `atCourier`. */
  readonly numbers: ReadonlyMap<string, NumberedParcel>;
};

export const failure = (row: WaitingRow, reason: string): Outcome => ({
  position: row.position,
  state: 'failed',
  reason,
});

function evaluate(row: WaitingRow, known: Known): ReadyRow | Outcome {
  const { order_name: ref, tracking_number: number, company } = row.cells;
  const found = known.orders.get(ref);
  if (!found) return failure(row, `We found no store order ${ref}`);
  if (found.kind === 'several') return failure(row, `Several orders are named ${ref}. Use the order’s id`);
  const parcels = known.parcels.get(found.order.id) ?? noShipments;
  const order = withoutShipments(found.order, parcels.holding);
  const holder = holderOf(row, order, parcels.holding);
  if (holder) return heldBy(row, order, holder);
  const by = known.numbers.get(atCourier(number, company));
  if (by && !isFree(by, order))
    return failure(row, `${number} already belongs to ${by.order_name} (${courierName(by.company)})`);
  if (order.deleted_at) return failure(row, `${order.name} was deleted in the store`);
  if (order.cancelled_at) return failure(row, `${order.name} was cancelled in the store`);
  const notVoided = known.toVoid.get(order.id);
  if (notVoided)
    return failure(
      row,
      `${courierName(notVoided.company)} still has ${notVoided.tracking_number ?? 'a booking'} for ${order.name}. ${howToStop(notVoided)} first`,
    );
  if (order.to_ship === 0 && !known.pendingCancels.has(order.id))
    return failure(row, 'Order is already fulfilled on Shopify.');
  if (!isCompany(company)) return { row, order, parcels, courier: { company } };
  const account = accountFor(known.accounts, company, known.chosen);
  return typeof account === 'string' ? failure(row, account) : { row, order, parcels, courier: { company, account } };
}

/**
 * The parcel because of which a row is not applied: the one with its number, or one that is on its way, came back, or has all of
 * the order. What is left after a delivery can be sent in another parcel.
 */
const holderOf = (
  { cells }: WaitingRow,
  order: Pick<StoreOrderRow, 'to_ship'>,
  holding: readonly HoldingShipment[],
): HoldingShipment | undefined =>
  holding.find((one) => one.tracking_number === cells.tracking_number && one.company === cells.company) ??
  holding.find((one) => order.to_ship === 0 || !(one.final && one.status === 'DELIVERED'));

/** The order already has a parcel. If it is the one in the row, nothing changes. */
export function heldBy(row: WaitingRow, order: Pick<StoreOrderRow, 'id' | 'name'>, holder: HoldingShipment): Outcome {
  const { tracking_number: number, company } = row.cells;
  if (holder.tracking_number === number && holder.company === company)
    return {
      ...{ position: row.position, state: 'unchanged', reason: 'Already fulfilled with this number' },
      shipmentId: holder.id,
    };
  const courier = courierName(holder.company);
  return failure(
    row,
    isReturned(holder)
      ? `${order.name} came back with ${courier} ${holder.tracking_number ?? ''}. Book it from Store orders to send it again.`
      : orderAlreadyBooked(order, holder).message,
  );
}

type NumberedParcel = Pick<ShipmentRow, 'tracking_number' | 'order_name' | 'company' | 'status' | 'account_id'> & {
  readonly store_order_ids: readonly string[];
};

/** A number that a cancelled parcel leaves to another order: `free-cancelled-numbers.ts`. */
const isFree = ({ status, account_id: account, store_order_ids: ids }: NumberedParcel, order: StoreOrderRow): boolean =>
  status === 'CANCELLED' && account === null && !ids.includes(order.id);

async function numbersHeld(trx: Db, shopId: string, rows: readonly WaitingRow[]): Promise<Known['numbers']> {
  const held = await trx
    .selectFrom('shipment')
    .select(['tracking_number', 'order_name', 'company', 'status', 'account_id'])
    .select(
      sql<string[]>`array(
        select o.store_order_id from shipment_order as o
        where o.shop_id = ${shopId} and o.shipment_id = shipment.id)`.as('store_order_ids'),
    )
    .where('shop_id', '=', shopId)
    .where('tracking_number', '=', anyOf(rows.map((row) => row.cells.tracking_number)))
    .execute();
  return new Map(held.map((row) => [atCourier(row.tracking_number ?? '', row.company), row]));
}

/** Couriers may use the same number. */
const atCourier = (number: string, company: string): string => `${number} ${company.toLowerCase()}`;
