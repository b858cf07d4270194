import type { MergedOrderData } from '@courierdesk/contract/order-data';

/** The body that the merge page sends: the form of the first order, with the sums and versions of all. */
export function mergeFormOf(merged: MergedOrderData, formOfFirst: Record<string, unknown>): Record<string, unknown> {
  const { order_id: _id, order_name: _name, version: _version, ...form } = formOfFirst;
  return {
    ...form,
    order_id: merged.orderids,
    order_name: merged.orderNames,
    versions: merged.orders.map((order) => order.version),
    cod_amount: merged.cod,
    products_list: merged.productsList,
    cod_without_shipping: merged.codWithoutShipping,
    average_shipping_price: merged.avgShipping,
    total_shipping_price: merged.shippingPrice,
  };
}
