import { formatRupees } from '@courierdesk/contract/money';
import { lostAccessText } from '@courierdesk/contract/sessions';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { describeTrace, inStep } from '../../base/tracing/tracing.ts';
import { noShipments, shipmentsOfOrders } from '../../shipments/record/find-shipments.ts';
import { addHistory } from '../../shipments/record/history.ts';
import { releaseOrders } from '../../shipments/record/release-orders.ts';
import { shipmentLabel } from '../../shipments/record/shipment-label.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { storeOrdersByIds } from '../../store/orders/find-store-orders.ts';
import { withoutShipments } from '../../store/orders/order-lines.ts';
import { encodeShownOrder } from '../../store/orders/shown-order.ts';
import { amountsToCollect, type StoreOrderRow } from '../../store/orders/store-order-row.ts';
import { currentPlan } from '../../shop/subscriptions/current-plan.ts';
import { planLimitReached, planMonth, consumeBooking } from '../../shop/subscriptions/plan-usage.ts';
import { accountInactive, type CheckedBooking } from './check-booking.ts';
import { bodyHash, shipmentOfKey, insertKey } from './idempotency-key.ts';
import { holdOrders, insertShipment } from './insert-shipment.ts';
import { ordersChanged } from './order-changes.ts';
import { orderAlreadyBooked, orderCancelledInStore } from './order-errors.ts';
import { newReference } from './reference.ts';

export type ClaimResult = {
  readonly shipment: ShipmentRow;
  /** The shipment belongs to an earlier request with the same idempotency key. */
  readonly repeated: boolean;
};

/** A write of the caller in the same transaction as the claim. */
export type WithClaim = (trx: Db, shipment: ShipmentRow) => Promise<void>;

/**
 * Step 2 of booking: locks the store orders for this shipment and counts the booking in the plan, in one transaction.
 */
export async function claimShipment(
  context: Context,
  actor: UserActor,
  checked: CheckedBooking,
  key: string | undefined,
  options: { readonly withClaim?: WithClaim } = {},
): Promise<ClaimResult> {
  const result = await inStep({ name: 'claim' }, () => claimOnce(context, actor, checked, key, options));
  if (!result.repeated) describeTrace({ 'courierdesk.reference': result.shipment.reference });
  return result;
}

async function claimOnce(
  context: Context,
  actor: UserActor,
  checked: CheckedBooking,
  key: string | undefined,
  { withClaim }: { readonly withClaim?: WithClaim },
): Promise<ClaimResult> {
  const hash = bodyHash(checked.request);
  try {
    const shipment = await withShop(context.db, actor.shopId, async (trx) => {
      const claimed = await writeClaim(
        trx,
        actor,
        checked,
        key === undefined ? undefined : { key, hash },
        context.clock(),
      );
      await withClaim?.(trx, claimed);
      return claimed;
    });
    return { shipment, repeated: false };
  } catch (error) {
    if (!(error instanceof KeyAlreadyUsed) || !key) throw error;
    const shipment = await withShop(context.db, actor.shopId, (trx) => shipmentOfKey(trx, actor.shopId, key, hash));
    if (!shipment) throw error;
    return { shipment, repeated: true };
  }
}

class KeyAlreadyUsed extends Error {}

async function writeClaim(
  trx: Db,
  actor: UserActor,
  checked: CheckedBooking,
  key: { key: string; hash: string } | undefined,
  now: Date,
): Promise<ShipmentRow> {
  const { shopId } = actor;
  const id = newId(now);
  const month = planMonth(now, actor.shop.timeZone);
  const reference = newReference(checked.orders[0]?.order.name ?? '');
  const orderNames = checked.orders.map((one) => one.order.name);
  // Other orders of a returned merge stay with it: they can be sent again later.
  for (const returned of checked.returnedShipmentIds)
    await releaseOrders(
      trx,
      { shop_id: shopId, id: returned },
      checked.orders.map(({ order }) => order.id),
    );
  const shipment = await insertShipment(trx, actor, checked, { id, reference, plan_month: month }, now);
  if (key && !(await insertKey(trx, shopId, { key: key.key, body_hash: key.hash, shipment_id: id, created_at: now })))
    throw new KeyAlreadyUsed();
  const isAsCalculated = checked.calculatedCod === checked.fields.cod_amount;
  const toHold = checked.orders.map(({ order, lines, parcels: { lastClaim } }, position) => ({
    ...{ shipmentId: id, order, lines, lastClaim, position },
    isSettled: isAsCalculated && Number(amountsToCollect(order).outstanding) === Number(order.outstanding),
  }));
  const held = await holdOrders(trx, shopId, toHold);
  const taken = toHold.find((one) => !held.includes(one));
  if (taken) throw await heldError(trx, shopId, taken.order);
  if (await changedSinceChecked(trx, actor, checked)) throw await changedError(trx, shopId, checked);
  await refuseChangedAccount(trx, checked.account);
  await addHistory(trx, { shop_id: shopId, id }, { at: now, who: actor.name, what: historyWords(checked) });
  await recordAuditEvent(trx, actor, {
    at: now,
    action: 'shipment.claim',
    subjectKind: 'shipment',
    subjectId: id,
    label: orderNames.join(', '),
    detail: { reference, account: checked.account.id, account_name: checked.account.name, orders: orderNames },
  });
  await recordChangedCod(trx, actor, checked, shipment, now);
  // Last, because every booking of the shop waits for the lock of this row.
  if (!(await consumeBooking(trx, shopId, month, now))) throw planLimitReached(await currentPlan(trx, shopId, now));
  return shipment;
}

