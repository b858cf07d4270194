import { gid } from '../gid.ts';
import { moneyBag } from '../money.ts';
import type { Address, OrderLine, ShippingLine, StoredOrder } from '../order.ts';
import {
  currentWeightOf,
  discountedTotalOf,
  financialStatusOf,
  fulfilledQuantities,
  fulfillmentStatusOf,
  fullName,
  isFulfillable,
  totalsOf,
} from '../order.ts';
import { canMarkAsPaid } from '../change-order.ts';
import type { PageArguments } from './connection.ts';
import { connectionOf, once } from './connection.ts';
import { presentFulfillment, presentFulfillmentOrder } from './present-fulfillment.ts';
import { dateTime } from './date-time.ts';
import type { View } from './view.ts';

/** Names and addresses come back as null without the approval for protected customer data (shopify.md 2.5). */
export function presentOrder(view: View, order: StoredOrder): object {
  const open = view.shop.settings.customerDataApproved;
  const totals = once(() => totalsOf(order));
  const money = (paisa: number) => moneyBag(paisa, order.currency);
  return {
    __typename: 'Order',
    id: gid('Order', order.id),
    legacyResourceId: String(order.id),
    name: order.name,
    number: order.number,
    createdAt: dateTime(order.createdAt),
    updatedAt: dateTime(order.updatedAt),
    processedAt: dateTime(order.processedAt),
    closed: order.closedAt !== null,
    closedAt: dateTime(order.closedAt),
    cancelledAt: dateTime(order.cancelledAt),
    cancelReason: order.cancelReason,
    confirmed: true,
    test: order.test,
    tags: order.tags,
    note: order.note,
    email: open ? order.email : null,
    phone: open ? order.phone : null,
    currencyCode: order.currency,
    presentmentCurrencyCode: order.currency,
    displayFinancialStatus: () => financialStatusOf(order),
    displayFulfillmentStatus: () => fulfillmentStatusOf(order, view.now),
    fulfillable: () => isFulfillable(order, view.now),
    requiresShipping: () => order.lines.some((line) => line.requiresShipping),
    canMarkAsPaid: () => canMarkAsPaid(order),
    fullyPaid: () => totals().outstanding === 0,
    unpaid: () => order.received === 0 && totals().outstanding > 0,
    paymentGatewayNames: order.gateways,
    discountCode: order.discountCodes[0] ?? null,
    discountCodes: order.discountCodes,
    subtotalPriceSet: () => money(totals().subtotal),
    currentSubtotalPriceSet: () => money(order.lines.reduce((sum, line) => sum + discountedTotalOf(line), 0)),
    totalShippingPriceSet: () => money(totals().shipping),
    currentShippingPriceSet: () => money(totals().shipping),
    totalDiscountsSet: () => money(totals().discounts),
    totalTaxSet: () => money(0),
    totalPriceSet: () => money(totals().total),
    originalTotalPriceSet: () => money(totals().total),
    currentTotalPriceSet: () => money(totals().currentTotal),
    totalOutstandingSet: () => money(totals().outstanding),
    currentTotalWeight: () => String(currentWeightOf(order)),
    totalReceivedSet: () => money(order.received),
    totalRefundedSet: () => money(order.refunded),
    customAttributes: order.attributes,
    customer: () => (open && order.customer ? presentCustomer(order) : null),
    shippingAddress: () => (open ? presentAddress(order.id, order.shippingAddress) : null),
    billingAddress: () => (open ? presentAddress(order.id, order.billingAddress) : null),
    shippingLine: () => {
      const line = order.shipping[0];
      return line ? presentShippingLine(order, line) : null;
    },
    shippingLines: (args: PageArguments) =>
      connectionOf(order.shipping, args, view, (line) => presentShippingLine(order, line)),
    lineItems: (args: PageArguments) => {
      const fulfilled = fulfilledQuantities(order);
      return connectionOf(order.lines, args, view, (line) => presentLine(view, order, line, fulfilled));
    },
    fulfillmentOrders: (args: PageArguments & { query?: string | null }) =>
      connectionOf(order.fulfillmentOrders, args, view, (entry) => presentFulfillmentOrder(view, order, entry)),
    fulfillmentsCount: { count: order.fulfillments.length, precision: 'EXACT' },
    fulfillments: (args: { first?: number | null }) =>
      order.fulfillments.slice(0, args.first ?? undefined).map((entry) => presentFulfillment(view, order, entry)),
  };
}

