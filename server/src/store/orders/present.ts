import type { Correction, LineItem, OrderData } from '@courierdesk/contract/order-data';
import type { Issue } from '@courierdesk/contract/issues';
import { courierName } from '@courierdesk/contract/companies';
import { cutText } from '@courierdesk/contract/cut-text';
import type { Settings } from '@courierdesk/contract/settings';
import { BookingState } from '@courierdesk/contract/statuses';
import type { StoreOrderRow as Row } from '@courierdesk/contract/store-orders';
import { startingWeight } from '@courierdesk/contract/weights';
import type { ChosenAccount } from '../../shop/booking-rules/choose-account.ts';
import type { PlatformLine } from '../../adapters/platforms/platform.ts';
import {
  howToStop,
  isReturned,
  type HoldingShipment,
  type ShipmentToStop,
} from '../../shipments/record/find-shipments.ts';
import { judgeShipments } from '../../shipments/record/judge-shipments.ts';
import type { StoreOrderListItem } from './list-store-orders.ts';
import { problemsOfOrder } from './order-filters.ts';
import { describeItems, lineTitle, productsList } from '../../shipments/record/describe-items.ts';
import { encodeShownOrder } from './shown-order.ts';
import { hasItemsToShip, itemsToShip } from './order-lines.ts';
import { isEmail } from './judge-order.ts';
import { codOf, issuesOfOrder, storeWeightOf, type StoreOrderRow } from './store-order-row.ts';

const itemsInSummary = 2;

export function presentRow({ order, holding, cod, cityMatches, problems, suggested }: StoreOrderListItem): Row {
  const holder = holding.at(-1);
  const items = order.lines.filter((line) => line.currentQuantity > 0);
  return {
    _id: order.id,
    id: order.id,
    platform_order_id: order.platform_order_id,
    order_name: order.name,
    createdAt: order.placed_at.toISOString(),
    customer_name: order.customer_name,
    phone: order.phone || order.phone_as_written,
    city: order.city,
    city_matches: [...cityMatches],
    items: items.reduce((sum, line) => sum + line.currentQuantity, 0),
    item_summary: summary(items),
    total: order.total,
    currency: order.currency,
    cod,
    payment: paymentOf(order),
    problems: [...problems],
    tags: order.tags,
    suggested_account: suggested
      ? {
          account_id: suggested.accountId,
          name: suggested.name,
          company: suggested.company,
          because: suggested.because,
          assigned: suggested.assigned,
        }
      : null,
    shipment:
      holder && (order.held || isReturned(holder))
        ? {
            returned: isReturned(holder),
            id: holder.id,
            tracking_number: holder.tracking_number,
            booking_state: holder.booking_state,
            company: holder.company,
          }
        : null,
    cancelled: order.cancelled_at !== null,
    fulfilled: order.to_ship === 0,
  };
}

export function presentDetail(
  listed: StoreOrderListItem,
  rest: { earlier: { delivered: number; returned: number }; storeUrl: string },
) {
  const { order } = listed;
  return {
    ...presentRow(listed),
    email: order.email,
    address: order.address,
    note: order.note,
    line_items: order.lines
      .filter((line) => line.currentQuantity > 0)
      .map((line) => ({
        line_id: line.lineId,
        title: line.title,
        variant_title: line.variantTitle,
        sku: line.sku,
        quantity: line.currentQuantity,
        unit_price: line.unitPrice,
        image_url: line.imageUrl,
      })),
    earlier: rest.earlier,
    store_url: rest.storeUrl,
  };
}

export type OrderForBooking = {
  /** Without what its parcels have. */
  readonly order: StoreOrderRow;
  readonly parcels: readonly HoldingShipment[];
  /** What people entered for it elsewhere. */
  readonly corrections: readonly Correction[];
  /** Another batch in which it waits to be booked, in words. */
  readonly otherBatch: string | undefined;
  readonly source: OrderData['source'];
  readonly readAt: Date;
  readonly settings: Settings;
  readonly emailsTrackingLink: boolean;
  readonly earlier: { delivered: number; returned: number };
  readonly storeUrl: string;
  readonly toVoid: ShipmentToStop | undefined;
  readonly cityUncertain: boolean;
  /** The order's city as written, and its certain matches in the couriers' lists. */
  readonly cityNames: readonly string[];
  readonly suggested: ChosenAccount;
  /** Default weight of the suggested account in grams; 0 if there is no account. */
  readonly accountWeight: number;
  /** The shop's usual COD in whole rupees; null until there are enough bookings. */
  readonly usualCod: number | null;
  /** The store hides orders placed before. */
  readonly hiddenBefore: Date;
};

