import { looksLikeSameCustomer, type CustomerOfOrder } from '@courierdesk/contract/same-customer';
import { maxMergedOrders } from '@courierdesk/contract/merging';
import type { StoreOrdersQuery } from '@courierdesk/contract/store-order-filters';
import { maxSelectedOrders } from '@courierdesk/contract/store-order-queue';
import type { StoreOrderRow } from '@courierdesk/contract/store-orders';
import type { OrderSelection } from '../../api/store-orders.ts';
import { questionOf, useSelection } from '../../ui/table/use-selection.ts';

export type SelectedOrders = ReturnType<typeof useSelectedOrders>;

/** The selected orders, and what can be done with them. */
export function useSelectedOrders(
  listQuery: StoreOrdersQuery | undefined,
  list: { rows: readonly StoreOrderRow[] | undefined; total: number | undefined; isPlaceholder: boolean },
) {
  const selected = useSelection({
    ...list,
    rows: listQuery ? list.rows : [],
    question: questionOf(listQuery ?? {}),
    rowKey: (order) => order.id,
  });
  const { ticked: orders, count } = selected;
  const notBookable = orders.filter((order) => order.shipment || order.cancelled || order.fulfilled);
  const [first, ...others] = orders;
  return {
    ...selected,
    /** The selection as endpoints expect it. */
    selection: (): OrderSelection => {
      if (!selected.all) return { ids: orders.map((order) => order.id) };
      const { page: _page, limit: _limit, ...matching } = listQuery ?? {};
      return { matching, except: selected.except, count };
    },
    /** Rupees to collect, each order on its own. */
    cod: orders.reduce((sum, order) => sum + order.cod, 0),
    notBookable,
    oneCustomer:
      first !== undefined &&
      others.length > 0 &&
      others.every((order) => looksLikeSameCustomer(customerOf(first), customerOf(order))),
    canBook: count > 0 && count <= maxSelectedOrders && (orders.length === 0 || notBookable.length < orders.length),
    canMerge: count > 1 && count <= maxMergedOrders && notBookable.length === 0,
  };
}

const customerOf = (order: StoreOrderRow): CustomerOfOrder => ({
  phone: order.phone,
  name: order.customer_name,
  city: order.city,
});
