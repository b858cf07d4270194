import { gid } from '../protocol/ids.ts';
import { moneyBag } from '../protocol/money.ts';
import type { OrderLine, ShippingLine, StoredOrder } from '../platform/order.ts';
import { discountedTotalOf, fulfilledQuantities, lineTax, unfulfilledOf } from '../platform/order.ts';
import type { View } from './graphql-context.ts';

export function presentLine(
  view: View,
  order: StoredOrder,
  line: OrderLine,
  fulfilled: ReadonlyMap<number, number> = fulfilledQuantities(order),
): object {
  const money = (paisa: number) => moneyBag(paisa, order.currency);
  const image =
    line.image === null ? null : { url: `${view.shopify.context.publicUrl}${line.image}`, altText: line.title };
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
    unfulfilledQuantity: unfulfilledOf(line, fulfilled),
    nonFulfillableQuantity: line.quantity - line.currentQuantity,
    refundableQuantity: line.currentQuantity,
    requiresShipping: line.requiresShipping,
    isGiftCard: line.giftCard,
    taxable: true,
    taxLines: () =>
      order.taxRate === undefined
        ? []
        : [{ title: 'GST', rate: order.taxRate / 100, priceSet: money(lineTax(order, line)) }],
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

export function presentShippingLine(order: StoredOrder, line: ShippingLine): object {
  return {
    id: gid('ShippingLine', line.id),
    title: line.title,
    code: line.code,
    source: 'shopify',
    custom: line.code === null,
    carrierIdentifier: null,
    deliveryCategory: null,
    phone: null,
    isRemoved: line.removed === true,
    originalPriceSet: () => moneyBag(line.price, order.currency),
    discountedPriceSet: () => moneyBag(line.price, order.currency),
    currentDiscountedPriceSet: () => moneyBag(line.removed ? 0 : line.price, order.currency),
  };
}
