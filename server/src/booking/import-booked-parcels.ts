import { courierName, type Company } from '@courierdesk/contract/companies';
import { rupeesToMoney } from '@courierdesk/contract/money';
import { startingWeight } from '@courierdesk/contract/weights';
import { sql, type Insertable } from 'kysely';
import type { AccountRow } from '../courier-accounts/load-account.ts';
import type { Db } from '../db/client.ts';
import { newId } from '../db/ids.ts';
import type { Shipment } from '../db/schema.ts';
import { copyOfOrder, itemsInWords, lineTitle } from '../store-orders/order-version.ts';
import { codOf } from '../store-orders/store-order-row.ts';
import { storeWeightOf, type StoreOrderRow } from '../store-orders/store-order-row.ts';
import { requestAllFulfilled } from '../store-sync/request-fulfilment.ts';
import { addHistoryEntries } from '../shipments/history.ts';
import { newReference } from './reference.ts';
import type { ShipmentLine } from '../shipments/shipment-row.ts';

/** A parcel that was booked elsewhere, with the store order that it carries. */
export type ImportedParcel = {
  readonly order: StoreOrderRow;
  readonly lines: readonly ShipmentLine[];
  readonly trackingNumber: string;
  /** One of ours with the account it is followed by, or any other company. */
  readonly courier: { readonly company: Company; readonly account: AccountRow } | { readonly company: string };
};

/** Who wants it, from which file. */
export type ParcelImport = {
  readonly shopId: string;
  readonly by: { readonly name: string; readonly tag: string; readonly userId: string | null };
  readonly source: string;
  readonly notifyCustomer: boolean;
  readonly defaultWeight: number;
  readonly now: Date;
};

/**
 * Claims the store orders of parcels that were booked elsewhere, under the same unique index as a booking, and records
 * them as booked. Not counted in the plan. A few statements for any number of parcels. Answers with the shipment per
 * store order; who is left out has its order or its number held by another shipment.
 */
export async function importBookedParcels(
  trx: Db,
  take: ParcelImport,
  parcels: readonly ImportedParcel[],
): Promise<Map<string, string>> {
  // Orders are claimed in id order, as everywhere.
  const sorted = parcels.toSorted((a, b) => (a.order.id < b.order.id ? -1 : 1));
  const claims = sorted.map((parcel) => ({ parcel, id: newId(take.now) }));
  if (claims.length === 0) return new Map();
  const numbered = await trx
    .insertInto('shipment')
    .values(claims.map(({ parcel, id }) => columnsOf(take, parcel, id)))
    .onConflict((conflict) =>
      conflict.columns(['shop_id', 'company', 'tracking_number']).where('tracking_number', 'is not', null).doNothing(),
    )
    .returning('id')
    .execute();
  const inserted = new Set(numbered.map(({ id }) => id));
  const held = await holdOrders(
    trx,
    take.shopId,
    claims.filter(({ id }) => inserted.has(id)),
  );
  const lost = [...inserted].filter((id) => !held.has(id));
  if (lost.length > 0)
    await trx.deleteFrom('shipment').where('shop_id', '=', take.shopId).where('id', 'in', lost).execute();
  const taken = claims.filter(({ id }) => held.has(id));
  await Promise.all([
    requestAllFulfilled(trx, take.shopId, [...held], take.now),
    addHistoryEntries(
      trx,
      take.shopId,
      taken.map(({ id, parcel }) => ({
        ...{ shipmentId: id, at: take.now, who: take.by.name },
        what: `Booked elsewhere with ${courierName(parcel.courier.company)}: ${parcel.trackingNumber}, from ${take.source}`,
      })),
    ),
    auditAll(trx, take, taken),
    followNow(trx, take, taken),
  ]);
  return new Map(taken.map(({ id, parcel }) => [parcel.order.id, id]));
}

type Claim = { readonly parcel: ImportedParcel; readonly id: string };

