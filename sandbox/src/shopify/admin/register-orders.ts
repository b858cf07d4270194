import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import { cancelFulfillment } from '../orders/change-fulfillment.ts';
import {
  addLine,
  addTags,
  canMarkAsPaid,
  cancelOrder,
  changeAddress,
  changeOutstanding,
  changeQuantity,
  markAsPaid,
  refundOrder,
  releaseOrder,
  removeTags,
} from '../orders/change-order.ts';
import { fulfillByHand } from '../orders/fulfill-by-hand.ts';
import { orderLink, selectionLink } from './app-links.ts';
import { paisaFrom } from '../protocol/money.ts';
import { deliveryMethods, financialStatuses, requestStatuses, type StoredOrder } from '../platform/order.ts';
import { sendPartApart } from '../orders/send-part-apart.ts';
import { setOrderFacts } from '../orders/set-order-facts.ts';
import { placeDemoOrders } from '../orders/place-order.ts';
import type { Shopify } from '../platform/shopify.ts';
import { holdReasons, orderPage } from './order-page.ts';
import { ordersPage } from './orders-page.ts';
import type { ShopRequest } from './admin-page.ts';
import { adminUrl, notFound, redirectWith, sendShopPage, shopOf, textOf } from './admin-page.ts';

const Part = z.object({
  lines: z.array(z.int().nonnegative()).optional(),
  hold: z.enum(holdReasons).optional(),
  fulfillAt: z.iso.datetime().optional(),
  requestStatus: z.enum(requestStatuses).optional(),
  deliveryMethod: z.enum(deliveryMethods).optional(),
  location: z.int().min(0).max(2).optional(),
});

const Item = z.object({
  title: z.string().trim().min(1).max(200),
  price: z.coerce.number().min(0).max(10_000_000),
  quantity: z.coerce.number().int().min(1).max(1000),
});

