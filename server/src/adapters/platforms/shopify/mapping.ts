import { plainText } from '@courierdesk/contract/plain-text';
import { z } from 'zod';
import { stoppedQuantities } from '../fulfilment-orders.ts';
import {
  maxGrams,
  type PlatformFulfilmentOrder,
  type PlatformLine,
  type PlatformOrder,
  type PlatformShop,
} from '../platform.ts';
import { twoPlaces } from './amounts.ts';
import { FulfilmentOrderPage } from './fulfilment-orders.ts';
import { numericId } from './gid.ts';
import { PageInfo } from './page-info.ts';

/** Protected customer data and much else may be `null`: text is then empty. */
const text = z
  .string()
  .nullish()
  .transform((value) => plainText(value ?? ''));

const moment = z.string().transform((value) => new Date(value));

const optionalMoment = z
  .string()
  .nullish()
  .transform((value) => (value ? new Date(value) : undefined));

/**
 * More than any courier collects, and less than any column of ours holds: an order with a higher amount has the problem "COD
 * over the courier’s limit", and is booked only with an amount that a person enters.
 */
const maxAmount = 1_000_000_000;

const decimal = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/)
  .transform(twoPlaces)
  .transform((amount) =>
    Math.abs(Number(amount)) > maxAmount ? twoPlaces(String(Math.sign(Number(amount)) * maxAmount)) : amount,
  );

export const money = z
  .object({ shopMoney: z.object({ amount: decimal }) })
  .nullish()
  .transform((value) => value?.shopMoney.amount ?? '0.00');

/** An `UnsignedInt64`, which comes as text. */
const orderGrams = z
  .union([z.string().regex(/^\d+$/), z.number().nonnegative()])
  .transform((value) => Math.min(Number(value), maxGrams));

const gramsIn = { GRAMS: 1, KILOGRAMS: 1000, OUNCES: 28.349_523_125, POUNDS: 453.592_37 } as const;

/** Grams of one unit; 0 where the store gives no weight. */
const unitGrams = z
  .object({ unit: z.enum(['GRAMS', 'KILOGRAMS', 'OUNCES', 'POUNDS']), value: z.number() })
  .nullish()
  .transform((weight) => (weight ? Math.min(Math.round(weight.value * gramsIn[weight.unit]), maxGrams) : 0));

export const ShopReply = z.object({
  id: z.string(),
  name: z.string(),
  email: text,
  shopOwnerName: text,
  myshopifyDomain: z.string(),
  url: text,
  primaryDomain: z.object({ url: text }).nullish(),
  ianaTimezone: z.string(),
  currencyCode: z.string(),
  plan: z.object({ partnerDevelopment: z.boolean() }),
  shopAddress: z.object({ address1: text, address2: text, city: text, phone: text }).nullish(),
});

export const LineReply = z.object({
  id: z.string(),
  title: text,
  variantTitle: text,
  sku: text,
  quantity: z.number().int(),
  currentQuantity: z.number().int(),
  unfulfilledQuantity: z.number().int(),
  requiresShipping: z.boolean(),
  image: z.object({ url: text }).nullish(),
  originalUnitPriceSet: money,
  discountedUnitPriceAfterAllDiscountsSet: money,
  taxLines: z.array(z.object({ rate: z.number().nullable() })),
  weight: unitGrams,
});

/** An order without its lines: they come paged, or as lines of their own in an export. */
export const OrderReply = z.object({
  id: z.string(),
  name: z.string(),
  number: z.number().int(),
  createdAt: moment,
  updatedAt: moment,
  closedAt: optionalMoment,
  cancelledAt: optionalMoment,
  test: z.boolean(),
  tags: z.array(z.string()),
  note: text,
  email: text,
  phone: text,
  currencyCode: z.string(),
  displayFinancialStatus: text,
  displayFulfillmentStatus: text,
  requiresShipping: z.boolean(),
  taxesIncluded: z.boolean(),
  paymentGatewayNames: z.array(z.string()),
  discountCodes: z.array(z.string()),
  subtotalPriceSet: money,
  currentShippingPriceSet: money,
  totalDiscountsSet: money,
  totalTaxSet: money,
  currentTotalPriceSet: money,
  totalOutstandingSet: money,
  currentTotalWeight: orderGrams,
  shippingAddress: z
    .object({
      name: text,
      firstName: text,
      lastName: text,
      company: text,
      address1: text,
      address2: text,
      city: text,
      province: text,
      zip: text,
      country: text,
      phone: text,
    })
    .nullish(),
});

