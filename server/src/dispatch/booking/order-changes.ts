import type { MergeSums } from '@courierdesk/contract/merging';
import { formatRupees } from '@courierdesk/contract/money';
import { AppError } from '../../base/errors.ts';
import type { OrderChange } from '../../store/orders/order-version.ts';
import { changesSince, encodeShownOrder } from '../../store/orders/shown-order.ts';
import type { StoreOrderRow } from '../../store/orders/store-order-row.ts';
import type { BookingRequest } from './booking-request.ts';

/** An order in the store now, and the version that the form showed. */
export type OrderWithShown = { readonly order: StoreOrderRow; readonly shown: string };

/** Throws if an order or a sum differs from the form. */
export function refuseChanges(
  orders: readonly OrderWithShown[],
  shownSums: BookingRequest['shownSums'],
  sums: MergeSums | undefined,
): void {
  const changedSums = sums ? changesOfSums(shownSums, sums) : [];
  if (changedSums.length > 0 || changesOfOrders(orders).length > 0) throw ordersChanged(orders, changedSums, sums);
}

/** The error has the versions, and the sums of a merge, that a person saw when they book all the same. */
export function ordersChanged(
  orders: readonly OrderWithShown[],
  changedSums: readonly OrderChange[] = [],
  sums?: MergeSums,
): AppError {
  const versions = orders.map(({ order }) => encodeShownOrder(order));
  const msg =
    orders.length > 1
      ? 'These orders changed since you opened them. Nothing was booked yet.'
      : 'This order changed in the store since you opened it. Nothing was booked yet.';
  return new AppError('order-changed', msg, {
    detail: {
      changes: [...changesOfOrders(orders), ...changedSums],
      version: versions[0],
      versions,
      ...(sums && {
        sums: {
          cod_without_shipping: sums.codWithoutShipping,
          average_shipping_price: sums.avgShipping,
          total_shipping_price: sums.shippingPrice,
        },
      }),
    },
  });
}

const changesOfOrders = (orders: readonly OrderWithShown[]): OrderChange[] =>
  orders.flatMap(({ order, shown }) =>
    changesSince(shown, order).map((change) =>
      orders.length > 1 ? { ...change, field: `${order.name}: ${change.field}` } : change,
    ),
  );

const sumName = {
  codWithoutShipping: 'COD without shipping',
  shippingPrice: 'Shipping of all orders',
  avgShipping: 'Shipping of this parcel',
} as const;

/** A sum differs if an order changed, or the shop's free-shipping value. */
function changesOfSums(shown: BookingRequest['shownSums'], now: MergeSums): OrderChange[] {
  return (['codWithoutShipping', 'shippingPrice', 'avgShipping'] as const).flatMap((name) => {
    const was = shown?.[name];
    if (was === undefined || was === now[name]) return [];
    return [{ field: sumName[name], was: formatRupees(was), now: formatRupees(now[name]) }];
  });
}
