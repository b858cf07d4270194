import { createHash } from 'node:crypto';
import { formatRupees, rupeesToMoney } from '@courierdesk/contract/money';
import type { UserActor } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { newId } from '../db/ids.ts';
import type { Shipment } from '../db/schema.ts';
import { withShopAtOnce, withShopByKey, withShopSoon } from '../db/tenancy.ts';
import { AppError } from '../errors.ts';
import { copyOfOrder } from '../store-orders/order-version.ts';
import { storeOrdersByIds } from '../store-orders/queries.ts';
import { seenOrder } from '../store-orders/seen-order.ts';
import type { StoreOrderRow } from '../store-orders/store-order-row.ts';
import { sql, type Insertable } from 'kysely';
import { planLimitReached, planMonth, takeBooking } from '../subscriptions/take-from-plan.ts';
import type { BookingRequest } from './booking-request.ts';
import type { CheckedBooking } from './check-booking.ts';
import { askingFrom } from './asking.ts';
import { alreadyBooked, cancelledInStore, changedInStore } from './check-orders.ts';
import { addHistory } from '../shipments/history.ts';
import { releaseOrders } from '../shipments/release-orders.ts';
import { holderOf } from '../shipments/find-shipments.ts';
import { newReference } from './reference.ts';
import type { ShipmentRow } from '../shipments/shipment-row.ts';

/** How long a claim may wait for its turn at the courier before the sweep gives it back. */
const claimLeaseMs = 60_000;

export type Claimed = { readonly shipment: ShipmentRow; readonly repeated: boolean };

/** Hash of a booking request: the same key with another body is a mistake of the caller. */
export const bodyHash = (request: BookingRequest): string =>
  createHash('sha256').update(JSON.stringify(request)).digest('hex');

/** The shipment an idempotency key stands for, if it was used. Throws when it was used for something else. */
export async function shipmentOfKey(
  trx: Db,
  shopId: string,
  key: string,
  hash: string,
): Promise<ShipmentRow | undefined> {
  const used = await trx
    .selectFrom('idempotency_key as used')
    .innerJoin('shipment', (join) =>
      join.onRef('shipment.shop_id', '=', 'used.shop_id').onRef('shipment.id', '=', 'used.shipment_id'),
    )
    .selectAll('shipment')
    .select('used.body_hash')
    .where('used.shop_id', '=', shopId)
    .where('used.key', '=', key)
    .executeTakeFirst();
  if (!used) return undefined;
  const { body_hash, ...shipment } = used;
  if (body_hash !== hash)
    throw new AppError(
      'idempotency-conflict',
      'This booking was sent before with other values. Reload the page and try again.',
    );
  return shipment;
}

/** What a caller writes in the transaction of the claim, so that both stand or neither. */
export type WithClaim = (trx: Db, shipment: ShipmentRow) => Promise<void>;

type ClaimOptions = {
  /** Whether the account's turn has come: the claim is then at once the `asking` that the courier's call stands on. */
  readonly isTurn?: Promise<boolean>;
  readonly withClaim?: WithClaim;
};

/**
 * Step 2 of booking: from here on no one else can book these store orders. One short transaction under the unique index
 * on the orders that shipments hold; the plan's count is taken in it. It reaches the disk with `asking`, before which
 * nobody is asked anything.
 */
