import type { BookingFields, BookingInput, MergedBookingInput } from '@courierdesk/contract/booking';

/** A request to book one store order, or several in one consignment. */
export type BookingRequest = {
  readonly fields: BookingFields;
  /** References of the store orders, each with the version that the form showed, or an empty string. */
  readonly orders: readonly { readonly ref: string; readonly version: string }[];
  /** The sums that the merge form showed. */
  readonly shownSums?: {
    readonly codWithoutShipping: string | undefined;
    readonly avgShipping: string | undefined;
    readonly shippingPrice: string | undefined;
  };
};

export function requestForOne({ order_id, order_name: _name, version, ...fields }: BookingInput): BookingRequest {
  return { fields, orders: [{ ref: order_id, version }] };
}

export function requestForSeveral(input: MergedBookingInput): BookingRequest {
  const {
    order_id,
    order_name: _names,
    versions,
    cod_without_shipping,
    average_shipping_price,
    total_shipping_price,
    ...fields
  } = input;
  return {
    fields,
    orders: [...new Set(order_id)].map((ref) => ({ ref, version: versions[order_id.indexOf(ref)] ?? '' })),
    shownSums: {
      codWithoutShipping: cod_without_shipping,
      avgShipping: average_shipping_price,
      shippingPrice: total_shipping_price,
    },
  };
}
