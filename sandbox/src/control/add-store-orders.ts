import type * as z from 'zod';
import { holdOrder, scheduleOrder } from '../shopify/orders/change-order.ts';
import type { OrderDraft } from '../shopify/demo-data/demo-orders.ts';
import { paisaFrom } from '../shopify/protocol/money.ts';
import { emptyAddress, type StoredOrder } from '../shopify/platform/order.ts';
import { placeDemoOrders } from '../shopify/orders/place-order.ts';
import type { Shopify } from '../shopify/platform/shopify.ts';
import type { NewOrders } from './inputs.ts';
import { setOrderFacts } from '../shopify/orders/set-order-facts.ts';

type Input = z.output<typeof NewOrders>;

/** Creates demo orders with the fields that the caller set. */
export function addStoreOrders(shopify: Shopify, input: Input): StoredOrder[] {
  const shop = shopify.shops.ensure(input.shop);
  if (!shop) return [];
  const orders = placeDemoOrders(shopify, shop, input.count, {
    spreadHours: input.spreadHours,
    change: (draft) => applyInput(draft, input),
  });
  for (const order of orders) {
    const { currency, taxRate, test, archived, gateways, financialStatus } = input;
    setOrderFacts(shopify, order, { currency, taxRate, test, archived, gateways, financialStatus });
    if (input.hold) holdOrder(shopify, order, input.hold);
    if (input.fulfillAt) scheduleOrder(shopify, order, new Date(input.fulfillAt).toISOString());
  }
  return orders;
}

function applyInput(draft: OrderDraft, input: Input): void {
  if (input.createdAt) draft.createdAt = new Date(input.createdAt);
  if (input.address === null) draft.address = null;
  else if (input.address || input.city !== undefined) {
    draft.address = { ...emptyAddress, ...draft.address, ...input.address };
    if (input.city !== undefined) draft.address.city = input.city;
  }
  if (input.email !== undefined) draft.email = input.email;
  if (input.phone !== undefined) {
    draft.phone = input.phone;
    if (draft.address) draft.address.phone = input.address?.phone ?? input.phone;
  }
  if (input.lines) {
    draft.lines = input.lines.map((line) => ({
      title: line.title,
      variantTitle: line.variant,
      vendor: null,
      sku: line.sku,
      quantity: line.quantity,
      unitPrice: paisaFrom(line.price),
      grams: line.grams,
      requiresShipping: line.requiresShipping,
      discount: paisaFrom(line.discount),
      image: '/shopify/images/product-1.svg',
    }));
    draft.discountCode = null;
  }
  if (input.shipping !== undefined) {
    draft.shipping = {
      title: input.shipping === 0 ? 'Free shipping' : 'Standard delivery',
      price: paisaFrom(input.shipping),
    };
  }
  if (input.payment) draft.payment = input.payment;
  if (input.discountCode !== undefined) draft.discountCode = input.discountCode;
  if (input.note !== undefined) draft.note = input.note;
  if (input.tags) draft.tags = input.tags;
}