export async function claimShipment(
  context: Context,
  actor: UserActor,
  checked: CheckedBooking,
  key: string | undefined,
  { isTurn, withClaim }: ClaimOptions = {},
): Promise<Claimed> {
  const now = context.clock();
  const hash = bodyHash(checked.request);
  const inShop = isTurn ? withShopByKey : withShopSoon;
  return inShop(context.db, actor.shopId, async (trx) => {
    const shipmentId = newId(now);
    const month = planMonth(now, actor.shop.timeZone);
    const reference = newReference(checked.orders[0]?.order.name ?? '');
    const state = isTurn ? askingFrom(context, checked.account.company, now) : claimedFrom(now);
    for (const id of checked.returnedShipmentIds) await releaseOrders(trx, { shop_id: actor.shopId, id });
    // One statement each, sent together; the plan's row, which all bookings of the shop want, is held last and shortest.
    const [shipment, keyIsNew, held, changed, , , withinPlan] = await Promise.all([
      insertShipment(trx, actor, checked, { id: shipmentId, reference, plan_month: month, ...state }, now),
      takeKey(trx, actor, { key, body_hash: hash, shipment_id: shipmentId, created_at: now }),
      holdOrders(trx, actor, checked, shipmentId),
      changedSinceChecked(trx, actor, checked),
      addHistory(
        trx,
        { shop_id: actor.shopId, id: shipmentId },
        { at: now, who: actor.name, what: askedForWords(checked) },
      ),
      recordAuditEvent(trx, actor, {
        at: now,
        action: 'shipment.claim',
        subjectKind: 'shipment',
        subjectId: shipmentId,
        detail: { reference, account: checked.account.id, orders: checked.orders.map((one) => one.order.name) },
      }),
      takeBooking(trx, actor.shopId, checked.plan, month),
    ]);
    if (!keyIsNew) throw new KeyAlreadyUsed();
    const inTheWay = held.find((one) => !one.taken)?.order;
    if (inTheWay) throw await whyHeld(trx, actor.shopId, inTheWay);
    if (changed) throw await whyChanged(trx, actor.shopId, checked);
    if (!withinPlan) throw planLimitReached();
    await noteCodByHand(trx, actor, checked, shipment, now);
    await withClaim?.(trx, shipment);
    // It was looked for while the claim was written, and is nearly always there.
    if (isTurn && !(await isTurn)) return { shipment: await waitForTurn(trx, shipment, now), repeated: false };
    return { shipment, repeated: false };
  }).catch(async (error: unknown) => {
    if (!(error instanceof KeyAlreadyUsed) || !key) throw error;
    const shipment = await withShopAtOnce(context.db, actor.shopId, (trx) =>
      shipmentOfKey(trx, actor.shopId, key, hash),
    );
    if (!shipment) throw error;
    return { shipment, repeated: true };
  });
}

const askedForWords = ({ account, storeUnreachable }: CheckedBooking): string =>
  storeUnreachable
    ? `Booking asked for with ${account.name}; the store could not be reached, so it carries what we knew of it`
    : `Booking asked for with ${account.name}`;

/** A merge may collect another amount than its sums say; who decided that is kept. */
async function noteCodByHand(
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
    what: `COD set by hand: ${formatRupees(fields.cod_amount)} instead of ${formatRupees(calculatedCod)}`,
  });
  await recordAuditEvent(trx, actor, {
    at: now,
    action: 'shipment.cod-by-hand',
    subjectKind: 'shipment',
    subjectId: shipment.id,
    detail: { calculated: calculatedCod, booked: fields.cod_amount },
  });
}

class KeyAlreadyUsed extends Error {}

async function takeKey(
  trx: Db,
  { shopId }: UserActor,
  { key, ...use }: { key: string | undefined; body_hash: string; shipment_id: string; created_at: Date },
): Promise<boolean> {
  if (!key) return true;
  const taken = await trx
    .insertInto('idempotency_key')
    .values({ shop_id: shopId, key, ...use })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return taken.numInsertedOrUpdatedRows === 1n;
}

type ClaimState = Pick<Insertable<Shipment>, 'booking_state' | 'attempt_id' | 'asked_at' | 'lease_until'>;

const claimedFrom = (now: Date): ClaimState => ({
  booking_state: 'claimed',
  attempt_id: newId(now),
  asked_at: null,
  lease_until: new Date(now.getTime() + claimLeaseMs),
});

