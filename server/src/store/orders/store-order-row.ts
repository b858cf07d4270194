import type { OrderAmounts } from '@courierdesk/contract/merging';
import { addMoney, homeCurrency, rupeesToMoney, subtractMoney, wholeRupees } from '@courierdesk/contract/money';
import { normalisePhone } from '@courierdesk/contract/phones';
import type { Issue } from '@courierdesk/contract/issues';
import { OrderProblem, ProblemInShop } from '@courierdesk/contract/store-order-filters';
import type { RuleOrder } from '../../shop/booking-rules/choose-account.ts';
import type { Selectable } from 'kysely';
import type * as z from 'zod';
import type { StoreOrder } from '../../base/db/schema.ts';
import { stoppedParts } from '../../adapters/platforms/fulfilment-orders.ts';
import {
  maxGrams,
  type PlatformFulfilmentOrder,
  type PlatformLine,
  type PlatformOrder,
} from '../../adapters/platforms/platform.ts';
import { judgeOrder } from './judge-order.ts';
import { isAbroad, isPartOfOrder, itemsToShip, leftToShip, valueToShip } from './order-lines.ts';
import { copyOfOrder, orderVersion } from './order-version.ts';

/** A mirrored store order. */
export type StoreOrderRow = Omit<Selectable<StoreOrder>, 'lines' | 'problems' | 'fulfilment_orders'> & {
  readonly lines: readonly PlatformLine[];
  /** Those that wait, if a courier of ours cannot take all of them. */
  readonly fulfilment_orders: readonly PlatformFulfilmentOrder[];
  readonly problems: readonly MirroredProblem[];
  /** Rs that its parcels collect and the store has not received. Absent where they are not looked at. */
  readonly parcels_cod?: number;
  /** All that is not left to ship is in its parcels: what is left is the last part. Absent where they are not looked at. */
  readonly rest_of_parcels?: boolean;
};

/** The other problems depend on a courier's list or on earlier bookings. They are found when the order is shown. */
const MirroredProblem = OrderProblem.exclude(ProblemInShop.options);
type MirroredProblem = z.infer<typeof MirroredProblem>;

/** Trusts the JSON columns, because only `mirroredColumns` makes them. */
export function storeOrderRow(row: Selectable<StoreOrder>): StoreOrderRow {
  return row as unknown as StoreOrderRow;
}

/** Columns that do not come from the store. */
type OwnColumn =
  | 'shop_id'
  | 'id'
  | 'mirrored_at'
  | 'held'
  | 'second_parcel'
  | 'returned_before'
  | 'booked_before'
  | 'cod'
  | 'total_paisa'
  | 'city_key'
  | 'tag_keys'
  | 'void_needed'
  | 'assigned_account_id'
  | 'customer_erased_at';

export type MirroredColumns = Omit<StoreOrderRow, OwnColumn>;

/** Converts an order of the store to the columns of the mirror. */
export function mirroredColumns(order: PlatformOrder): MirroredColumns {
  const { shipTo } = order;
  const phones = phonesOf([shipTo.phone, order.phone], shipTo.country);
  const columns = {
    platform_order_id: order.platformOrderId,
    name: order.name,
    number: order.number,
    placed_at: order.createdAt,
    updated_at: order.updatedAt,
    cancelled_at: order.cancelledAt ?? null,
    closed_at: order.closedAt ?? null,
    deleted_at: null,
    test: order.test,
    tags: [...order.tags],
    note: order.note,
    currency: order.currency,
    financial_status: order.financialStatus,
    fulfilment_status: order.fulfilmentStatus,
    requires_shipping: order.requiresShipping,
    gateways: [...order.gateways],
    discount_codes: [...order.discountCodes],
    subtotal: order.subtotal,
    shipping_price: order.shippingPrice,
    discounts: order.discounts,
    tax: order.tax,
    total: order.total,
    outstanding: order.outstanding,
    weight: order.weight,
    email: order.email.trim(),
    customer_name: oneLine(shipTo.name),
    phone_as_written: phones.asWritten,
    phone: phones.phone,
    phone2: phones.second,
    phone_replaced: phones.replaced,
    address: [shipTo.company, shipTo.address1, shipTo.address2].map(oneLine).filter(Boolean).join(', '),
    city: oneLine(shipTo.city),
    province: oneLine(shipTo.province),
    zip: shipTo.zip.trim(),
    country: shipTo.country.trim(),
    lines: order.lines,
    fulfilment_orders: stoppedParts(order.fulfilmentOrders),
    to_ship: order.lines.reduce((sum, line) => sum + leftToShip(line), 0),
    store_weight: storeWeightOf({ lines: order.lines, weight: order.weight }),
  };
  return {
    ...columns,
    problems: problemsOf(columns, order.hasAddress),
    version: orderVersion(copyOfOrder(columns), columns.lines),
    search_text: searchText(columns),
  };
}

