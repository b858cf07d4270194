import { sql } from 'kysely';
import { accountChooser } from '../../shop/booking-rules/choose-account.ts';
import type { Db } from '../../base/db/client.ts';
import { correctionsOf, earlierEntriesOf, isUnbookedRow, type OrderNow } from '../../shipments/record/corrections.ts';
import { noShipments, shipmentsOfOrders } from '../../shipments/record/find-shipments.ts';
import { storeOrdersByIds } from './find-store-orders.ts';
import { isUnbooked } from './order-filters.ts';
import { itemsToShip, withoutShipments } from './order-lines.ts';
import type { Choice } from './read-choice.ts';
import { codOf, orderForRules, storeWeightOf, type StoreOrderRow } from './store-order-row.ts';

type Entries = {
  /** Also those of which a part was sent, or waits in the store. */
  readonly orders: ReadonlyMap<string, StoreOrderRow>;
  readonly parcels: Awaited<ReturnType<typeof shipmentsOfOrders>>;
  readonly entries: Awaited<ReturnType<typeof earlierEntriesOf>>;
};

/**
 * What people entered for unbooked orders in a batch or for an earlier parcel, with the unbooked orders that have parcels or of
 * which a part is sent. `only`: of this order alone.
 */
export async function readEntries(trx: Db, shopId: string, only?: string): Promise<Entries> {
  const ids = await ordersToCompare(trx, shopId, only);
  if (ids.length === 0) return { orders: new Map(), parcels: new Map(), entries: new Map() };
  return {
    orders: await storeOrdersByIds(trx, shopId, ids),
    parcels: await shipmentsOfOrders(trx, shopId, ids),
    entries: await earlierEntriesOf(trx, shopId, ids),
  };
}

/** The orders for which somebody entered something that the store does not say: a new batch asks about it. */
export async function correctedOrders(
  { rules, accounts, companies, settings }: Choice,
  { orders, parcels, entries }: Entries,
): Promise<ReadonlySet<string>> {
  const cities = [...orders.values()].map(({ city }) => city).filter((city) => city !== '');
  const known = await Promise.all(cities.length === 0 ? [] : companies.map((company) => company.names(cities)));
  const choose = accountChooser(rules, accounts);
  const accountNames = new Map(accounts.map(({ id, name }) => [id, name]));
  const corrected = new Set<string>();
  for (const [id, entered] of entries) {
    const mirrored = orders.get(id);
    if (!mirrored) continue;
    const order = withoutShipments(mirrored, (parcels.get(id) ?? noShipments).holding);
    const cityNames = [order.city, ...known.flatMap((names) => names.get(order.city) ?? [])];
    const { accountId } = choose(orderForRules(order, cityNames, storeWeightOf(order) || settings.default_weight));
    if (correctionsOf(orderNow(order, cityNames, accountId), entered, accountNames).length > 0) corrected.add(id);
  }
  return corrected;
}

/** By order, the COD that its booking form proposes where that is not all that is open. In whole rupees. */
export const codsOfParts = ({ orders, parcels }: Entries): ReadonlyMap<string, number> =>
  new Map(
    [...orders].flatMap(([id, order]) => {
      const cod = codOf(withoutShipments(order, (parcels.get(id) ?? noShipments).holding));
      return cod === Number(order.cod) ? [] : [[id, cod] as const];
    }),
  );

/** Unbooked orders with an earlier parcel, with a part that was sent or waits, or with an edited row in a batch. */
async function ordersToCompare(trx: Db, shopId: string, only: string | undefined): Promise<string[]> {
  const isMeant = only === undefined ? sql`true` : sql`o.id = ${only}`;
  const { rows } = await sql<{ id: string }>`
    select o.id from store_order o where o.shop_id = ${shopId} and ${isMeant} and ${isUnbooked} and o.booked_before
    union
    select o.id from store_order o where o.shop_id = ${shopId} and ${isMeant} and ${isUnbooked}
      and o.problems && array['partly-sent', 'partly-stopped']
    union
    select o.id from store_order o
    join batch_row r on r.shop_id = o.shop_id and r.store_order_id = o.id
    where o.shop_id = ${shopId} and ${isMeant} and ${isUnbooked} and r.edited <> '{}' and ${isUnbookedRow}`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** What the store and the shop's rules say of an order now. */
export const orderNow = (order: StoreOrderRow, cityNames: readonly string[], account: string): OrderNow => ({
  consignee_name: order.customer_name,
  consignee_phone: order.phone || order.phone_as_written,
  consignee_address: order.address,
  cityNames,
  cod: codOf(order),
  outstanding: order.outstanding,
  items: itemsToShip(order.lines).map(({ line, quantity }) => ({ lineId: line.lineId, quantity })),
  account,
});
