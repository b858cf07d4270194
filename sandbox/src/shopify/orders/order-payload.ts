import { gid } from '../protocol/ids.ts';
import { twoPlaces } from '../protocol/money.ts';
import type { Address, Fulfillment, StoredOrder } from '../platform/order.ts';
import {
  discountedTotalOf,
  financialStatusOf,
  fulfilledQuantities,
  fulfillmentStatusOf,
  fullName,
  totalsOf,
  unfulfilledOf,
} from '../platform/order.ts';
import type { StoredShop } from '../platform/shop.ts';

/** Webhooks still carry the shapes of the REST API. */
export function orderPayload(order: StoredOrder, shop: StoredShop, now: Date): object {
  const totals = totalsOf(order);
  const open = shop.settings.customerDataApproved;
  const fulfilled = fulfilledQuantities(order);
  const status = fulfillmentStatusOf(order, now);
  const shippingAddress = open ? addressPayload(order.shippingAddress) : null;
  const billingAddress = open ? addressPayload(order.billingAddress) : null;
  return {
    id: order.id,
    admin_graphql_api_id: gid('Order', order.id),
    name: order.name,
    number: order.number - 1000,
    order_number: order.number,
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    processed_at: order.processedAt,
    closed_at: order.closedAt,
    cancelled_at: order.cancelledAt,
    cancel_reason: order.cancelReason?.toLowerCase() ?? null,
    test: order.test,
    tags: order.tags.join(', '),
    note: order.note,
    note_attributes: order.attributes.map(({ key, value }) => ({ name: key, value })),
    email: open ? (order.email ?? '') : null,
    contact_email: open ? order.email : null,
    phone: open ? order.phone : null,
    currency: order.currency,
    presentment_currency: order.currency,
    financial_status: financialStatusOf(order)?.toLowerCase() ?? null,
    fulfillment_status: status === 'FULFILLED' ? 'fulfilled' : status === 'PARTIALLY_FULFILLED' ? 'partial' : null,
    payment_gateway_names: order.gateways,
    discount_codes: order.discountCodes.map((code) => ({
      code,
      amount: twoPlaces(totals.discounts),
      type: 'fixed_amount',
    })),
    subtotal_price: twoPlaces(totals.subtotal),
    total_discounts: twoPlaces(totals.discounts),
    total_tax: twoPlaces(totals.tax),
    total_price: twoPlaces(totals.total),
    current_total_price: twoPlaces(totals.currentTotal),
    total_outstanding: twoPlaces(totals.outstanding),
    customer:
      open && order.customer
        ? { id: order.customer.id, first_name: order.customer.firstName, last_name: order.customer.lastName }
        : null,
    shipping_address: shippingAddress,
    billing_address: billingAddress,
    shipping_lines: order.shipping.map(({ id, title, code, price }) => ({ id, title, code, price: twoPlaces(price) })),
    line_items: order.lines.map((line) => ({
      id: line.id,
      admin_graphql_api_id: gid('LineItem', line.id),
      product_id: line.productId,
      variant_id: line.variantId,
      title: line.title,
      variant_title: line.variantTitle,
      name: line.variantTitle ? `${line.title} - ${line.variantTitle}` : line.title,
      sku: line.sku,
      vendor: line.vendor,
      quantity: line.quantity,
      current_quantity: line.currentQuantity,
      fulfillable_quantity: unfulfilledOf(line, fulfilled),
      requires_shipping: line.requiresShipping,
      gift_card: line.giftCard,
      price: twoPlaces(line.unitPrice),
      total_discount: twoPlaces(line.discount),
      properties: line.attributes.map(({ key, value }) => ({ name: key, value })),
      discounted_total: twoPlaces(discountedTotalOf(line)),
    })),
    fulfillments: order.fulfillments.map((fulfillment) => fulfillmentPayload(order, fulfillment)),
  };
}

export function fulfillmentPayload(order: StoredOrder, fulfillment: Fulfillment): object {
  const numbers = fulfillment.tracking.flatMap(({ number }) => (number === null ? [] : [number]));
  const urls = fulfillment.tracking.flatMap(({ url }) => (url === null ? [] : [url]));
  return {
    id: fulfillment.id,
    admin_graphql_api_id: gid('Fulfillment', fulfillment.id),
    order_id: order.id,
    name: fulfillment.name,
    status: fulfillment.status.toLowerCase(),
    shipment_status: fulfillment.events.at(-1)?.status.toLowerCase() ?? null,
    created_at: fulfillment.createdAt,
    updated_at: fulfillment.updatedAt,
    location_id: fulfillment.locationId,
    tracking_company: fulfillment.tracking[0]?.company ?? null,
    tracking_number: numbers[0] ?? null,
    tracking_numbers: numbers,
    tracking_url: urls[0] ?? null,
    tracking_urls: urls,
    line_items: fulfillment.lines.map(({ lineId, quantity }) => ({
      id: lineId,
      quantity,
      title: order.lines.find((line) => line.id === lineId)?.title ?? null,
    })),
  };
}

function addressPayload(address: Address | null): object | null {
  if (!address) return null;
  return {
    first_name: address.firstName,
    last_name: address.lastName,
    name: fullName(address),
    company: address.company,
    address1: address.address1,
    address2: address.address2,
    city: address.city,
    province: address.province,
    province_code: address.provinceCode,
    zip: address.zip,
    country: address.country,
    country_code: address.countryCode,
    phone: address.phone,
  };
}