/** A copy of an order whose customer was erased: the store may still have their data, we must not. */
export function withoutCustomer(columns: MirroredColumns): MirroredColumns {
  const kept = {
    ...columns,
    email: '',
    customer_name: 'Erased',
    phone: '',
    phone2: '',
    phone_as_written: '',
    address: '',
    zip: '',
    note: '',
    search_text: columns.name.toLowerCase(),
  };
  return { ...kept, problems: problemsOf(kept, false), version: orderVersion(copyOfOrder(kept), kept.lines) };
}

/**
 * Shopify may stop sharing customer data with us: then all of it comes empty, and the copy keeps what we know,
 * whole. Otherwise the store's answer counts, with what was removed there.
 */
export function withKnownCustomer(columns: MirroredColumns, known: StoreOrderRow): MirroredColumns {
  if (customerFields.some((name) => columns[name] !== '')) return columns;
  const kept = { ...columns, phone_replaced: known.phone_replaced };
  for (const name of customerFields) kept[name] = known[name];
  return {
    ...kept,
    problems: problemsOf(kept, !known.problems.some(isAboutAddress)),
    version: orderVersion(copyOfOrder(kept), kept.lines),
    search_text: searchText(kept),
  };
}

/** The columns that follow from the order's lines, if it had these. */
export function withLines(
  row: StoreOrderRow,
  lines: readonly PlatformLine[],
): Pick<MirroredColumns, 'lines' | 'to_ship' | 'store_weight' | 'problems' | 'version'> {
  const changed = { ...row, lines };
  return {
    lines,
    to_ship: lines.reduce((sum, line) => sum + leftToShip(line), 0),
    store_weight: storeWeightOf(changed),
    problems: problemsOf(changed, !row.problems.some(isAboutAddress)),
    version: orderVersion(copyOfOrder(changed), lines),
  };
}

const customerFields = [
  'email',
  'customer_name',
  'phone_as_written',
  'phone',
  'phone2',
  'address',
  'city',
  'province',
  'zip',
  'country',
] as const;

const isAboutAddress = (problem: MirroredProblem): boolean =>
  problem === 'address-missing' || problem === 'customer-withheld';

/**
 * Weight in grams of the items to ship, from the store; 0 if the store does not have it for each of them. Uses the store's
 * total if the whole order is shipped, otherwise the weights of the items.
 */
export function storeWeightOf({ lines, weight }: Pick<StoreOrderRow, 'lines' | 'weight'>): number {
  const items = itemsToShip(lines);
  if (items.some(({ line }) => line.grams === 0)) return 0;
  const isWhole = lines.every(
    (line) => line.currentQuantity === (items.find((item) => item.line === line)?.quantity ?? 0),
  );
  if (isWhole && weight > 0) return weight;
  return Math.min(
    maxGrams,
    items.reduce((sum, { line, quantity }) => sum + quantity * line.grams, 0),
  );
}

/**
 * The first mobile number in these fields is the phone; the next different one is the second phone. `replaced`: the first
 * field has a text that is none, and another field has one.
 */
function phonesOf(
  fields: readonly string[],
  country: string,
): { asWritten: string; phone: string; second: string; replaced: boolean } {
  const abroad = isAbroad(country);
  const written = fields.map((field) => field.trim()).filter((field) => field !== '');
  const numbers = written.map((field) => {
    const { phone, second } = normalisePhone(field, { abroad });
    return phone === undefined ? [] : second === undefined ? [phone] : [phone, second];
  });
  const [phone = '', second = ''] = [...new Set(numbers.flat())];
  return { asWritten: written[0] ?? '', phone, second, replaced: phone !== '' && numbers[0]?.length === 0 };
}

