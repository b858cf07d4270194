import type { MergedOrderData, OrderData } from '@courierdesk/contract/order-data';
import { cutText } from '@courierdesk/contract/cut-text';
import { addMoney } from '@courierdesk/contract/money';
import { mergedOrdersQuery, orderDataQuery } from '../../../api/booking.ts';
import { queryClient } from '../../../api/query-client.ts';

/** What a booking form books: one store order, or several in one consignment. */
export type BookingSubject = {
  /** The form's starting data; for several orders, their sums and common values. */
  readonly order: OrderData;
  readonly merged?: MergedOrderData;
  /** Reads the same orders from the store again. */
  readonly refresh: () => Promise<BookingSubject>;
};

export const singleOrder = (ref: string, order: OrderData): BookingSubject => ({
  order,
  refresh: async () => {
    const { orderData } = await queryClient.fetchQuery({ ...orderDataQuery(ref), staleTime: 0 });
    return singleOrder(ref, orderData);
  },
});

export const mergedOrders = (refs: readonly string[], merged: MergedOrderData): BookingSubject => ({
  order: asOneOrder(merged),
  merged,
  refresh: async () => {
    const { ordersData } = await queryClient.fetchQuery({ ...mergedOrdersQuery(refs), staleTime: 0 });
    return mergedOrders(refs, ordersData);
  },
});

/** Joins the versions of merged orders into one text and splits it: versions contain no comma. */
const versionsOf = (orders: readonly OrderData[]): string => orders.map((order) => order.version).join(',');
export const splitVersions = (version: string): string[] => version.split(',');

/** The parcel goes to the first order's address. Their notes and remarks are joined. */
function asOneOrder(merged: MergedOrderData): OrderData {
  const { orders } = merged;
  const [first] = orders;
  if (!first) throw new Error('A merge has orders');
  const joined = (texts: string[]): string =>
    cutText([...new Set(texts.map((text) => text.trim()))].filter(Boolean).join(' / '), 1000);
  const emails = orders.map((order) => order.consignee_email).filter(Boolean);
  const [, other = ''] = [...new Set(orders.map((order) => order.consignee_phone))].filter(Boolean);
  return {
    ...first,
    id: merged.orderids.join('-'),
    order_name: merged.orderNames.join(', '),
    version: versionsOf(orders),
    state: orders.find((order) => order.state !== 'ready')?.state ?? 'ready',
    source: orders.some((order) => order.source === 'mirror') ? 'mirror' : 'store',
    consignee_email: emails[0] ?? '',
    consignee_phone2: first.consignee_phone2 || other,
    line_items: orders.flatMap((order) => order.line_items),
    products_list: merged.productsList,
    pieces: merged.pieces,
    store_weights: orders.flatMap((one) => one.store_weights),
    cod_amount: merged.cod,
    outstanding: addMoney(...orders.map((one) => one.outstanding)),
    note: joined(orders.map((order) => order.note)),
    remarks: joined(orders.map((order) => order.remarks)),
    void_needed: voidNeeded(orders),
  };
}

function voidNeeded(orders: readonly OrderData[]): OrderData['void_needed'] {
  const [first, ...others] = orders.flatMap((order) => order.void_needed ?? []);
  if (!first) return null;
  const numbers = new Set([first, ...others].map(({ tracking_number }) => tracking_number));
  return { ...first, tracking_number: [...numbers].join(', ') };
}
