import { wholeRupees } from '@courierdesk/contract/money';
import { normalisePhone } from '@courierdesk/contract/phones';
import type { OrderProblem } from '@courierdesk/contract/store-order-filters';
import type { Selectable } from 'kysely';
import type { StoreOrder } from '../db/schema.ts';
import type { PlatformLine, PlatformOrder } from '../platforms/platform.ts';
import { copyOfOrder, orderVersion } from './order-version.ts';

/** A mirrored store order. */
export type StoreOrderRow = Omit<Selectable<StoreOrder>, 'lines' | 'problems'> & {
  readonly lines: readonly PlatformLine[];
  readonly problems: readonly MirroredProblem[];
};

/** The other problems depend on a courier's list or on earlier bookings. They are found when the order is shown. */
export type MirroredProblem = Exclude<OrderProblem, 'city-uncertain' | 'void-needed'>;

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
    address: [shipTo.company, shipTo.address1, shipTo.address2].map(oneLine).filter(Boolean).join(', '),
    city: oneLine(shipTo.city),
    province: oneLine(shipTo.province),
    zip: shipTo.zip.trim(),
    country: shipTo.country.trim(),
    lines: order.lines,
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
  return { ...kept, version: orderVersion(copyOfOrder(kept), kept.lines) };
}

/**
 * Shopify may stop sharing customer data with us: names, addresses, phones and emails then come empty (shopify.md 2.5).
 * A copy without them keeps what we know.
 */
export function withKnownCustomer(columns: MirroredColumns, known: StoreOrderRow): MirroredColumns {
  const lacksAddress = columns.problems.some(isAboutAddress);
  const kept = {
    ...columns,
    email: columns.email || known.email,
    customer_name: columns.customer_name || known.customer_name,
    ...(columns.phone_as_written === '' && {
      phone_as_written: known.phone_as_written,
      phone: known.phone,
      phone2: known.phone2,
    }),
    ...(lacksAddress && {
      address: known.address || columns.address,
      city: columns.city || known.city,
      province: columns.province || known.province,
      zip: columns.zip || known.zip,
      country: columns.country || known.country,
    }),
  };
  return {
    ...kept,
    problems: problemsOf(kept, !lacksAddress || !known.problems.some(isAboutAddress)),
    version: orderVersion(copyOfOrder(kept), kept.lines),
    search_text: searchText(kept),
  };
}

const isAboutAddress = (problem: MirroredProblem): boolean =>
  problem === 'address-missing' || problem === 'customer-withheld';

/** Quantity of a line that is still to be shipped; 0 for gift cards and downloads. */
export const leftToShip = (line: PlatformLine): number => (line.requiresShipping ? line.unfulfilledQuantity : 0);

/** Some items are already fulfilled in the store. */
export const hasFulfilledItems = ({ lines }: Pick<StoreOrderRow, 'lines'>): boolean =>
  lines.some((line) => line.requiresShipping && line.unfulfilledQuantity < line.currentQuantity);

/** What is left to ship. If that is nothing, all items: a returned parcel is sent again. */
export function itemsToShip(lines: readonly PlatformLine[]): { line: PlatformLine; quantity: number }[] {
  const left = lines.map((line) => ({ line, quantity: leftToShip(line) })).filter(({ quantity }) => quantity > 0);
  if (left.length > 0) return left;
  return lines
    .filter((line) => line.requiresShipping && line.currentQuantity > 0)
    .map((line) => ({ line, quantity: line.currentQuantity }));
}

/**
 * Weight in grams of the items to ship, from the store; 0 if the store has none. Uses the store's total if the whole
 * order is shipped, otherwise the weights of the items.
 */
export function storeWeightOf({ lines, weight }: Pick<StoreOrderRow, 'lines' | 'weight'>): number {
  const items = itemsToShip(lines);
  const isWhole = lines.every(
    (line) => line.currentQuantity === (items.find((item) => item.line === line)?.quantity ?? 0),
  );
  return isWhole && weight > 0 ? weight : items.reduce((sum, { line, quantity }) => sum + quantity * line.grams, 0);
}

/** The first mobile number in these fields is the phone; the next different one is the second phone. */
function phonesOf(fields: readonly string[], country: string): { asWritten: string; phone: string; second: string } {
  const abroad = isAbroad(country);
  const written = fields.map((field) => field.trim()).filter((field) => field !== '');
  const found = written.flatMap((field) => {
    const { phone, second } = normalisePhone(field, { abroad });
    return phone === undefined ? [] : second === undefined ? [phone] : [phone, second];
  });
  const [phone = '', second = ''] = [...new Set(found)];
  return { asWritten: written[0] ?? '', phone, second };
}

function problemsOf(
  columns: Pick<MirroredColumns, 'customer_name' | 'phone_as_written' | 'phone' | 'city' | 'requires_shipping'>,
  hasAddress: boolean,
): MirroredProblem[] {
  const { customer_name: name, phone_as_written: phone, requires_shipping: isShipped } = columns;
  if (isShipped && !hasAddress && name === '' && phone === '') return ['customer-withheld'];
  const problems: MirroredProblem[] = [];
  if (!hasAddress) problems.push('address-missing');
  if (phone === '') problems.push('phone-missing');
  else if (columns.phone === '') problems.push('phone-invalid');
  if (columns.city === '') problems.push('city-missing');
  return problems;
}

function searchText(columns: Omit<MirroredColumns, 'problems' | 'version' | 'search_text'>): string {
  const { name, customer_name, phone, phone2, phone_as_written, email, city, platform_order_id } = columns;
  const parts = [name, customer_name, phone, phone2, phone_as_written, email, city, platform_order_id];
  return [...new Set(parts.filter(Boolean))].join('\n').toLowerCase();
}

/** Another country than Pakistan. An address without a country counts as one in Pakistan. */
export const isAbroad = (country: string): boolean =>
  !['', 'pakistan', 'pk', 'pak'].includes(country.trim().toLowerCase());

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Whole rupees that a courier collects. */
export const codOf = (order: Pick<StoreOrderRow, 'outstanding'>): number => Math.max(0, wholeRupees(order.outstanding));
