import { companyName, type Company } from '@courierdesk/contract/companies';
import { inParts } from '@courierdesk/contract/in-parts';
import { rupeesToMoney } from '@courierdesk/contract/money';
import { sql, type Insertable } from 'kysely';
import type { Context } from '../../server/src/base/context.ts';
import { callCourier } from '../../server/src/shop/courier-accounts/call-courier.ts';
import type { AccountRow } from '../../server/src/shop/courier-accounts/load-account.ts';
import type { CourierTracking } from '../../server/src/adapters/couriers/courier.ts';
import type { Db } from '../../server/src/base/db/client.ts';
import { newId } from '../../server/src/base/db/ids.ts';
import type { Shipment, ShipmentHistory, ShipmentOrder, DesiredStoreState } from '../../server/src/base/db/schema.ts';
import { withShop } from '../../server/src/base/db/tenancy.ts';
import { applyTrackings } from '../../server/src/dispatch/tracking/apply-tracking.ts';
import type { ShipmentLine } from '../../server/src/shipments/record/shipment-row.ts';
import { copyOfOrder } from '../../server/src/store/orders/order-version.ts';
import { storeOrderRow, type StoreOrderRow } from '../../server/src/store/orders/store-order-row.ts';
import { planMonth } from '../../server/src/shop/subscriptions/plan-usage.ts';
import { demoShop } from './demo-people.ts';
import type { PastShipment } from './create-past-shipments.ts';

const atATime = 200;

/** Stores the past shipments of the demo shop as the store and the couriers report them, with their dates. */
export async function recordPastShipments(
  context: Context,
  shopId: string,
  past: readonly PastShipment[],
): Promise<void> {
  if (past.length === 0) return;
  const trackings = await trackAll(context, past);
  await withShop(context.db, shopId, async (trx) => {
    const { time_zone: timeZone } = await trx.selectFrom('shop').select('time_zone').executeTakeFirstOrThrow();
    const orders = await mirroredOrders(trx, shopId);
    const users = await usersByRole(trx, shopId);
    const rows = past.flatMap((one) => {
      const order = orders.get(one.platformOrderId);
      const tracking = trackings.get(one.trackingNumber);
      return order && tracking?.found ? [rowsOf(shopId, one, order, tracking, users)] : [];
    });
    await insertAll(trx, rows);
    for (const ofDay of byLastDay(rows)) await applyAtLastScan(trx, context, shopId, ofDay);
    // The store already has the past. Only later changes need to be sent to it.
    await trx
      .updateTable('desired_store_state')
      .set({ synced_version: sql`version`, pending_events: '[]' })
      .where('shop_id', '=', shopId)
      .where('fulfilled', '=', true)
      .execute();
    const nextTrack = new Date(context.clock().getTime() + 3_600_000);
    await trx
      .updateTable('shipment')
      .set({ next_track_at: nextTrack })
      .where('next_track_at', 'is not', null)
      .execute();
    await countForPlan(trx, shopId, past, timeZone, context.clock());
  });
}

type Found = Extract<CourierTracking, { found: true }>;

async function trackAll(context: Context, past: readonly PastShipment[]): Promise<Map<string, CourierTracking>> {
  const found = new Map<string, CourierTracking>();
  const accounts = new Map<Company, AccountRow>(past.map((one) => [one.company, one.account]));
  for (const [company, account] of accounts) {
    const { maxTrackedAtOnce } = context.couriers[company].abilities;
    const numbers = past.filter((one) => one.company === company).map((one) => one.trackingNumber);
    for (const batch of inParts(numbers, maxTrackedAtOnce)) {
      const ask = (asked: readonly string[]): Promise<CourierTracking[]> =>
        callCourier(context, account, 'track', (courier, access, call) => courier.track(access, asked, call));
      for (const result of await ask(batch)) {
        const [tracking = result] = result.found && result.eventsLeftOut ? await ask([result.trackingNumber]) : [];
        found.set(tracking.trackingNumber, tracking);
      }
    }
  }
  return found;
}

async function mirroredOrders(trx: Db, shopId: string): Promise<Map<string, StoreOrderRow>> {
  const rows = await trx.selectFrom('store_order').selectAll().where('shop_id', '=', shopId).execute();
  return new Map(rows.map((row) => [row.platform_order_id, storeOrderRow(row)]));
}

type Booker = { readonly id: string; readonly tag: string; readonly name: string };

async function usersByRole(trx: Db, shopId: string): Promise<{ owner: Booker; staff: Booker }> {
  const rows = await trx.selectFrom('app_user').select(['id', 'email', 'tag', 'first_name', 'last_name']).execute();
  const booker = (role: 'ADMIN' | 'USER'): Booker => {
    const email = demoShop.users.find((user) => user.role === role)?.email;
    const row = rows.find((one) => one.email === email);
    if (!row) throw new Error(`shop ${shopId} has no user ${email}`);
    return { id: row.id, tag: row.tag, name: `${row.first_name} ${row.last_name}` };
  };
  return { owner: booker('ADMIN'), staff: booker('USER') };
}

type PastRows = {
  readonly key: { readonly shop_id: string; readonly id: string };
  readonly tracking: Found;
  readonly lastAt: Date;
  readonly shipment: Insertable<Shipment>;
  readonly order: Insertable<ShipmentOrder>;
  readonly desired: Insertable<DesiredStoreState>;
  readonly history: readonly Insertable<ShipmentHistory>[];
};

