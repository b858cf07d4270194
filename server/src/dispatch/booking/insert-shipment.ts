import { rupeesToMoney, subtractMoney } from '@courierdesk/contract/money';
import { bookedWeight } from '@courierdesk/contract/weights';
import type { UserActor } from '../../base/actor.ts';
import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';
import { leaseTime } from '../../base/db/leases.ts';
import { traceparent } from '../../base/tracing/tracing.ts';
import { copyOfOrder } from '../../store/orders/order-version.ts';
import type { ShipmentLine, ShipmentRow } from '../../shipments/record/shipment-row.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import { openAmount, type StoreOrderRow } from '../../store/orders/store-order-row.ts';
import type { CheckedBooking } from './check-booking.ts';
import { newReference } from './reference.ts';

/** The worker releases a claim that has not asked the courier by then. */
const claimLeaseMs = 60_000;

/** Inserts the shipment in the state `claimed`: the courier has not been asked. */
export function insertShipment(
  trx: Db,
  actor: UserActor,
  { fields, account, city, orders, storeUnreachable }: CheckedBooking,
  own: { id: string; reference: string; plan_month: string },
  now: Date,
): Promise<ShipmentRow> {
  const isPaid = fields.cod_amount === 0 && orders.every(({ order }) => Number(openAmount(order)) <= 0);
  const orderName = orders.map((one) => one.order.name).join(', ');
  return trx
    .insertInto('shipment')
    .values({
      shop_id: actor.shopId,
      ...own,
      booking_state: 'claimed',
      attempt_id: newId(now),
      ...leaseTime(now, claimLeaseMs),
      account_id: account.id,
      company: account.company,
      order_name: orderName,
      tag: orders.length > 1 ? 'MERGED' : '',
      cod: rupeesToMoney(fields.cod_amount),
      weight: bookedWeight(fields.weight, account.company),
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
      payment_status: isPaid ? 'PAID' : 'UNPAID',
      booked_by: actor.tag,
      booked_by_user_id: actor.userId,
      notify_customer: fields.notify_customer,
      from_mirror: storeUnreachable,
      claimed_at: now,
      search_text: searchText([
        ...[orderName, fields.consignee_name],
        ...[fields.consignee_phone, fields.consignee_phone2, fields.consignee_phone3],
      ]),
      created_at: now,
      traceparent: traceparent(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A parcel that was booked outside Courierdesk. */
export type ImportedShipment = {
  readonly id: string;
  /** Of one of our couriers, the account that tracks the parcel. */
  readonly account: Pick<AccountRow, 'id'> | undefined;
  readonly company: string;
  readonly trackingNumber: string;
  readonly orderName: string;
  /** In rupees. */
  readonly cod: number;
  /** Nothing is to be collected. */
  readonly isPaid: boolean;
  readonly weight: number;
  readonly consignee: Readonly<Record<'name' | 'email' | 'phone' | 'phone2' | 'address' | 'city', string>>;
  readonly productsList: string;
  readonly notifyCustomer: boolean;
};

/** Inserts the shipments in the state `booked`. Returns those whose number no other shipment has. */
export function insertImported(
  trx: Db,
  { shopId, by, now }: { shopId: string; by: { readonly tag: string; readonly userId: string | null }; now: Date },
  shipments: readonly ImportedShipment[],
): Promise<Pick<ShipmentRow, 'id' | 'shop_id' | 'order_name' | 'tracking_number'>[]> {
  return trx
    .insertInto('shipment')
    .values(
      shipments.map((shipment) => ({
        ...{ shop_id: shopId, id: shipment.id, account_id: shipment.account?.id ?? null, company: shipment.company },
        origin: 'imported',
        reference: newReference(shipment.orderName),
        booking_state: 'booked',
        status: 'FULFILLED',
        courier_live: shipment.account !== undefined,
        tracking_number: shipment.trackingNumber,
        order_name: shipment.orderName,
        cod: rupeesToMoney(shipment.cod),
        weight: shipment.weight,
        pieces: 1,
        consignee_name: shipment.consignee.name,
        consignee_email: shipment.consignee.email,
        consignee_phone: shipment.consignee.phone,
        consignee_phone2: shipment.consignee.phone2,
        consignee_phone3: '',
        consignee_address: shipment.consignee.address,
        city: shipment.consignee.city,
        destination_city: shipment.consignee.city,
        destination_city_id: '',
        products_list: shipment.productsList,
        remarks: '',
        payment_status: shipment.isPaid ? 'PAID' : 'UNPAID',
        booked_by: by.tag,
        booked_by_user_id: by.userId,
        notify_customer: shipment.notifyCustomer,
        ...{ claimed_at: now, booked_at: now, status_at: now, created_at: now },
        next_track_at: shipment.account ? now : null,
        search_text: searchText([
          ...[shipment.orderName, shipment.consignee.name],
          ...[shipment.consignee.phone, shipment.consignee.phone2, shipment.trackingNumber],
        ]),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['shop_id', 'company', 'tracking_number']).where('tracking_number', 'is not', null).doNothing(),
    )
    .returning(['id', 'shop_id', 'order_name', 'tracking_number'])
    .execute();
}

const searchText = (words: readonly string[]): string => words.filter(Boolean).join(' ').toLowerCase();

/** A store order of a parcel, with the items that the parcel contains. */
type OrderToHold = {
  readonly shipmentId: string;
  readonly order: StoreOrderRow;
  readonly lines: readonly ShipmentLine[];
  /** Number of the order's newest parcel when its lines were chosen. */
  readonly lastClaim: number;
  /** Of the order in a merged parcel. */
  readonly position: number;
  /** The COD of a merged parcel is what its orders give, and nothing is to pay for this one besides. */
  readonly isSettled?: boolean;
};

/**
 * Locks the items of store orders for their shipments. Returns those that hold; another booking has taken the others. Each
 * parcel of an order has the number after the newest parcel that its check knew, and a unique index: a second booking waits
 * until the first one commits, then finds its number taken. Inserts in the order of ids, so that two merges cannot deadlock.
 */
export async function holdOrders(
  trx: Db,
  shopId: string,
  orders: readonly OrderToHold[],
): Promise<readonly OrderToHold[]> {
  if (orders.length === 0) return [];
  // Trigger update_order_held: the store orders leave the list of orders to book, unless something is left.
  const held = await trx
    .insertInto('shipment_order')
    .values(
      orders
        .toSorted((a, b) => (a.order.id < b.order.id ? -1 : 1))
        .map(({ shipmentId, order, lines, lastClaim, position, isSettled }) => ({
          shop_id: shopId,
          shipment_id: shipmentId,
          store_order_id: order.id,
          holds: true,
          claim: lastClaim + 1,
          position,
          lines: JSON.stringify(lines),
          store_version: order.version,
          store_copy: JSON.stringify({
            ...copyOfOrder(order),
            received: subtractMoney(order.total, order.outstanding),
            payment: order.financial_status,
            ...(isSettled && { settled: true }),
          }),
        })),
    )
    .onConflict((conflict) => conflict.columns(['shop_id', 'store_order_id', 'claim']).doNothing())
    .returning(['shipment_id', 'store_order_id'])
    .execute();
  return orders.filter(({ shipmentId, order }) =>
    held.some((row) => row.shipment_id === shipmentId && row.store_order_id === order.id),
  );
}
