import type { UserActor } from '../../base/actor.ts';
import { accountChooser } from '../../shop/booking-rules/choose-account.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { trackingLinkEmailIsOn } from '../../shipments/customer-mails/tracking-link-email.ts';
import { correctionsOf, earlierEntriesOf, otherBatchOf } from '../../shipments/record/corrections.ts';
import { earlierParcelsOf } from '../../shipments/record/earlier-parcels.ts';
import { noShipments, shipmentsOfOrders, shipmentsToVoid } from '../../shipments/record/find-shipments.ts';
import { orderNow } from './corrected-orders.ts';
import { platformIdOf, storeOrdersByRefs } from './find-store-orders.ts';
import { withoutShipments } from './order-lines.ts';
import type { OrderForBooking } from './present.ts';
import { mirroredAt } from './queries.ts';
import { readChoice } from './read-choice.ts';
import { readOrdersFromStore } from './read-orders-from-store.ts';
import { orderForRules, storeWeightOf, type StoreOrderRow } from './store-order-row.ts';

export type OrdersForBooking = {
  /** In the requested order, without duplicates. */
  readonly orders: readonly OrderForBooking[];
  /** References without an order in this shop. */
  readonly missing: readonly string[];
};

/** Reads one order from the store and adds the data that the booking form shows. */
export async function orderForBooking(context: Context, actor: UserActor, ref: string): Promise<OrderForBooking> {
  const [order] = (await ordersForBooking(context, actor, [ref])).orders;
  if (!order) throw notFound('The store order');
  return order;
}

/** Reads orders from the store and adds the data that the booking form shows. */
export async function ordersForBooking(
  context: Context,
  actor: UserActor,
  refs: readonly string[],
): Promise<OrdersForBooking> {
  const { orders, missing, source } = await currentOrders(context, actor.shopId, refs);
  return { missing, orders: await addBookingDetails(context, { id: actor.shopId, ...actor.shop }, orders, source) };
}

/**
 * Adds our own data that the booking form shows: parcels of the order, earlier parcels, what people entered for it elsewhere
 * than in `exceptBatch`, suggested account, defaults.
 */
export async function addBookingDetails(
  context: Context,
  shop: { readonly id: string; readonly domain: string },
  orders: readonly StoreOrderRow[],
  source: 'store' | 'mirror',
  exceptBatch?: string,
): Promise<OrderForBooking[]> {
  const ids = orders.map((order) => order.id);
  const phones = orders.map((order) => order.phone);
  const { parcels, toVoid, earlier, mirrored, choice, entries, linkEmailIsOn } = await withShop(
    context.db,
    shop.id,
    async (trx) => ({
      parcels: await shipmentsOfOrders(trx, shop.id, ids),
      toVoid: await shipmentsToVoid(trx, shop.id, ids),
      earlier: await earlierParcelsOf(trx, shop.id, phones),
      mirrored: await mirroredAt(trx, shop.id),
      choice: await readChoice(trx, context, shop.id),
      entries: await earlierEntriesOf(trx, shop.id, ids, exceptBatch),
      linkEmailIsOn: await trackingLinkEmailIsOn(trx, shop.id),
    }),
  );
  const { rules, accounts, companies, settings, usualCod, hiddenBefore } = choice;
  const cities = orders.map((order) => order.city).filter((city) => city !== '');
  const needed =
    entries.size > 0 || rules.rules.some((rule) => rule.cities.length > 0) ? companies : companies.slice(0, 1);
  const known = await Promise.all(cities.length === 0 ? [] : needed.map((company) => company.names(cities)));
  const choose = accountChooser(rules, accounts);
  const accountNames = new Map(accounts.map((account) => [account.id, account.name]));
  return orders.map((current) => {
    const { holding } = parcels.get(current.id) ?? noShipments;
    const order = withoutShipments(current, holding);
    const cityNames = [order.city, ...known.flatMap((names) => names.get(order.city) ?? [])];
    const suggested = choose(orderForRules(order, cityNames, storeWeightOf(order) || settings.default_weight));
    const entered = entries.get(order.id);
    return {
      order,
      corrections: entered ? correctionsOf(orderNow(order, cityNames, suggested.accountId), entered, accountNames) : [],
      otherBatch: entered && otherBatchOf(entered),
      source,
      settings,
      emailsTrackingLink: linkEmailIsOn,
      cityNames,
      usualCod,
      hiddenBefore,
      parcels: holding,
      toVoid: toVoid.get(order.id),
      earlier: earlier.get(order.phone) ?? { delivered: 0, returned: 0 },
      readAt: source === 'store' ? context.clock() : later(order.mirrored_at, mirrored),
      storeUrl: context.platform.orderAdminUrl(shop.domain, order.platform_order_id),
      cityUncertain: known[0]?.get(order.city) === null,
      suggested,
      accountWeight: accounts.find(({ id }) => id === suggested.accountId)?.weight ?? 0,
    };
  });
}

/** Unchanged copies are not saved again, so a copy is as recent as the last complete read of the store. */
const later = (copied: Date, mirrored: Date | null): Date => (mirrored && mirrored > copied ? mirrored : copied);

async function currentOrders(
  context: Context,
  shopId: string,
  refs: readonly string[],
): Promise<{ orders: StoreOrderRow[]; missing: string[]; source: 'store' | 'mirror' }> {
  const known = await withShop(context.db, shopId, (trx) => storeOrdersByRefs(trx, shopId, refs));
  const platformIds = new Map(
    refs.map((ref): [string, string | undefined] => [ref, known.get(ref)?.platform_order_id ?? platformIdOf(ref)]),
  );
  const fresh = await readOrdersFromStore(
    context,
    shopId,
    [...platformIds.values()].filter((id) => id !== undefined),
  );
  const orders = new Map<string, StoreOrderRow>();
  const missing: string[] = [];
  for (const [ref, platformId] of platformIds) {
    const order = platformId === undefined ? undefined : fresh.orders.get(platformId);
    if (order) orders.set(order.id, order);
    else if (fresh.reachable || platformId === undefined) missing.push(ref);
    else
      throw (
        fresh.closed ??
        new AppError('store-unavailable', 'The store is not responding, so we could not load this order.')
      );
  }
  return { orders: [...orders.values()], missing, source: fresh.reachable ? 'store' : 'mirror' };
}