export function presentLine(
  view: View,
  order: StoredOrder,
  line: OrderLine,
  fulfilled: ReadonlyMap<number, number> = fulfilledQuantities(order),
): object {
  const money = (paisa: number) => moneyBag(paisa, order.currency);
  const image =
    line.image === null ? null : { url: `${view.shopify.world.publicUrl}${line.image}`, altText: line.title };
  return {
    __typename: 'LineItem',
    id: gid('LineItem', line.id),
    title: line.title,
    variantTitle: line.variantTitle,
    name: line.variantTitle ? `${line.title} - ${line.variantTitle}` : line.title,
    sku: line.sku,
    vendor: line.vendor,
    quantity: line.quantity,
    currentQuantity: line.currentQuantity,
    unfulfilledQuantity: Math.max(0, line.currentQuantity - (fulfilled.get(line.id) ?? 0)),
    nonFulfillableQuantity: line.quantity - line.currentQuantity,
    refundableQuantity: line.currentQuantity,
    requiresShipping: line.requiresShipping,
    isGiftCard: line.giftCard,
    taxable: true,
    image,
    originalUnitPriceSet: () => money(line.unitPrice),
    originalTotalSet: () => money(line.unitPrice * line.quantity),
    discountedUnitPriceSet: () => money(Math.round(line.unitPrice - line.discount / Math.max(1, line.quantity))),
    discountedUnitPriceAfterAllDiscountsSet: () =>
      money(Math.round(line.unitPrice - line.discount / Math.max(1, line.quantity))),
    discountedTotalSet: () => money(discountedTotalOf(line)),
    totalDiscountSet: () => money(line.discount),
    weight: { unit: 'GRAMS', value: line.grams ?? 0 },
    customAttributes: line.attributes,
    product: { __typename: 'Product', id: gid('Product', line.productId), title: line.title },
    variant: {
      __typename: 'ProductVariant',
      id: gid('ProductVariant', line.variantId),
      title: line.variantTitle ?? 'Default Title',
      sku: line.sku,
    },
  };
}

function presentShippingLine(order: StoredOrder, line: ShippingLine): object {
  return {
    id: gid('ShippingLine', line.id),
    title: line.title,
    code: line.code,
    source: 'shopify',
    custom: line.code === null,
    carrierIdentifier: null,
    deliveryCategory: null,
    phone: null,
    isRemoved: false,
    originalPriceSet: () => moneyBag(line.price, order.currency),
    discountedPriceSet: () => moneyBag(line.price, order.currency),
    currentDiscountedPriceSet: () => moneyBag(line.price, order.currency),
  };
}

export function presentAddress(ownerId: number, address: Address | null): object | null {
  if (!address) return null;
  return {
    __typename: 'MailingAddress',
    id: `${gid('MailingAddress', ownerId)}?model_name=Address`,
    name: fullName(address),
    firstName: address.firstName,
    lastName: address.lastName,
    company: address.company,
    address1: address.address1,
    address2: address.address2,
    city: address.city,
    province: address.province,
    provinceCode: address.provinceCode,
    zip: address.zip,
    country: address.country,
    countryCodeV2: address.countryCode,
    phone: address.phone,
    latitude: null,
    longitude: null,
    coordinatesValidated: false,
  };
}

function presentCustomer(order: StoredOrder): object | null {
  const { customer } = order;
  if (!customer) return null;
  return {
    __typename: 'Customer',
    id: gid('Customer', customer.id),
    legacyResourceId: String(customer.id),
    firstName: customer.firstName,
    lastName: customer.lastName,
    displayName: fullName(customer) ?? order.email ?? order.phone ?? 'Customer',
    defaultEmailAddress: order.email === null ? null : { emailAddress: order.email },
    defaultPhoneNumber: order.phone === null ? null : { phoneNumber: order.phone },
  };
}
