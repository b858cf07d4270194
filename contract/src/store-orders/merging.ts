import { addMoney, subtractMoney, wholeRupees, type Money } from '../values/money.ts';

/** Maximum number of store orders in one consignment. */
export const maxMergedOrders = 20;

/** The amounts of a store order that a merge needs, in Rs. */
export type OrderAmounts = {
  readonly total: Money;
  /** Still to pay. */
  readonly outstanding: Money;
  /** Part of the total that is for shipping. */
  readonly shipping: Money;
};

export type MergeSums = {
  /** What is still to pay for the goods of all orders. */
  readonly codWithoutShipping: Money;
  /** What is still to pay for shipping, all orders together. */
  readonly shippingPrice: Money;
  /** The shipping of the one parcel: the average over the orders that have something to pay; zero when it is free. */
  readonly avgShipping: Money;
  /** The shop's free-shipping value is set and the goods reach it together. */
  readonly shippingIsZero: boolean;
  /** Whole rupees: COD without shipping + average shipping, rounded half-up once. */
  readonly cod: number;
};

const nothing = '0.00';

/**
 * What the courier collects for several store orders in one parcel. What a customer paid already is taken to have paid
 * for the goods first. `freeShippingValue`: whole rupees, 0 when not set.
 */
export function mergeSums(orders: readonly OrderAmounts[], freeShippingValue: number): MergeSums {
  const owed = orders.filter((order) => Number(order.outstanding) > 0);
  const shippingDue = owed.map(({ shipping, outstanding }) => smaller(shipping, outstanding));
  const shippingPrice = addMoney(nothing, ...shippingDue);
  const codWithoutShipping = subtractMoney(
    addMoney(nothing, ...owed.map(({ outstanding }) => outstanding)),
    shippingPrice,
  );
  const goods = Number(addMoney(nothing, ...orders.map(({ total, shipping }) => subtractMoney(total, shipping))));
  const shippingIsZero = freeShippingValue > 0 && goods >= freeShippingValue;
  const avgShipping = shippingIsZero || owed.length === 0 ? nothing : divided(shippingPrice, owed.length);
  return {
    codWithoutShipping,
    shippingPrice,
    avgShipping,
    shippingIsZero,
    cod: wholeRupees(addMoney(codWithoutShipping, avgShipping)),
  };
}

const smaller = (a: Money, b: Money): Money => (Number(a) <= Number(b) ? a : b);

/** Rounded half-up to paisa. */
function divided(amount: Money, by: number): Money {
  const paisa = Math.round(Number(amount) * 100);
  return (Math.floor((2 * paisa + by) / (2 * by)) / 100).toFixed(2);
}

/** What a person should compare before several orders go to one address. */
type MergeDifference = 'name' | 'phone' | 'address' | 'city';

type AddressedOrder = {
  readonly consignee_name: string;
  readonly consignee_phone: string;
  readonly phone_as_written: string;
  readonly consignee_address: string;
  readonly city: string;
};

/** In which of these the orders differ; ways of writing (capitals, spaces, punctuation) make no difference. */
export function mergeDifferences(orders: readonly AddressedOrder[]): MergeDifference[] {
  const read: Record<MergeDifference, (order: AddressedOrder) => string> = {
    name: (order) => order.consignee_name,
    phone: (order) => order.consignee_phone || order.phone_as_written,
    address: (order) => order.consignee_address,
    city: (order) => order.city,
  };
  const differs = (one: MergeDifference): boolean => new Set(orders.map((order) => plain(read[one](order)))).size > 1;
  return (['name', 'phone', 'address', 'city'] as const).filter(differs);
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
