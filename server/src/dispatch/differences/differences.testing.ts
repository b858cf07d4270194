import type { DifferenceKind } from '@courierdesk/contract/difference-kinds';
import type { Difference, DifferenceRepair } from '@courierdesk/contract/differences';
import { withShop } from '../../base/db/tenancy.ts';
import { importEnded } from '../../store/orders/import-store.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import type { Answer, TestServer } from '../../testing/test-server.ts';

/**
 * Sets the test's clock to an hour after the night in Pakistan, so that no nightly comparison begins between the steps of a
 * test, whatever the time of day.
 */
export function startAfterTheNight({ clock }: TestServer): void {
  const morning = new Date(clock.now);
  morning.setUTCHours(23, 30, 0, 0);
  if (morning > clock.now) clock.now = morning;
}

/** A shop that can book, whose first import of orders is over. */
export async function aComparedShop(server: TestServer): Promise<BookableShop> {
  const shop = await aBookableShop(server);
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx.updateTable('store_sync').set(importEnded).where('shop_id', '=', shop.shopId).execute(),
  );
  return shop;
}

/** What tests do with differences: compare, list, repair, and change the store and the couriers. */
export function differencesOf(server: TestServer, shop: BookableShop) {
  const { token } = shop;

  const list = async (query = ''): Promise<Answer['body']> =>
    (await server.call('GET', `differences${query}`, { token })).body;

  const at = {
    list,

    /** Asks for a comparison, and lets the worker carry it out. */
    async compare(): Promise<Difference[]> {
      server.clock.advance(11 * 60_000);
      await server.call('POST', 'comparisons', { token });
      await server.work('comparisons');
      return (await list()).data;
    },

    async find(kind: DifferenceKind, orderName: string): Promise<Difference | undefined> {
      const { data } = await list(`?kind=${kind}&limit=200`);
      return (data as Difference[]).find((one) => one.order_name === orderName);
    },

    repair: (ids: readonly string[], as = token): Promise<Answer> =>
      server.call('POST', 'difference-repairs', { token: as, body: { ids } }),

    /** Lets the worker finish repairs and store updates that take longer than the request. */
    async settle(): Promise<void> {
      server.clock.advance(6_000);
      await server.work('store-updates');
      for (const kind of ['cancels', 'difference-repairs'] as const) {
        server.clock.advance(6_000);
        await server.work(kind);
      }
    },

    async journal(query = ''): Promise<DifferenceRepair[]> {
      return (await server.call('GET', `difference-repairs${query}`, { token })).body.data;
    },

    change: (order: { id: string }, change: Record<string, unknown>) =>
      server.sandbox.control(`orders/${order.id}`, change),

    inStore: (order: { id: string }): Promise<OrderInStore> =>
      server.sandbox.control(`orders/${order.id}`) as Promise<OrderInStore>,

    async booked(company: 'LEOPARD' | 'MNP' | 'POSTEX' | 'TCS' = 'LEOPARD', given: Record<string, unknown> = {}) {
      const order = await shop.newOrder(given);
      const { body } = await shop.book(order, company);
      await server.work('store-updates');
      return { ...order, shipmentId: String(body.data.id), number: String(body.data.trackingNumber) };
    },

    async move(number: string, to: string): Promise<void> {
      await server.sandbox.control('advance', { tracking_number: number, to });
      await server.call('GET', `track-order/${number}`, { token });
      await server.work('store-updates');
    },

    shipment: (id: string) =>
      withShop(server.context.db, shop.shopId, (trx) =>
        trx.selectFrom('shipment').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
      ),

    /** A delivered parcel that the store shows as unfulfilled. */
    async unfulfilled() {
      const order = await at.booked();
      await at.move(order.number, 'delivered');
      await at.change(order, { cancelFulfillments: true });
      return order;
    },
  };
  return at;
}

type OrderInStore = {
  cancelled_at: string | null;
  financial_status: string;
  fulfillment_status: string;
  fulfillments: { status: string; tracking: { number: string | null }[] }[];
};