function rowsOf(
  shopId: string,
  past: PastShipment,
  order: StoreOrderRow,
  tracking: Found,
  users: { owner: Booker; staff: Booker },
): PastRows {
  const id = newId(past.bookedAt);
  const by = past.byStaff ? users.staff : users.owner;
  const isCancelled = past.to === 'cancelled';
  const lastAt = tracking.events.at(-1)?.at ?? past.bookedAt;
  const claimedAt = new Date(past.bookedAt.getTime() - 1_500);
  const key = { shop_id: shopId, shipment_id: id };
  const lines = JSON.stringify(linesOf(order));
  const entry = (at: Date, who: string, what: string) => ({ ...key, id: newId(at), at, who, what });
  const courier = companyName[past.company];
  return {
    key: { shop_id: shopId, id },
    tracking,
    lastAt,
    shipment: {
      shop_id: shopId,
      id,
      account_id: past.account.id,
      company: past.company,
      reference: past.reference,
      booking_state: 'booked',
      status: isCancelled ? 'CANCELLED' : 'FULFILLED',
      final: isCancelled,
      courier_live: !isCancelled,
      tracking_number: past.trackingNumber,
      order_name: past.orderName,
      cod: rupeesToMoney(past.cod),
      weight: past.weight,
      pieces: 1,
      consignee_name: past.consignee.name,
      consignee_email: past.consignee.email,
      consignee_phone: past.consignee.phone,
      consignee_phone2: '',
      consignee_phone3: '',
      consignee_address: past.consignee.address,
      city: past.writtenCity,
      destination_city: past.city.name.trim(),
      destination_city_id: past.city.id,
      products_list: past.products,
      remarks: '',
      payment_status: past.cod === 0 || past.paidAt ? 'PAID' : 'UNPAID',
      booked_by: by.tag,
      booked_by_user_id: by.id,
      notify_customer: true,
      claimed_at: claimedAt,
      asked_at: claimedAt,
      booked_at: past.bookedAt,
      created_at: claimedAt,
      status_at: isCancelled ? lastAt : past.bookedAt,
      cancelled_at: isCancelled ? lastAt : null,
      cancelled_by: isCancelled ? by.name : null,
      next_track_at: isCancelled ? null : past.bookedAt,
      search_text: [past.orderName, past.consignee.name, past.consignee.phone, past.trackingNumber]
        .join(' ')
        .toLowerCase(),
    },
    order: {
      ...key,
      store_order_id: order.id,
      holds: !isCancelled,
      claim: 1,
      position: 0,
      lines,
      store_version: order.version,
      store_copy: JSON.stringify(copyOfOrder(order)),
    },
    desired: {
      ...key,
      store_order_id: order.id,
      version: isCancelled ? 2 : 1,
      synced_version: isCancelled ? 2 : 1,
      fulfilled: !isCancelled,
      tracking_number: past.trackingNumber,
      company: past.company,
      lines,
      notify_customer: true,
      next_at: past.bookedAt,
      updated_at: isCancelled ? lastAt : past.bookedAt,
    },
    history: [
      entry(claimedAt, by.name, `Booking requested with ${past.account.name}`),
      entry(past.bookedAt, courier, `Booked with ${courier}: ${past.trackingNumber}`),
      ...(isCancelled ? [entry(lastAt, by.name, 'Cancelled at the courier and unfulfilled in the store')] : []),
    ],
  };
}

const linesOf = (order: StoreOrderRow): ShipmentLine[] =>
  order.lines
    .filter((line) => line.requiresShipping && line.quantity > 0)
    .map(({ lineId, quantity, title, variantTitle, sku, unitPrice, imageUrl }) => ({
      lineId,
      quantity,
      title,
      variantTitle,
      sku,
      unitPrice,
      imageUrl,
    }));

function byLastDay(rows: readonly PastRows[]): PastRows[][] {
  const days = new Map<string, PastRows[]>();
  for (const row of rows) {
    const day = row.lastAt.toISOString().slice(0, 10);
    days.set(day, [...(days.get(day) ?? []), row]);
  }
  return [...days.values()];
}

/** Applies the tracking of one day's parcels as if at the time of the last scan of that day. */
async function applyAtLastScan(trx: Db, context: Context, shopId: string, rows: readonly PastRows[]): Promise<void> {
  const lastAt = new Date(Math.max(...rows.map((row) => row.lastAt.getTime())));
  const trackings = new Map(rows.map(({ key, tracking }) => [key.id, { tracking, askedAt: lastAt }]));
  await applyTrackings(trx, { ...context, clock: () => lastAt }, shopId, trackings);
}

async function insertAll(trx: Db, rows: readonly PastRows[]): Promise<void> {
  for (const batch of inParts(rows, atATime)) {
    await trx
      .insertInto('shipment')
      .values(batch.map((row) => row.shipment))
      .execute();
    await trx
      .insertInto('shipment_order')
      .values(batch.map((row) => row.order))
      .execute();
    await trx
      .insertInto('desired_store_state')
      .values(batch.map((row) => row.desired))
      .execute();
    await trx
      .insertInto('shipment_history')
      .values(batch.flatMap((row) => row.history))
      .execute();
  }
}

async function countForPlan(
  trx: Db,
  shopId: string,
  past: readonly PastShipment[],
  timeZone: string,
  now: Date,
): Promise<void> {
  const month = planMonth(now, timeZone);
  const used = past.filter((one) => planMonth(one.bookedAt, timeZone) === month).length;
  await trx
    .insertInto('plan_usage')
    .values({ shop_id: shopId, month, used })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
