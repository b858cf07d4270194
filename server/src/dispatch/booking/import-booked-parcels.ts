import { courierName, type Company } from '@courierdesk/contract/companies';
import { rupeesToMoney } from '@courierdesk/contract/money';
import { startingWeight } from '@courierdesk/contract/weights';
import { type Insertable } from 'kysely';
import { systemActor, type Actor } from '../../base/actor.ts';
import { recordAuditEvents } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import { trackAccountsSoon } from '../../shop/courier-accounts/track-accounts-soon.ts';
import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';
import type { Shipment } from '../../base/db/schema.ts';
import { copyOfOrder } from '../../store/orders/order-version.ts';
import { describeItems, lineTitle } from '../../shipments/record/describe-items.ts';
import { codOf, storeWeightOf, type StoreOrderRow } from '../../store/orders/store-order-row.ts';
import { requestAllFulfilled } from '../../store/sync/request-fulfilment.ts';
import { addHistoryEntries } from '../../shipments/record/history.ts';
import { newReference } from './reference.ts';
import { shipmentLabel } from '../../shipments/record/shipment-label.ts';
import type { ShipmentLine } from '../../shipments/record/shipment-row.ts';

/** A parcel that was booked outside Courierdesk, and its store order. */
export type ImportedParcel = {
  readonly order: StoreOrderRow;
  readonly lines: readonly ShipmentLine[];
  /** Number of the order's newest parcel when its lines were chosen. */
  readonly lastClaim: number;
  readonly trackingNumber: string;
  /** One of our couriers with the account that tracks the parcel, or any other company. */
  readonly courier: { readonly company: Company; readonly account: AccountRow } | { readonly company: string };
};

/** Who imports the parcels, from which file. */
export type ParcelImport = {
  readonly shopId: string;
  readonly by: { readonly name: string; readonly tag: string; readonly userId: string | null };
  readonly fileName: string;
  readonly notifyCustomer: boolean;
  readonly defaultWeight: number;
  readonly now: Date;
};

/**
 * Records parcels that were booked outside Courierdesk as booked shipments. Locks the items of their store orders like a
 * booking, but does not count them in the plan. Returns the shipment of each store order. A missing one was refused: another
 * shipment took its items or has its number.
 */
export async function importBookedParcels(
  trx: Db,
  context: Pick<Context, 'jobs'>,
  source: ParcelImport,
  parcels: readonly ImportedParcel[],
): Promise<Map<string, string>> {
  // In the order of ids like every booking, so that transactions cannot deadlock.
  const sorted = parcels.toSorted((a, b) => (a.order.id < b.order.id ? -1 : 1));
  const claims = sorted.map((parcel) => ({ parcel, id: newId(source.now) }));
  if (claims.length === 0) return new Map();
  const insertedRows = await trx
    .insertInto('shipment')
    .values(claims.map(({ parcel, id }) => columnsOf(source, parcel, id)))
    .onConflict((conflict) =>
      conflict.columns(['shop_id', 'company', 'tracking_number']).where('tracking_number', 'is not', null).doNothing(),
    )
    .returning('id')
    .execute();
  const inserted = new Set(insertedRows.map(({ id }) => id));
  const held = await holdOrders(
    trx,
    source.shopId,
    claims.filter(({ id }) => inserted.has(id)),
  );
  const refused = [...inserted].filter((id) => !held.has(id));
  if (refused.length > 0)
    await trx.deleteFrom('shipment').where('shop_id', '=', source.shopId).where('id', 'in', refused).execute();
  const taken = claims.filter(({ id }) => held.has(id));
  await requestAllFulfilled(trx, context, source.shopId, [...held], source.now);
  await addHistoryEntries(
    trx,
    source.shopId,
    taken.map(({ id, parcel }) => ({
      ...{ shipmentId: id, at: source.now, who: source.by.name },
      what: `Booked elsewhere with ${courierName(parcel.courier.company)}: ${parcel.trackingNumber}, from ${source.fileName}`,
    })),
  );
  await recordAuditEvents(
    trx,
    importerOf(source),
    taken.map(({ id, parcel: { order, trackingNumber, courier } }) => ({
      at: source.now,
      action: 'shipment.import',
      subjectKind: 'shipment',
      subjectId: id,
      label: shipmentLabel({ order_name: order.name, tracking_number: trackingNumber }),
      detail: { tracking_number: trackingNumber, company: courier.company, order: order.name },
    })),
  );
  await trackSoon(trx, context, source, taken);
  return new Map(taken.map(({ id, parcel }) => [parcel.order.id, id]));
}

/** The person who started the import. Their event of the import has the address and the request. */
const importerOf = ({ shopId, by }: ParcelImport): Actor =>
  by.userId === null
    ? systemActor(shopId)
    : { kind: 'user', shopId, userId: by.userId, name: by.name, ip: '', userAgent: '', requestId: '' };

type Claim = { readonly parcel: ImportedParcel; readonly id: string };

function columnsOf(source: ParcelImport, parcel: ImportedParcel, id: string): Insertable<Shipment> {
  const { order, lines, trackingNumber, courier } = parcel;
  const account = 'account' in courier ? courier.account : undefined;
  const { now } = source;
  return {
    ...{ shop_id: source.shopId, id, account_id: account?.id ?? null, company: courier.company, origin: 'imported' },
    reference: newReference(order.name),
    booking_state: 'booked',
    status: 'FULFILLED',
    courier_live: account !== undefined,
    tracking_number: trackingNumber,
    order_name: order.name,
    cod: rupeesToMoney(codOf(order)),
    weight: startingWeight([storeWeightOf(order)], account?.weight ?? 0, source.defaultWeight).grams,
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
    products_list: describeItems(lines.map((line) => ({ title: lineTitle(line), quantity: line.quantity }))),
    remarks: '',
    payment_status: codOf(order) === 0 ? 'PAID' : 'UNPAID',
    booked_by: source.by.tag,
    booked_by_user_id: source.by.userId,
    notify_customer: source.notifyCustomer,
    ...{ claimed_at: now, booked_at: now, status_at: now, created_at: now },
    next_track_at: account ? now : null,
    search_text: [order.name, order.customer_name, order.phone, trackingNumber].join(' ').toLowerCase(),
  };
}

/** As at the claim, a unique index refuses a parcel if the order got another one since the check. Returns those that hold. */
async function holdOrders(trx: Db, shopId: string, claims: readonly Claim[]): Promise<Set<string>> {
  if (claims.length === 0) return new Set();
  // Trigger update_order_held: the store orders leave the list of orders to book, unless something is left.
  const held = await trx
    .insertInto('shipment_order')
    .values(
      claims.map(({ parcel: { order, lines, lastClaim }, id }) => ({
        shop_id: shopId,
        shipment_id: id,
        store_order_id: order.id,
        holds: true,
        claim: lastClaim + 1,
        position: 0,
        lines: JSON.stringify(lines),
        store_version: order.version,
        store_copy: JSON.stringify(copyOfOrder(order)),
      })),
    )
    .onConflict((conflict) => conflict.columns(['shop_id', 'store_order_id', 'claim']).doNothing())
    .returning('shipment_id')
    .execute();
  return new Set(held.map((row) => row.shipment_id));
}

async function trackSoon(
  trx: Db,
  context: Pick<Context, 'jobs'>,
  source: ParcelImport,
  taken: readonly Claim[],
): Promise<void> {
  const accounts = new Set(
    taken.flatMap(({ parcel: { courier } }) => ('account' in courier ? [courier.account.id] : [])),
  );
  await trackAccountsSoon(trx, context, source.shopId, [...accounts], source.now);
}
