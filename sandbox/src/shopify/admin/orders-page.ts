import type { Html } from '../../pages/html.ts';
import { html } from '../../pages/html.ts';
import type { StoredOrder } from '../platform/order.ts';
import { fulfillmentStatusOf, fullName, totalsOf } from '../platform/order.ts';
import { orderSearch } from '../graphql/order-search.ts';
import type { StoredShop } from '../platform/shop.ts';
import type { Shopify } from '../platform/shopify.ts';
import { fulfillmentBadge, paymentBadge, rupees, timeText } from './order-badges.ts';
import { adminUrl } from './admin-page.ts';

const pageSize = 50;
const tabs = [
  { key: 'all', text: 'All', matches: () => true },
  { key: 'unfulfilled', text: 'Unfulfilled', matches: (order: StoredOrder, now: Date) => isWaiting(order, now) },
  {
    key: 'fulfilled',
    text: 'Fulfilled',
    matches: (order: StoredOrder, now: Date) => fulfillmentStatusOf(order, now) === 'FULFILLED',
  },
  { key: 'cancelled', text: 'Cancelled', matches: (order: StoredOrder) => order.cancelledAt !== null },
] as const;

function isWaiting(order: StoredOrder, now: Date): boolean {
  return order.cancelledAt === null && fulfillmentStatusOf(order, now) !== 'FULFILLED';
}

type OrdersQuery = {
  search: string;
  tab: string;
  page: number;
};

/** The list of orders with selection and "Book with Courierdesk". */
export function ordersPage(shopify: Shopify, shop: StoredShop, query: OrdersQuery): Html {
  const now = shopify.context.now();
  const tab = tabs.find(({ key }) => key === query.tab) ?? tabs[0];
  const search = orderSearch(query.search, {
    now,
    idOfName: (name) => shopify.orders.byName(shop.domain, name)?.id,
  });
  const found: StoredOrder[] = [];
  for (const { order } of shopify.orders.sorted(shop.domain, 'ORDER_NUMBER')) {
    if (tab.matches(order, now) && search.matches(order)) found.push(order);
  }
  found.reverse();
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(Math.max(1, query.page), pages);
  const shown = found.slice((page - 1) * pageSize, page * pageSize);
  const link = (change: Partial<OrdersQuery>) => {
    const values = { search: query.search, tab: tab.key, page: 1, ...change };
    return `${adminUrl(shop)}/orders?${new URLSearchParams({ search: values.search, tab: values.tab, page: String(values.page) }).toString()}`;
  };
  return html`<div class="row">
      <h1 class="grow">Orders</h1>
      <form method="post" action="${adminUrl(shop)}/orders/new"><button>Add 5 orders</button></form>
      <a class="button" href="${adminUrl(shop)}/apps/open">Open Courierdesk</a>
    </div>
    <form class="row card" method="get" action="${adminUrl(shop)}/orders" role="search">
      <label class="grow"
        >Search orders<input
          type="search"
          name="search"
          value="${query.search}"
          placeholder="#1001, a name, tag:verified"
      /></label>
      <input type="hidden" name="tab" value="${tab.key}" /><button>Search</button>
      <nav class="row" aria-label="Views">
        ${tabs.map(
          ({ key, text }) =>
            html`<a
              class="button ${key === tab.key ? 'main' : ''}"
              href="${link({ tab: key })}"
              ${key === tab.key ? html`aria-current="true"` : ''}
              >${text}</a
            >`,
        )}
      </nav>
    </form>
    <form method="post" action="${adminUrl(shop)}/orders/book">
      <div class="row">
        <button class="main">Book with Courierdesk</button>
        <span class="dim"
          >Books the selected orders. ${found.length} ${found.length === 1 ? 'order' : 'orders'} found.</span
        >
      </div>
      <div class="card scroll">
        <table>
          <thead>
            <tr>
              <th><span class="dim">Select</span></th>
              <th>Order</th>
              <th>Date</th>
              <th>Customer</th>
              <th>City</th>
              <th class="n">Total</th>
              <th>Payment</th>
              <th>Fulfillment</th>
              <th>Tags</th>
            </tr>
          </thead>
          <tbody>
            ${shown.map((order) => row(shop, order, now))}
          </tbody>
        </table>
        ${shown.length === 0 ? html`<p class="dim">No order matches.</p>` : ''}
      </div>
    </form>
    <nav class="row" aria-label="Pages of the list">
      ${page > 1 ? html`<a class="button" href="${link({ page: page - 1 })}">Previous</a>` : ''}
      <span class="dim">Page ${page} of ${pages}</span>
      ${page < pages ? html`<a class="button" href="${link({ page: page + 1 })}">Next</a>` : ''}
    </nav>`;
}

function row(shop: StoredShop, order: StoredOrder, now: Date): Html {
  const customer = order.shippingAddress ?? order.customer;
  return html`<tr>
    <td><input type="checkbox" name="ids" value="${order.id}" aria-label="Select ${order.name}" /></td>
    <td><a href="${adminUrl(shop)}/orders/${order.id}">${order.name}</a></td>
    <td class="t">${timeText(order.createdAt)}</td>
    <td dir="auto">${(customer && fullName(customer)) ?? '–'}</td>
    <td dir="auto">${order.shippingAddress?.city ?? '–'}</td>
    <td class="n">${rupees(totalsOf(order).total)}</td>
    <td>${paymentBadge(order)}</td>
    <td>${fulfillmentBadge(order, now)}</td>
    <td>${order.tags.join(', ')}</td>
  </tr>`;
}