export const LinePage = z.object({ nodes: z.array(LineReply), pageInfo: PageInfo });
export type LinePage = z.infer<typeof LinePage>;

export const OrderWithLinesReply = OrderReply.extend({ lineItems: LinePage, fulfillmentOrders: FulfilmentOrderPage });
export type OrderWithLinesReply = z.infer<typeof OrderWithLinesReply>;

export function platformShop(shop: z.infer<typeof ShopReply>): PlatformShop {
  const address = shop.shopAddress;
  return {
    platformShopId: numericId(shop.id),
    name: shop.name,
    email: shop.email,
    ownerName: shop.shopOwnerName,
    domain: shop.myshopifyDomain,
    primaryUrl: shop.primaryDomain?.url || shop.url,
    timeZone: shop.ianaTimezone,
    currency: shop.currencyCode,
    isDevelopment: shop.plan.partnerDevelopment,
    phone: address?.phone ?? '',
    address: [address?.address1, address?.address2].filter(Boolean).join(', '),
    city: address?.city ?? '',
  };
}

export function platformOrder(
  order: z.infer<typeof OrderReply>,
  lines: readonly PlatformLine[],
  fulfilmentOrders: readonly PlatformFulfilmentOrder[],
): PlatformOrder {
  const stopped = stoppedQuantities(fulfilmentOrders);
  const address = order.shippingAddress;
  const shipTo = {
    name: address?.name || [address?.firstName, address?.lastName].filter(Boolean).join(' '),
    company: address?.company ?? '',
    address1: address?.address1 ?? '',
    address2: address?.address2 ?? '',
    city: address?.city ?? '',
    province: address?.province ?? '',
    zip: address?.zip ?? '',
    country: address?.country ?? '',
    phone: address?.phone ?? '',
  };
  return {
    platformOrderId: numericId(order.id),
    name: order.name,
    number: order.number,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    cancelledAt: order.cancelledAt,
    closedAt: order.closedAt,
    test: order.test,
    tags: order.tags,
    note: order.note,
    currency: order.currencyCode,
    financialStatus: order.displayFinancialStatus,
    fulfilmentStatus: order.displayFulfillmentStatus,
    requiresShipping: order.requiresShipping,
    gateways: order.paymentGatewayNames,
    discountCodes: order.discountCodes,
    subtotal: order.subtotalPriceSet,
    shippingPrice: order.currentShippingPriceSet,
    discounts: order.totalDiscountsSet,
    tax: order.totalTaxSet,
    total: order.currentTotalPriceSet,
    outstanding: order.totalOutstandingSet,
    weight: order.currentTotalWeight,
    email: order.email,
    phone: order.phone,
    hasAddress: [shipTo.address1, shipTo.address2].some((part) => part.trim() !== ''),
    shipTo,
    lines: lines.map((line) => {
      const stoppedQuantity = Math.min(stopped.get(line.lineId) ?? 0, line.unfulfilledQuantity);
      return stoppedQuantity > 0 ? { ...line, stoppedQuantity } : line;
    }),
    fulfilmentOrders,
  };
}

export function platformLine(
  line: z.infer<typeof LineReply>,
  { taxesIncluded }: Pick<z.infer<typeof OrderReply>, 'taxesIncluded'>,
): PlatformLine {
  const price = line.discountedUnitPriceAfterAllDiscountsSet;
  const taxRate = line.taxLines.reduce((sum, { rate }) => sum + (rate ?? 0), 0);
  return {
    lineId: numericId(line.id),
    title: line.title,
    variantTitle: line.variantTitle === 'Default Title' ? '' : line.variantTitle,
    sku: line.sku,
    quantity: line.quantity,
    currentQuantity: line.currentQuantity,
    // Units that were refunded without restocking stay in the fulfilment orders.
    unfulfilledQuantity: Math.min(line.unfulfilledQuantity, line.currentQuantity),
    requiresShipping: line.requiresShipping,
    imageUrl: line.image?.url ?? '',
    unitPrice: line.originalUnitPriceSet,
    discountedPrice: taxesIncluded ? price : twoPlaces((Number(price) * (1 + taxRate)).toFixed(3)),
    grams: line.weight,
  };
}
