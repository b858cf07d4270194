import { maxBatchOrders } from '@courierdesk/contract/batches';
import { maxMergedOrders } from '@courierdesk/contract/merging';
import type { StoreOrderRow } from '@courierdesk/contract/store-orders';
import { useState } from 'react';

export type SelectedOrders = ReturnType<typeof useSelectedOrders>;

/** The orders a person ticked, over pages and tabs of the list; what is known of each is as fresh as the list. */
export function useSelectedOrders(listed: readonly StoreOrderRow[] | undefined) {
  const [kept, setKept] = useState<ReadonlyMap<string, StoreOrderRow>>(new Map());
  const fresh = new Map(listed?.map((order) => [order.id, order]));
  const orders = [...kept.values()].map((order) => fresh.get(order.id) ?? order);
  const ids = orders.map((order) => order.id);
  const notBookable = orders.filter((order) => order.shipment || order.cancelled || order.fulfilled);
  return {
    orders,
    count: orders.length,
    selection: {
      selected: new Set(ids),
      onChange: (next: ReadonlySet<string>): void => {
        const rows = [...next].flatMap((id) => fresh.get(id) ?? kept.get(id) ?? []);
        setKept(new Map(rows.map((order) => [order.id, order])));
      },
    },
    clear: (): void => setKept(new Map()),
    /** Rupees to collect, each order by itself. */
    cod: orders.reduce((sum, order) => sum + order.cod, 0),
    notBookable,
    /** All are of one phone number: they could go in one parcel. */
    oneCustomer: orders.length > 1 && new Set(orders.map((order) => order.phone || order.id)).size === 1,
    mayBook: orders.length > 0 && orders.length <= maxBatchOrders && notBookable.length < orders.length,
    mayMerge: orders.length > 1 && orders.length <= maxMergedOrders && notBookable.length === 0,
    toMerge: { to: '/dashboard/merge-orders', search: { 'ids[]': ids } } as const,
  };
}
