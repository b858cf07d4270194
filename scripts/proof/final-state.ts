import { Company } from '@courierdesk/contract/companies';
import * as z from 'zod';
import { callCourier } from '../../server/src/shop/courier-accounts/call-courier.ts';
import { loadAccount } from '../../server/src/shop/courier-accounts/load-account.ts';
import { withShop } from '../../server/src/base/db/tenancy.ts';
import { shipmentById } from '../../server/src/shipments/record/find-shipments.ts';
import type { IsolatedStack } from '../isolated-stack/isolated-stack.ts';

/** What the three sides say at the end: our database, the couriers' journal and the store. */
export type FinalState = {
  shipments: z.output<typeof ShipmentFact>[];
  consignments: z.output<typeof Consignment>[];
  fulfilments: z.output<typeof Fulfilment>[];
  /** For each uncertain shipment: the live consignments that the courier's look-up returns for its reference. */
  shown: Map<string, string[]>;
  counters: z.output<typeof Counters>;
};

const ShipmentFact = z.object({
  id: z.string(),
  shop_id: z.string(),
  company: Company,
  reference: z.string(),
  booking_state: z.string(),
  tracking_number: z.string().nullable(),
  answer: z.string(),
  /** The store's numbers of the orders in it, and of those that it holds. */
  orders: z.array(z.string()),
  held_orders: z.array(z.string()),
  open_cases: z.array(z.string()),
  store_state: z.string().nullable(),
});

const Consignment = z.object({
  courier: Company,
  tracking_number: z.string(),
  reference: z.string(),
  cancelled: z.boolean(),
  consignee: z.object({ name: z.string() }),
});
const Fulfilment = z.object({ order_id: z.string(), tracking_number: z.string().nullable(), status: z.string() });
const Counters = z.object({
  /** Bookings that the plan counts, and shipments that should have been counted. */
  plan_used: z.number(),
  plan_shipments: z.number(),
  /** Totals that the counters give, and shipments that have a number. */
  counted: z.number(),
  numbered: z.number(),
});

export async function readFinalState(stack: IsolatedStack): Promise<FinalState> {
  const shipments = await stack.query(shipmentFacts, ShipmentFact);
  const journal = z
    .object({ consignments: z.array(Consignment), fulfillments: z.array(Fulfilment) })
    .parse(await stack.control('journal'));
  const [counters] = await stack.query(counterFacts, Counters);
  if (!counters) throw new Error('the counters cannot be read');
  const shown = new Map<string, string[]>();
  for (const { id, shop_id, booking_state } of shipments) {
    if (booking_state === 'uncertain') shown.set(id, await shownByCourier(stack, shop_id, id));
  }
  return { shipments, consignments: journal.consignments, fulfilments: journal.fulfillments, shown, counters };
}

/** Asks the courier as the product does, through the adapter. */
async function shownByCourier({ context }: IsolatedStack, shopId: string, shipmentId: string): Promise<string[]> {
  const { shipment, account } = await withShop(context.db, shopId, async (trx) => {
    const row = await shipmentById(trx, shopId, shipmentId);
    return { shipment: row, account: row && (await loadAccount(trx, shopId, row.account_id)) };
  });
  if (!shipment || !account) return [];
  const search = { reference: shipment.reference, claimedAt: shipment.claimed_at };
  const found = await callCourier(context, account, 'lookup', (courier, access, call) =>
    courier.findByReference(access, search, call),
  );
  return found.filter((one) => !one.cancelled).map((one) => one.trackingNumber);
}

const shipmentFacts = `
  select s.id, s.shop_id, s.company, s.reference, s.booking_state, s.tracking_number, s.answer,
         o.orders, o.held_orders,
         array(select a.kind from attention a
               where a.shop_id = s.shop_id and a.shipment_id = s.id and a.closed_at is null) as open_cases,
         (select w.state from desired_store_state w
          where w.shop_id = s.shop_id and w.shipment_id = s.id
          order by w.state limit 1) as store_state
  from shipment s
  cross join lateral (
    select coalesce(array_agg(so.platform_order_id), '{}') as orders,
           coalesce(array_agg(so.platform_order_id) filter (where o.holds), '{}') as held_orders
    from shipment_order o join store_order so on so.shop_id = o.shop_id and so.id = o.store_order_id
    where o.shop_id = s.shop_id and o.shipment_id = s.id
  ) as o
  order by s.id`;

const counterFacts = `
  select (select coalesce(sum(used), 0)::int from plan_usage) as plan_used,
         (select count(*)::int from shipment where booking_state not in ('rejected', 'released')) as plan_shipments,
         (select coalesce(sum(n), 0)::int from (
            select n from shipment_count where destination_key is null union all select n from shipment_count_change
          ) as counters) as counted,
         (select count(*)::int from shipment where tracking_number is not null) as numbered`;