/** The codes of the issues that keep an order out of "Ready to book". */
const problemsOf = (
  columns: Omit<MirroredColumns, 'problems' | 'version' | 'search_text'>,
  hasAddress: boolean,
): MirroredProblem[] =>
  judgeOrder({ ...columns, hasAddress }).flatMap(({ level, code }) =>
    level === 'info' ? [] : [MirroredProblem.parse(code)],
  );

/** What a person should know of the order before it is booked. The store hides orders placed before `hiddenBefore` from us. */
export const issuesOfOrder = (order: StoreOrderRow, hiddenBefore: Date): Issue[] => [
  ...(order.placed_at < hiddenBefore ? [hidden(order)] : []),
  ...judgeOrder({ ...order, hasAddress: !order.problems.some(isAboutAddress) }),
];

const hidden = ({ updated_at: updatedAt }: StoreOrderRow): Issue => ({
  level: 'warning',
  code: 'hidden-by-store',
  field: '',
  msg: 'Shopify shows us orders for 60 days only. Check in the store that this order is unchanged. After booking, update it in the store yourself.',
  subject: updatedAt.toISOString(),
});

function searchText(columns: Omit<MirroredColumns, 'problems' | 'version' | 'search_text'>): string {
  const { name, customer_name, phone, phone2, phone_as_written, email, city, platform_order_id } = columns;
  const parts = [name, customer_name, phone, phone2, phone_as_written, email, city, platform_order_id];
  return [...new Set(parts.filter(Boolean))].join('\n').toLowerCase();
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

type OrderMoney = Pick<
  StoreOrderRow,
  'outstanding' | 'currency' | 'lines' | 'total' | 'shipping_price' | 'parcels_cod' | 'rest_of_parcels'
>;

/** What is open of an order in the store's currency, without what its parcels collect. */
export const openAmount = ({ outstanding, parcels_cod: collected = 0 }: OrderMoney): string =>
  collected < Number(outstanding) ? subtractMoney(outstanding, rupeesToMoney(collected)) : '0.00';

/**
 * The amounts of an order for what is left of it to ship: for a part of the order, at most what its items are worth is to pay,
 * and the shipping for the last part of an order that is in parcels of ours. Nothing is to pay when the amounts are in another
 * currency.
 */
export function amountsToCollect(order: OrderMoney): OrderAmounts {
  const { currency, lines, total, shipping_price: shipping } = order;
  const open = openAmount(order);
  if (currency !== homeCurrency || Number(open) <= 0) return { total, outstanding: '0.00', shipping };
  if (!isPartOfOrder(lines)) return { total, outstanding: open, shipping };
  const goods = valueToShip(lines);
  const worth = order.rest_of_parcels ? addMoney(goods, shipping) : goods;
  const outstanding = Number(worth) < Number(open) ? worth : open;
  return {
    total,
    outstanding,
    shipping: Number(outstanding) > Number(goods) ? subtractMoney(outstanding, goods) : '0.00',
  };
}

/** Whole rupees that the courier should collect for what is left to ship. */
export const codOf = (order: OrderMoney): number => wholeRupees(amountsToCollect(order).outstanding);

/** Nothing is left to collect. Of what is open in another currency, nobody knows the rupees yet. */
const isPrepaid = (order: OrderMoney & Pick<StoreOrderRow, 'problems'>): boolean =>
  codOf(order) === 0 && !order.problems.includes('other-currency');

/** What courier rules compare with their limits. Null in another currency. */
export const rupeesOf = (amount: string, currency: string): number | null =>
  currency === homeCurrency ? Number(amount) : null;

/** The values of a store order that courier rules check. */
export const orderForRules = (
  order: OrderMoney & Pick<StoreOrderRow, 'id' | 'problems' | 'assigned_account_id'>,
  cities: readonly string[],
  weight: number,
): RuleOrder => ({
  orderId: order.id,
  cities,
  isPrepaid: isPrepaid(order),
  weight,
  value: rupeesOf(order.total, order.currency),
  assigned: order.assigned_account_id,
});