function columnsOf(take: ParcelImport, parcel: ImportedParcel, id: string): Insertable<Shipment> {
  const { order, lines, trackingNumber, courier } = parcel;
  const account = 'account' in courier ? courier.account : undefined;
  const { now } = take;
  return {
    ...{ shop_id: take.shopId, id, account_id: account?.id ?? null, company: courier.company, origin: 'imported' },
    reference: newReference(order.name),
    booking_state: 'booked',
    status: 'FULFILLED',
    courier_live: account !== undefined,
    tracking_number: trackingNumber,
    order_name: order.name,
    cod: rupeesToMoney(codOf(order)),
    weight: startingWeight([storeWeightOf(order)], account?.weight ?? 0, take.defaultWeight).grams,
    pieces: 1,
    consignee_name: order.customer_name,
    consignee_email: order.email,
    consignee_phone: order.phone || order.phone_as_written,
    consignee_phone2: order.phone2,
    consignee_phone3: '',
    consignee_address: order.address,
    city: order.city,
    destination_city: order.city,
    destination_city_id: '',
    products_list: itemsInWords(lines.map((line) => ({ title: lineTitle(line), quantity: line.quantity }))),
    remarks: '',
    payment_status: codOf(order) === 0 ? 'PAID' : 'UNPAID',
    booked_by: take.by.tag,
    booked_by_user_id: take.by.userId,
    notify_customer: take.notifyCustomer,
    ...{ claimed_at: now, booked_at: now, status_at: now, created_at: now },
    next_track_at: account ? now : null,
    search_text: [order.name, order.customer_name, order.phone, trackingNumber].join(' ').toLowerCase(),
  };
}

/** The unique index decides; answers with the shipments that hold their order now. */
async function holdOrders(trx: Db, shopId: string, claims: readonly Claim[]): Promise<Set<string>> {
  if (claims.length === 0) return new Set();
  // Trigger update_order_held: the store orders leave the list of orders to book.
  const held = await trx
    .insertInto('shipment_order')
    .values(
      claims.map(({ parcel: { order, lines }, id }) => ({
        shop_id: shopId,
        shipment_id: id,
        store_order_id: order.id,
        holds: true,
        position: 0,
        lines: JSON.stringify(lines),
        store_version: order.version,
        store_copy: JSON.stringify(copyOfOrder(order)),
      })),
    )
    .onConflict((conflict) => conflict.columns(['shop_id', 'store_order_id']).where('holds', '=', true).doNothing())
    .returning('shipment_id')
    .execute();
  return new Set(held.map((row) => row.shipment_id));
}

async function auditAll(trx: Db, take: ParcelImport, taken: readonly Claim[]): Promise<void> {
  if (taken.length === 0) return;
  await trx
    .insertInto('audit_event')
    .values(
      taken.map(({ id, parcel }) => ({
        shop_id: take.shopId,
        id: newId(take.now),
        at: take.now,
        actor_kind: 'user',
        actor_id: take.by.userId,
        actor_name: take.by.name,
        action: 'shipment.import',
        subject_kind: 'shipment',
        subject_id: id,
        detail: JSON.stringify({
          tracking_number: parcel.trackingNumber,
          company: parcel.courier.company,
          order: parcel.order.name,
        }),
        ip: '',
        request_id: '',
      })),
    )
    .execute();
}

/** Their couriers are asked soon. While one fails, or refuses the credentials, it is not asked more often. */
async function followNow(trx: Db, take: ParcelImport, taken: readonly Claim[]): Promise<void> {
  const accounts = new Set(
    taken.flatMap(({ parcel: { courier } }) => ('account' in courier ? [courier.account.id] : [])),
  );
  if (accounts.size === 0) return;
  await trx
    .updateTable('courier_account')
    .set({ track_next_at: sql<Date>`least(track_next_at, ${take.now}::timestamptz)` })
    .where('shop_id', '=', take.shopId)
    .where('id', 'in', [...accounts])
    .where('track_failures', '=', 0)
    .execute();
}
