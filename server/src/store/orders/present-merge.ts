import type { MergedOrderData, OrderData } from '@courierdesk/contract/order-data';
import { mergeDifferences, mergeSums } from '@courierdesk/contract/merging';
import { AppError } from '../../base/errors.ts';
import { lineTitle, productsList } from '../../shipments/record/describe-items.ts';
import type { OrdersForBooking } from './orders-for-booking.ts';
import { amountsToCollect } from './store-order-row.ts';
import { presentOrderData } from './present.ts';

/** The starting values of the merge form. Throws not-found if none of the orders was found. */
export function presentMerge({ orders: parts, missing }: OrdersForBooking): MergedOrderData {
  const [first] = parts;
  if (!first) throw new AppError('not-found', 'Oops! We have found no order(s) corresponding to these id(s).');
  const orders = parts.map((one) => {
    const data = presentOrderData(one);
    return { ...data, name: data.order_name, cod: data.cod_amount, fulfillment: one.order.fulfilment_status };
  });
  const freeShippingValue = first.settings.free_shipping_value;
  return {
    orders,
    orderNames: orders.map((order) => order.name),
    orderids: orders.map((order) => order.id),
    ...mergeSums(
      parts.map(({ order }) => amountsToCollect(order)),
      freeShippingValue,
    ),
    pieces: 1,
    weight: orders.reduce((sum, order) => sum + order.weight, 0),
    productsList: productsList(itemsOf(orders)),
    freeShippingValue,
    differences: mergeDifferences(orders),
    missing: [...missing],
  };
}

/** All items of the parcel, one for each product. */
function itemsOf(orders: readonly OrderData[]): { title: string; quantity: number }[] {
  const quantities = new Map<string, number>();
  for (const line of orders.flatMap((order) => order.line_items)) {
    const title = lineTitle({ title: line.product_title, variantTitle: line.variant_title });
    quantities.set(title, (quantities.get(title) ?? 0) + line.current_quantity);
  }
  return [...quantities].map(([title, quantity]) => ({ title, quantity }));
}