/** Nobody has been asked: what was written as `asking` is a mere claim. */
function waitForTurn(trx: Db, shipment: ShipmentRow, now: Date): Promise<ShipmentRow> {
  return trx
    .updateTable('shipment')
    .set(claimedFrom(now))
    .where('shop_id', '=', shipment.shop_id)
    .where('id', '=', shipment.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function insertShipment(
  trx: Db,
  actor: UserActor,
  { fields, account, city, orders, storeUnreachable }: CheckedBooking,
  own: ClaimState & { id: string; reference: string; plan_month: string },
  now: Date,
): Promise<ShipmentRow> {
  const orderName = orders.map((one) => one.order.name).join(', ');
  return trx
    .insertInto('shipment')
    .values({
      shop_id: actor.shopId,
      ...own,
      account_id: account.id,
      company: account.company,
      order_name: orderName,
      tag: orders.length > 1 ? 'MERGED' : '',
      cod: rupeesToMoney(fields.cod_amount),
      weight: fields.weight,
      pieces: fields.pieces,
      consignee_name: fields.consignee_name,
      consignee_email: fields.consignee_email,
      consignee_phone: fields.consignee_phone,
      consignee_phone2: fields.consignee_phone2,
      consignee_phone3: fields.consignee_phone3,
      consignee_address: fields.consignee_address,
      city: fields.city,
      destination_city: city.name.trim(),
      destination_city_id: city.id,
      products_list: fields.products_list,
      remarks: fields.remarks,
      payment_status: fields.cod_amount === 0 ? 'PAID' : 'UNPAID',
      booked_by: actor.tag,
      booked_by_user_id: actor.userId,
      notify_customer: fields.notify_customer,
      from_mirror: storeUnreachable,
      claimed_at: now,
      search_text: [orderName, fields.consignee_name, fields.consignee_phone].join(' ').toLowerCase(),
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The unique index decides: whoever comes second waits for the first to commit, and then finds the order held. */
function holdOrders(
  trx: Db,
  actor: UserActor,
  { orders }: CheckedBooking,
  shipmentId: string,
): Promise<{ order: StoreOrderRow; taken: boolean }[]> {
  const inIdOrder = [...orders.entries()].sort(([, a], [, b]) => (a.order.id < b.order.id ? -1 : 1));
  return Promise.all(
    inIdOrder.map(async ([position, { order, lines }]) => {
      const held = await trx
        .insertInto('shipment_order')
        .values({
          shop_id: actor.shopId,
          shipment_id: shipmentId,
          store_order_id: order.id,
          holds: true,
          position,
          lines: JSON.stringify(lines),
          store_version: order.version,
          store_copy: JSON.stringify(copyOfOrder(order)),
        })
        // Written out: a plan made for any value cannot know that the index fits.
        .onConflict((conflict) =>
          conflict
            .columns(['shop_id', 'store_order_id'])
            .where(sql<boolean>`holds`)
            .doNothing(),
        )
        .executeTakeFirst();
      return { order, taken: held.numInsertedOrUpdatedRows === 1n };
    }),
  );
}

/**
 * Whether the mirror has other orders than those that were checked. Read once they are held: who brings a change from then
 * on waits for the claim, and tells the shipment.
 */
async function changedSinceChecked(trx: Db, actor: UserActor, { orders }: CheckedBooking): Promise<boolean> {
  const now = await trx
    .selectFrom('store_order')
    .select(['id', 'version', 'cancelled_at'])
    .where('shop_id', '=', actor.shopId)
    .where('id', '=', (where) => where.fn.any(where.val(orders.map(({ order }) => order.id))))
    .execute();
  const rows = new Map(now.map((row) => [row.id, row]));
  return orders.some(({ order }) => {
    const row = rows.get(order.id);
    return row !== undefined && (row.version !== order.version || (row.cancelled_at !== null && !order.cancelled_at));
  });
}

/** What the person would have been told, had it been there when the orders were checked. */
async function whyChanged(trx: Db, shopId: string, { orders }: CheckedBooking): Promise<AppError> {
  const now = await storeOrdersByIds(
    trx,
    shopId,
    orders.map(({ order }) => order.id),
  );
  const pairs = orders.map(({ order }) => ({ seen: seenOrder(order), order: now.get(order.id) ?? order }));
  const cancelled = pairs.find(({ order }) => order.cancelled_at);
  return cancelled ? cancelledInStore(cancelled.order) : changedInStore(pairs);
}

async function whyHeld(trx: Db, shopId: string, order: StoreOrderRow): Promise<AppError> {
  const holder = await holderOf(trx, shopId, order.id);
  return holder
    ? alreadyBooked(order, holder)
    : new AppError('conflict', `${order.name} was let go this moment. Please try again.`);
}
