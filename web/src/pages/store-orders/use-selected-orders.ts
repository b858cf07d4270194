import { looksLikeSameCustomer, type CustomerOfOrder } from '@courierdesk/contract/same-customer';
import { maxMergedOrders } from '@courierdesk/contract/merging';
import type { StoreOrdersQuery } from '@courierdesk/contract/store-order-filters';
import { maxSelectedOrders } from '@courierdesk/contract/store-order-queue';
import type { StoreOrderRow } from '@courierdesk/contract/store-orders';
import { useState } from 'react';
import type { OrderSelection } from '../../api/store-orders.ts';

export type SelectedOrders = ReturnType<typeof useSelectedOrders>;

type Kept =
  | { kind: 'ticked'; orders: ReadonlyMap<string, StoreOrderRow> }
  /** All that matched these filters, except those unticked. */
  | { kind: 'matching'; filters: string; except: ReadonlySet<string> };

const none: Kept = { kind: 'ticked', orders: new Map() };

/** The selected orders: ticked across pages and tabs, or all that match while the filters stay the same. */
export function useSelectedOrders(
  listQuery: StoreOrdersQuery | undefined,
  listed: readonly StoreOrderRow[] | undefined,
  total: number | undefined,
) {
  const [keptState, setKept] = useState<Kept>(none);
  const filters = filtersOf(listQuery);
  const kept = keptState.kind === 'matching' && keptState.filters !== filters ? none : keptState;
  const fresh = new Map(listed?.map((order) => [order.id, order]));
  const orders = kept.kind === 'ticked' ? [...kept.orders.values()].map((order) => fresh.get(order.id) ?? order) : [];
  const ids = orders.map((order) => order.id);
  const shown = [...fresh.keys()];
  const notBookable = orders.filter((order) => order.shipment || order.cancelled || order.fulfilled);
  const count = kept.kind === 'ticked' ? orders.length : Math.max(0, (total ?? 0) - kept.except.size);
  const [first, ...others] = orders;

  const change = (next: ReadonlySet<string>): void => {
    if (kept.kind === 'ticked') {
      const rows = [...next].flatMap((id) => fresh.get(id) ?? kept.orders.get(id) ?? []);
      return setKept({ kind: 'ticked', orders: new Map(rows.map((order) => [order.id, order])) });
    }
    const except = new Set(kept.except);
    for (const id of shown) {
      if (next.has(id)) except.delete(id);
      else except.add(id);
    }
    setKept({ ...kept, except });
  };
  return {
    orders,
    count,
    all: kept.kind === 'matching',
    /** Everything on this page is ticked, and more orders match. */
    offersAll:
      kept.kind === 'ticked' &&
      total !== undefined &&
      total > orders.length &&
      shown.length > 0 &&
      shown.every((id) => kept.orders.has(id)),
    table: {
      selected: kept.kind === 'ticked' ? new Set(ids) : new Set(shown.filter((id) => !kept.except.has(id))),
      onChange: change,
    },
    clear: (): void => setKept(none),
    selectAll: (): void => setKept({ kind: 'matching', filters, except: new Set() }),
    /** The selection as endpoints expect it. */
    selection: (): OrderSelection => {
      if (kept.kind === 'ticked') return { ids };
      const { page: _page, limit: _limit, ...matching } = listQuery ?? {};
      return { matching, except: [...kept.except], count };
    },
    /** Rupees to collect, each order on its own. */
    cod: orders.reduce((sum, order) => sum + order.cod, 0),
    notBookable,
    oneCustomer:
      first !== undefined &&
      others.length > 0 &&
      others.every((order) => looksLikeSameCustomer(customerOf(first), customerOf(order))),
    mayBook: count > 0 && count <= maxSelectedOrders && (orders.length === 0 || notBookable.length < orders.length),
    mayMerge: count > 1 && count <= maxMergedOrders && notBookable.length === 0,
  };
}

const customerOf = (order: StoreOrderRow): CustomerOfOrder => ({
  phone: order.phone,
  name: order.customer_name,
  city: order.city,
});

function filtersOf(listQuery: StoreOrdersQuery | undefined): string {
  const { page: _page, limit: _limit, sort: _sort, dir: _dir, ...filters } = listQuery ?? {};
  return JSON.stringify(Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
