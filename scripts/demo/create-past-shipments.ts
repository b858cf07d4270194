import { matchCity, type City } from '@courierdesk/contract/cities';
import { companies, companyName, type Company } from '@courierdesk/contract/companies';
import { wholeRupees } from '@courierdesk/contract/money';
import { normalisePhone } from '@courierdesk/contract/phones';
import type { Context } from '../../server/src/base/context.ts';
import { cityListOf } from '../../server/src/shop/courier-accounts/city-list.ts';
import type { AccountRow } from '../../server/src/shop/courier-accounts/load-account.ts';
import { accountsByName } from '../../server/src/shop/courier-accounts/find-accounts.ts';
import { withShop } from '../../server/src/base/db/tenancy.ts';
import { newReference } from '../../server/src/dispatch/booking/reference.ts';
import type { InstalledShop } from './fill-shop.ts';
import { plannedOrder, storeOrders, type PlannedShipment } from './plan-past-orders.ts';
import type { PastConsignment, SandboxControl, SandboxOrder } from './sandbox-control.ts';

/** A parcel that store and courier know, to be stored as our shipment. */
export type PastShipment = PlannedShipment & {
  readonly account: AccountRow;
  readonly platformOrderId: string;
  readonly orderName: string;
  readonly reference: string;
  readonly trackingNumber: string;
  readonly cod: number;
  readonly writtenCity: string;
  readonly city: City;
  readonly consignee: {
    readonly name: string;
    readonly phone: string;
    readonly address: string;
    readonly email: string;
  };
  readonly products: string;
};

const atOnce = 8;
/** Of the orders that wait to be booked, one in so many is not plain: on hold, paid by deposit, scheduled, and so on. */
const oddOneIn = 10;

/**
 * Creates the past weeks of the demo shop in the store and at the couriers: orders on their days, consignments with
 * their scans, fulfilments with their numbers. Work of an earlier, killed run is kept.
 */
export async function createPastShipments(
  context: Context,
  sandbox: SandboxControl,
  { shopId, domain }: InstalledShop,
): Promise<PastShipment[]> {
  const missing = storeOrders - (await sandbox.ordersOf(domain)).length;
  if (missing > 0) await sandbox.addOrders(domain, missing);
  const newestFirst = (await sandbox.ordersOf(domain)).toSorted((a, b) => numberOf(b) - numberOf(a));
  const couriers = await couriersOf(context, shopId);
  const now = context.clock();
  const planned = newestFirst.slice(0, storeOrders).map((order, newness) => {
    const isPrepaid = wholeRupees(order.outstanding) === 0;
    const { placedAt, shipment } = plannedOrder(newness, now, isPrepaid);
    return { order, placedAt, shipment: shipment && couriers.has(shipment.company) ? shipment : undefined };
  });
  const open = planned.filter(({ shipment }) => shipment === undefined);
  const fresh = planned.filter(({ order }) => order.fulfillments.length === 0 && order.cancelled_at === null);
  const drafts = fresh.flatMap(({ order, shipment }) => (shipment ? [draftOf(order, shipment, couriers)] : []));
  const numbers = new Map(
    (await sandbox.recordConsignments(drafts.map(consignmentOf))).map((one) => [one.reference, one.tracking_number]),
  );
  const past = drafts.map((draft) => ({ ...draft, trackingNumber: numbers.get(draft.reference) ?? '' }));
  const byOrder = new Map(past.map((one) => [one.platformOrderId, one]));
  await inTurns(fresh, async (one) => {
    const { order, placedAt } = one;
    const shipment = byOrder.get(order.id);
    const place = open.indexOf(one);
    await sandbox.changeOrder(order.id, {
      createdAt: placedAt.toISOString(),
      ...(shipment && storeChange(shipment)),
      ...(place % oddOneIn === oddOneIn - 1 && { odd: Math.floor(place / oddOneIn) }),
    });
  });
  return past;
}

function storeChange(shipment: PastShipment): Record<string, unknown> {
  if (shipment.to === 'cancelled') return { cancel: 'CUSTOMER' };
  return {
    fulfill: { number: shipment.trackingNumber, company: companyName[shipment.company] },
    ...(shipment.paidAt && shipment.cod > 0 && { paid: true }),
  };
}

type DemoCourier = { readonly account: AccountRow; readonly cities: readonly City[]; readonly home: City };

async function couriersOf(context: Context, shopId: string): Promise<ReadonlyMap<Company, DemoCourier>> {
  const accounts = await withShop(context.db, shopId, (trx) => accountsByName(trx, shopId));
  const couriers = new Map<Company, DemoCourier>();
  for (const company of companies) {
    const account = accounts.find((one) => one.company === company);
    if (!account) continue;
    const cities = await cityListOf(context, shopId, account);
    const home = matchCity('Lahore', cities).certain;
    if (!home) throw new Error(`${company} lists no Lahore`);
    couriers.set(company, { account, cities, home });
  }
  return couriers;
}

type Draft = Omit<PastShipment, 'trackingNumber'>;

/** As a person would book it: missing and wrong details are filled in. */
function draftOf(order: SandboxOrder, planned: PlannedShipment, couriers: ReadonlyMap<Company, DemoCourier>): Draft {
  const courier = couriers.get(planned.company);
  if (!courier) throw new Error(`the demo shop has no account at ${planned.company}`);
  const address = order.shipping_address;
  const name = [address?.firstName, address?.lastName].filter(Boolean).join(' ') || 'Walk-in customer';
  const written = [address?.phone, order.phone].filter(Boolean).join(' ');
  return {
    ...planned,
    account: courier.account,
    platformOrderId: order.id,
    orderName: order.name,
    reference: newReference(order.name),
    cod: wholeRupees(order.outstanding),
    writtenCity: address?.city ?? '',
    city: matchCity(address?.city ?? '', courier.cities).certain ?? courier.home,
    consignee: {
      name,
      phone: normalisePhone(written).phone ?? `0300${String(4_000_000 + numberOf(order)).padStart(7, '0')}`,
      address:
        [address?.address1, address?.address2].filter(Boolean).join(', ') || 'House 12, Street 4, near the mosque',
      email: order.email ?? '',
    },
    products: order.lines
      .map((line) => `${line.quantity} x ${line.title}${line.variant ? ` (${line.variant})` : ''}`)
      .join(', '),
  };
}

const consignmentOf = (draft: Draft): PastConsignment => ({
  courier: draft.company,
  reference: draft.reference,
  consignee: draft.consignee,
  city: draft.city.name,
  cod: draft.cod,
  weight_grams: draft.weight,
  pieces: 1,
  contents: draft.products,
  booked_at: draft.bookedAt.toISOString(),
  to: draft.to,
  moved_at: draft.movedAt?.toISOString(),
  paid_at: draft.paidAt?.toISOString(),
});

const numberOf = (order: SandboxOrder): number => Number(order.name.replace(/\D/g, ''));

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
