import { maxMatches, type FoundCustomer, type FoundOrder, type FoundParcel } from '@courierdesk/contract/search';
import { canAccess } from '@courierdesk/contract/scopes';
import { ShipmentStatus } from '@courierdesk/contract/statuses';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { findOrders, type OrderMatch } from './find-orders.ts';
import { findShipments, type ShipmentMatch } from './find-shipments.ts';
import { bestOf } from './search-queries.ts';
import { searchTerms } from './search-terms.ts';

type SearchResult = { parcels: FoundParcel[]; orders: FoundOrder[]; customers: FoundCustomer[] };

/** Searches parcels, store orders and customers. Finds only what the person may see. */
export async function searchShop(context: Context, actor: UserActor, text: string): Promise<SearchResult> {
  const terms = searchTerms(text);
  const { shopId } = actor;
  const { parcels, orders } = await withShop(context.db, shopId, async (trx) => ({
    parcels: canAccess(['READ_ORDERS'], actor) ? await findShipments(trx, shopId, terms) : [],
    orders: canAccess(['BOOK_ORDERS'], actor) ? await findOrders(trx, shopId, terms) : [],
  }));
  return {
    parcels: bestOf(parcels).map(presentParcel),
    orders: bestOf(orders).map(presentOrder),
    customers: customersOf(parcels, orders),
  };
}

const presentParcel = (parcel: ShipmentMatch): FoundParcel => ({
  id: parcel.id,
  tracking_number: parcel.tracking_number ?? '',
  order_name: parcel.order_name,
  consignee_name: parcel.consignee_name,
  destination_city: parcel.destination_city,
  company: parcel.company,
  booked_packet_status: ShipmentStatus.parse(parcel.status),
  booking_date: parcel.at.toISOString(),
  exact: parcel.exact,
});

const presentOrder = (order: OrderMatch): FoundOrder => ({
  id: order.id,
  order_name: order.name,
  customer_name: order.customer_name,
  city: order.city,
  createdAt: order.placed_at.toISOString(),
  state: stateOf(order),
  exact: order.exact,
});

function stateOf(order: OrderMatch): FoundOrder['state'] {
  if (order.cancelled_at) return 'cancelled';
  if (order.held) return 'booked';
  return order.to_ship === 0 ? 'fulfilled' : 'unbooked';
}

/** One for each phone, as the newest parcel or order names them. */
function customersOf(parcels: readonly ShipmentMatch[], orders: readonly OrderMatch[]): FoundCustomer[] {
  const people = [
    ...parcels.map((parcel) => ({
      ...parcel,
      name: parcel.consignee_name,
      phone: parcel.consignee_phone,
      city: parcel.destination_city,
      has_parcels: true,
    })),
    ...orders.map((order) => ({ ...order, name: order.customer_name, has_parcels: false })),
  ].filter(({ byCustomer, phone }) => byCustomer && phone !== '');
  const byPhone = new Map<string, (typeof people)[number]>();
  for (const person of people.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    const has_parcels = person.has_parcels || (byPhone.get(person.phone)?.has_parcels ?? false);
    byPhone.set(person.phone, { ...person, has_parcels });
  }
  return [...byPhone.values()]
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, maxMatches)
    .map(({ name, phone, city, has_parcels }) => ({ name, phone, city, has_parcels }));
}