const Facts = z.object({
  financialStatus: z.enum(financialStatuses).nullable(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  gateways: z.array(z.string().max(100)).max(10),
  test: z.boolean(),
  archived: z.boolean(),
  removeAddress: z.literal(true).optional(),
});

type Form = Record<string, string | string[] | undefined>;
type OrderAction = (order: StoredOrder, form: Form) => string;

export function registerAdminOrders(app: FastifyInstance, shopify: Shopify): void {
  const { context } = shopify;

  app.get('/shopify/:shop/admin/orders', async (request: ShopRequest, reply) => {
    const shop = shopOf(shopify, request);
    if (!shop) return notFound(reply);
    const { search, tab, page } = request.query;
    const body = ordersPage(shopify, shop, {
      search: textOf(search),
      tab: textOf(tab),
      page: Number(textOf(page)) || 1,
    });
    return sendShopPage(reply, request, shop, { title: 'Orders', body });
  });

  app.post('/shopify/:shop/admin/orders/new', async (request: ShopRequest, reply) => {
    const shop = shopOf(shopify, request);
    if (!shop) return notFound(reply);
    const orders = placeDemoOrders(shopify, shop, 5, { spreadHours: 0 });
    return redirectWith(reply, `${adminUrl(shop)}/orders`, `Added ${orders.map((order) => order.name).join(', ')}.`);
  });

  app.post('/shopify/:shop/admin/orders/book', async (request: ShopRequest, reply) => {
    const shop = shopOf(shopify, request);
    if (!shop) return notFound(reply);
    const ids = [request.body?.['ids'] ?? []]
      .flat()
      .map(Number)
      .filter((id) => shopify.orders.get(id)?.shop === shop.domain);
    if (ids.length === 0) return redirectWith(reply, `${adminUrl(shop)}/orders`, 'Select at least one order first.');
    return reply.redirect(selectionLink(context, shop.domain, ids), 303);
  });

  app.get('/shopify/:shop/admin/orders/:id', async (request: ShopRequest, reply) => {
    const found = orderOf(request);
    if (!found) return notFound(reply);
    const body = orderPage(shopify, found.shop, found.order);
    return sendShopPage(reply, request, found.shop, { title: `Order ${found.order.name}`, body });
  });

  app.get('/shopify/:shop/admin/orders/:id/book', async (request: ShopRequest, reply) => {
    const found = orderOf(request);
    return found ? reply.redirect(orderLink(context, found.shop.domain, found.order.id)) : notFound(reply);
  });

  for (const [name, act] of Object.entries(actions(shopify))) {
    app.post(`/shopify/:shop/admin/orders/:id/${name}`, async (request: ShopRequest, reply): Promise<FastifyReply> => {
      const found = orderOf(request);
      if (!found) return notFound(reply);
      const notice = act(found.order, request.body ?? {});
      return redirectWith(reply, `${adminUrl(found.shop)}/orders/${found.order.id}`, notice);
    });
  }

  function orderOf(request: ShopRequest) {
    const shop = shopOf(shopify, request);
    const order = shopify.orders.get(Number(request.params.id));
    return shop && order?.shop === shop.domain ? { shop, order } : undefined;
  }
}

function actions(shopify: Shopify): Record<string, OrderAction> {
  return {
    cancel: (order) => {
      const refusal = cancelOrder(shopify, order, 'CUSTOMER');
      return refusal ? `${refusal}.` : 'The order is cancelled.';
    },
    paid: (order) => {
      if (!canMarkAsPaid(order)) return 'Order cannot be marked as paid.';
      markAsPaid(shopify, order);
      return 'The order is paid.';
    },
    outstanding: (order, form) => {
      const amount = Number(textOf(form['outstanding']));
      if (!Number.isFinite(amount) || amount < 0) return 'The amount must be a number from 0.';
      changeOutstanding(shopify, order, paisaFrom(amount));
      return 'The outstanding amount is changed.';
    },
    refund: (order, form) => {
      const amount = Number(textOf(form['amount']));
      if (!Number.isFinite(amount) || amount <= 0) return 'The refund must be a number above 0.';
      const refusal = refundOrder(shopify, order, { amount: paisaFrom(amount), isOpen: form['open'] !== undefined });
      return refusal ? `${refusal}.` : 'The refund is made.';
    },
    address: (order, form) => {
      const fields = ['firstName', 'lastName', 'address1', 'address2', 'city', 'zip', 'phone'] as const;
      changeAddress(shopify, order, Object.fromEntries(fields.map((name) => [name, textOf(form[name]) || null])));
      return 'The address is changed.';
    },
    tags: (order, form) => {
      const wanted = textOf(form['tags'])
        .split(',')
        .map((tag) => tag.trim())
        .filter(Boolean);
      const gone = order.tags.filter((tag) => !wanted.includes(tag));
      if (gone.length > 0) removeTags(shopify, order, gone);
      return addTags(shopify, order, wanted) ?? 'The tags are saved.';
    },
    quantity: (order, form) => {
      const line = order.lines.find((entry) => String(entry.id) === textOf(form['line']));
      const quantity = Number(textOf(form['quantity']));
      if (!line || !Number.isInteger(quantity) || quantity < 0) return 'The quantity must be a whole number from 0.';
      const refusal = changeQuantity(shopify, order, line, quantity);
      return refusal ? `${refusal}.` : 'The quantity is changed.';
    },
    fulfill: (order, form) => {
      const made = fulfillByHand(shopify, order, { number: textOf(form['number']) || undefined });
      return made > 0 ? 'The order is fulfilled by hand.' : 'There is nothing left to fulfill.';
    },
    'cancel-fulfillment': (order, form) => {
      const fulfillment = order.fulfillments.find((entry) => String(entry.id) === textOf(form['fulfillment']));
      if (!fulfillment) return 'Fulfillment not found.';
      cancelFulfillment(shopify, order, fulfillment, false);
      return 'The fulfillment is cancelled.';
    },
    'add-item': (order, form) => {
      const item = Item.safeParse({ ...form });
      if (!item.success) return 'An item has a title, a price from 0 and a quantity from 1.';
      const requiresShipping = form['requiresShipping'] !== undefined;
      addLine(shopify, order, { ...item.data, price: paisaFrom(item.data.price), requiresShipping });
      return `${item.data.title} is added.`;
    },
    part: (order, form) => {
      const line = textOf(form['line']);
      const location = textOf(form['location']);
      const day = textOf(form['fulfillAt']);
      const part = Part.safeParse({
        ...(line !== '' && { lines: [Number(line)] }),
        ...(location !== '' && { location: Number(location) }),
        ...(day !== '' && { fulfillAt: `${day}T00:00:00Z` }),
        ...chosen(form, ['hold', 'deliveryMethod', 'requestStatus']),
      });
      if (!part.success) return 'This cannot be chosen.';
      sendPartApart(shopify, order, part.data);
      return 'How the items are sent is saved.';
    },
    facts: (order, form) => {
      const facts = Facts.safeParse({
        financialStatus: textOf(form['financialStatus']) || null,
        currency: textOf(form['currency']).toUpperCase(),
        gateways: textOf(form['gateways'])
          .split(',')
          .map((gateway) => gateway.trim())
          .filter(Boolean),
        test: form['test'] !== undefined,
        archived: form['archived'] !== undefined,
        ...(form['removeAddress'] !== undefined && { removeAddress: true as const }),
      });
      if (!facts.success) return 'This cannot be chosen.';
      setOrderFacts(shopify, order, facts.data);
      const country = textOf(form['country']) || null;
      if (order.shippingAddress && country !== order.shippingAddress.country)
        changeAddress(shopify, order, { country });
      return 'What the store says is saved.';
    },
    release: (order) => {
      releaseOrder(shopify, order);
      return 'The hold is released.';
    },
  };
}

/** The fields in which something is chosen. */
const chosen = (form: Form, names: readonly string[]): Form =>
  Object.fromEntries(names.flatMap((name) => (textOf(form[name]) === '' ? [] : [[name, textOf(form[name])]])));
