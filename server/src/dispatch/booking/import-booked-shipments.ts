import { courierName, type Company } from '@courierdesk/contract/companies';
import { startingWeight } from '@courierdesk/contract/weights';
import { systemActor, type Actor } from '../../base/actor.ts';
import { recordAuditEvents } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import { trackAccountsSoon } from '../../shop/courier-accounts/track-accounts-soon.ts';
import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';
import { describeItems, lineTitle } from '../../shipments/record/describe-items.ts';
import { codOf, openAmount, storeWeightOf, type StoreOrderRow } from '../../store/orders/store-order-row.ts';
import { requestAllFulfilled } from '../../store/sync/request-fulfilment.ts';
import { addHistoryEntries } from '../../shipments/record/history.ts';
import { freeCancelledNumbers } from './free-cancelled-numbers.ts';
import { holdOrders, insertImported, type ImportedShipment } from './insert-shipment.ts';
import { shipmentLabel } from '../../shipments/record/shipment-label.ts';
import type { ShipmentLine } from '../../shipments/record/shipment-row.ts';

/** A parcel that was booked outside Courierdesk, and its store order. */
export type ShipmentToImport = {
  readonly order: StoreOrderRow;
  readonly lines: readonly ShipmentLine[];
  /** Number of the order's newest parcel when its lines were chosen. */
  readonly lastClaim: number;
  readonly trackingNumber: string;
  /** One of our couriers with the account that tracks the parcel, or any other company. */
  readonly courier: { readonly company: Company; readonly account: AccountRow } | { readonly company: string };
};

/** Who imports the parcels, from which file. */
type ParcelImport = {
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
export async function importBookedShipments(
  trx: Db,
  context: Pick<Context, 'jobs'>,
  source: ParcelImport,
  parcels: readonly ShipmentToImport[],
): Promise<Map<string, string>> {
  const claims = parcels.map((parcel) => ({ parcel, id: newId(source.now) }));
  if (claims.length === 0) return new Map();
  const elsewhere = parcels.flatMap(({ order, trackingNumber, courier }) =>
    'account' in courier ? [] : [{ company: courier.company, trackingNumber, orderId: order.id }],
  );
  await freeCancelledNumbers(trx, importerOf(source), elsewhere, source.now);
  const insertedRows = await insertImported(
    trx,
    source,
    claims.map(({ parcel, id }) => shipmentOf(source, parcel, id)),
  );
  const inserted = new Set(insertedRows.map(({ id }) => id));
  const holding = await holdOrders(
    trx,
    source.shopId,
    claims.filter(({ id }) => inserted.has(id)).map(({ parcel, id }) => ({ ...parcel, shipmentId: id, position: 0 })),
  );
  const held = new Set(holding.map(({ shipmentId }) => shipmentId));
  const refused = [...inserted].filter((id) => !held.has(id));
  if (refused.length > 0)
    await trx.deleteFrom('shipment').where('shop_id', '=', source.shopId).where('id', 'in', refused).execute();
  const taken = claims.filter(({ id }) => held.has(id));
  await requestAllFulfilled(trx, source.shopId, [...held], { jobs: context.jobs, now: source.now });
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

type Claim = { readonly parcel: ShipmentToImport; readonly id: string };

function shipmentOf(source: ParcelImport, parcel: ShipmentToImport, id: string): ImportedShipment {
  const { lines, trackingNumber, courier } = parcel;
  const order = onlyWith(lines, parcel.order);
  const cod = codOf(order);
  const account = 'account' in courier ? courier.account : undefined;
  return {
    id,
    account,
    company: courier.company,
    trackingNumber,
    orderName: order.name,
    cod,
    isPaid: cod === 0 && Number(openAmount(order)) <= 0,
    weight: startingWeight([storeWeightOf(order)], account?.weight ?? 0, source.defaultWeight).grams,
    consignee: {
      name: order.customer_name,
      email: order.email,
      phone: order.phone || order.phone_as_written,
      phone2: order.phone2,
      address: order.address,
      city: order.city,
    },
    productsList: describeItems(lines.map((line) => ({ title: lineTitle(line), quantity: line.quantity }))),
    notifyCustomer: source.notifyCustomer,
  };
}

/** The order as if nothing but these items were left to ship. */
function onlyWith(parcelLines: readonly ShipmentLine[], order: StoreOrderRow): StoreOrderRow {
  const carried = new Map(parcelLines.map(({ lineId, quantity }) => [lineId, quantity]));
  const lines = order.lines.map((line) => ({
    ...line,
    unfulfilledQuantity: carried.get(line.lineId) ?? 0,
    stoppedQuantity: 0,
  }));
  return { ...order, lines };
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