const historyWords = ({ account, storeUnreachable }: CheckedBooking): string =>
  storeUnreachable
    ? `Booking requested with ${account.name}. We could not reach the store, so we used our copy of the order`
    : `Booking requested with ${account.name}`;

/** A person may book a merge with another COD than its sum. The history names them. */
async function recordChangedCod(
  trx: Db,
  actor: UserActor,
  { fields, calculatedCod }: CheckedBooking,
  shipment: ShipmentRow,
  now: Date,
): Promise<void> {
  if (calculatedCod === undefined || calculatedCod === fields.cod_amount) return;
  await addHistory(trx, shipment, {
    at: now,
    who: actor.name,
    what: `COD set manually: ${formatRupees(fields.cod_amount)} instead of ${formatRupees(calculatedCod)}`,
  });
  await recordAuditEvent(trx, actor, {
    at: now,
    action: 'shipment.cod-changed',
    subjectKind: 'shipment',
    subjectId: shipment.id,
    label: shipmentLabel(shipment),
    changes: { cod: { before: calculatedCod, after: fields.cod_amount } },
    detail: { calculated: calculatedCod, booked: fields.cod_amount },
  });
}

/**
 * True if the store changed an order after we checked it. Reads the orders after they are locked: a change that arrives
 * later waits for the claim, and then flags the shipment.
 */
async function changedSinceChecked(trx: Db, actor: UserActor, { orders }: CheckedBooking): Promise<boolean> {
  const now = await trx
    .selectFrom('store_order')
    .select(['id', 'version', 'cancelled_at'])
    .where('shop_id', '=', actor.shopId)
    .where('id', '=', anyOf(orders.map(({ order }) => order.id)))
    .execute();
  const rows = new Map(now.map((row) => [row.id, row]));
  return orders.some(({ order }) => {
    const row = rows.get(order.id);
    return row !== undefined && (row.version !== order.version || (row.cancelled_at !== null && !order.cancelled_at));
  });
}

/**
 * Throws if the account was changed or switched off after we checked it, for example because the paid plan ended, or if the
 * operator has blocked the shop.
 */
async function refuseChangedAccount(trx: Db, account: AccountRow): Promise<void> {
  const row = await trx
    .selectFrom('courier_account')
    .innerJoin('shop', 'shop.id', 'courier_account.shop_id')
    .select(['courier_account.in_active', 'courier_account.version', 'shop.blocked_at'])
    .where('courier_account.shop_id', '=', account.shop_id)
    .where('courier_account.id', '=', account.id)
    .executeTakeFirst();
  if (row?.blocked_at) throw new AppError('forbidden', lostAccessText.blocked);
  if (!row || row.in_active) throw accountInactive(account);
  if (row.version !== account.version) throw new AccountChanged(account);
}

/** Someone changed the credentials or settings of the account after we checked the booking with the earlier ones. */
export class AccountChanged extends AppError {
  constructor({ name }: AccountRow) {
    super('conflict', `${name} was just changed. Nothing was booked. Try again.`, { field: 'tracking_account' });
  }
}

/** The error that checkOrders would have thrown for this change. */
async function changedError(trx: Db, shopId: string, { orders }: CheckedBooking): Promise<AppError> {
  const now = await storeOrdersByIds(
    trx,
    shopId,
    orders.map(({ order }) => order.id),
  );
  const current = orders.map(({ order, parcels }) => ({
    shown: encodeShownOrder(order),
    order: withoutShipments(now.get(order.id) ?? order, parcels.holding),
  }));
  const cancelled = current.find(({ order }) => order.cancelled_at);
  return cancelled ? orderCancelledInStore(cancelled.order) : ordersChanged(current);
}

async function heldError(trx: Db, shopId: string, order: StoreOrderRow): Promise<AppError> {
  const { holding } = (await shipmentsOfOrders(trx, shopId, [order.id])).get(order.id) ?? noShipments;
  const holder = holding.at(-1);
  return holder
    ? orderAlreadyBooked(order, holder)
    : new AppError('conflict', `${order.name} was just released. Try again.`);
}