/** The starting values of the booking form. */
export function presentOrderData(parts: OrderForBooking): OrderData {
  const { order, parcels, settings } = parts;
  const holder = parcels.find(isReturned) ?? (order.to_ship === 0 ? parcels[0] : undefined);
  const items = itemsToShip(order.lines);
  const storeWeight = storeWeightOf(order);
  const weight = startingWeight([storeWeight], parts.accountWeight, settings.default_weight);
  return {
    _id: order.id,
    id: order.id,
    platform_order_id: order.platform_order_id,
    order_name: order.name,
    createdAt: order.placed_at.toISOString(),
    version: encodeShownOrder(order),
    state: stateOf(order, holder),
    held_by: holder
      ? {
          shipment_id: holder.id,
          tracking_number: holder.tracking_number,
          booking_state: BookingState.parse(holder.booking_state),
          company: holder.company,
          returned: isReturned(holder),
        }
      : null,
    source: parts.source,
    read_at: parts.readAt.toISOString(),
    consignee_name: order.customer_name,
    consignee_email: isEmail(order.email) ? order.email : '',
    consignee_phone: order.phone,
    consignee_phone2: order.phone2,
    consignee_address: order.address,
    phone_as_written: order.phone_as_written,
    city: order.city,
    problems: [
      ...problemsOfOrder(order),
      ...(order.placed_at < parts.hiddenBefore ? ['hidden-by-store' as const] : []),
      ...(parts.cityUncertain ? ['city-uncertain' as const] : []),
    ],
    issues: [
      ...judgeShipments({ left: order.to_ship, holding: parcels, toStop: parts.toVoid }),
      ...issuesOfOrder(order, parts.hiddenBefore),
      ...(parts.otherBatch === undefined ? [] : [inOtherBatch(parts.otherBatch)]),
    ],
    line_items: items.map(({ line, quantity }) => lineItem(line, quantity, order.currency)),
    products_list: productsList(items.map(({ line, quantity }) => ({ title: lineTitle(line), quantity }))),
    pieces: 1,
    weight: weight.grams,
    weight_source: weight.source,
    store_weights: [storeWeight],
    default_weight: settings.default_weight,
    currency: order.currency,
    total: order.total,
    outstanding: order.outstanding,
    usual_cod: parts.usualCod,
    shipping: order.shipping_price,
    ...discountOf(order, settings),
    payment: paymentOf(order),
    cod_amount: codOf(order),
    note: cutText(order.note, 1000),
    remarks: settings.note_in_remarks ? cutText(order.note, 1000) : '',
    tags: order.tags,
    emails_tracking_link: parts.emailsTrackingLink,
    earlier: parts.earlier,
    corrections: [...parts.corrections],
    store_url: parts.storeUrl,
    void_needed: parts.toVoid?.tracking_number
      ? {
          tracking_number: parts.toVoid.tracking_number,
          courier: courierName(parts.toVoid.company),
          how_to_stop: howToStop(parts.toVoid),
        }
      : null,
    suggested_account: parts.suggested.accountId
      ? { account_id: parts.suggested.accountId, because: parts.suggested.because }
      : null,
  };
}

const inOtherBatch = (batch: string): Issue => ({
  level: 'info',
  code: 'in-other-batch',
  field: '',
  msg: `This order is also in ${batch}, and is not booked there yet.`,
  subject: cutText(batch, 200),
});

/** Only if the shop's settings show discounts. A discount without a code has the name from the settings. */
function discountOf(
  order: StoreOrderRow,
  settings: Settings,
): Pick<OrderData, 'has_discount' | 'applied_discount' | 'discount_names'> {
  if (!settings.show_discount || Number(order.discounts) <= 0) {
    return { has_discount: false, applied_discount: '0.00', discount_names: [] };
  }
  const ownName = settings.discount_name ? [settings.discount_name] : [];
  return {
    has_discount: true,
    applied_discount: order.discounts,
    discount_names: order.discount_codes.length > 0 ? order.discount_codes : ownName,
  };
}

function stateOf(order: StoreOrderRow, holder: HoldingShipment | undefined): OrderData['state'] {
  if (holder) return 'held';
  if (order.cancelled_at) return 'cancelled';
  if (order.to_ship > 0) return 'ready';
  return hasItemsToShip(order) ? 'fulfilled' : 'nothing-to-ship';
}

const lineItem = (line: PlatformLine, quantity: number, currency: string): LineItem => ({
  line_id: line.lineId,
  product_title: line.title,
  variant_title: line.variantTitle,
  sku: line.sku,
  amount: line.unitPrice,
  currency,
  current_quantity: quantity,
  image_url: line.imageUrl,
});

function paymentOf(order: Pick<StoreOrderRow, 'outstanding' | 'total'>): Row['payment'] {
  const outstanding = Number(order.outstanding);
  if (outstanding <= 0) return 'PAID';
  return outstanding < Number(order.total) ? 'PARTLY_PAID' : 'COD';
}

function summary(lines: readonly PlatformLine[]): string {
  const shown = describeItems(
    lines.slice(0, itemsInSummary).map((line) => ({ title: lineTitle(line), quantity: line.currentQuantity })),
  );
  const more = lines.length - itemsInSummary;
  return more > 0 ? `${shown} and ${more} more` : shown;
}
