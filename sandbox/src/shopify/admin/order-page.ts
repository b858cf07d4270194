import type { Html } from '../../pages/html.ts';
import { html } from '../../pages/html.ts';
import type { Fulfillment, StoredOrder } from '../platform/order.ts';
import {
  deliveryMethods,
  discountedTotalOf,
  financialStatuses,
  fulfilledQuantities,
  fullName,
  isDone,
  isFulfillable,
  requestStatuses,
  statusOf,
  totalsOf,
} from '../platform/order.ts';
import type { StoredShop } from '../platform/shop.ts';
import type { Shopify } from '../platform/shopify.ts';
import { fulfillmentBadge, paymentBadge, rupees, timeText, statusText } from './order-badges.ts';
import { adminUrl } from './admin-page.ts';

export const holdReasons = [
  'AWAITING_PAYMENT',
  'AWAITING_RETURN_ITEMS',
  'HIGH_RISK_OF_FRAUD',
  'INCORRECT_ADDRESS',
  'INVENTORY_OUT_OF_STOCK',
  'OTHER',
] as const;

/** One order with every action that a merchant has. */
export function orderPage(shopify: Shopify, shop: StoredShop, order: StoredOrder): Html {
  const now = shopify.context.now();
  const base = `${adminUrl(shop)}/orders/${order.id}`;
  return html`<div class="row">
      <h1 class="grow">Order ${order.name} ${paymentBadge(order)} ${fulfillmentBadge(order, now)}</h1>
      <a class="button main" href="${base}/book">Book with Courierdesk</a>
    </div>
    <p class="dim">${timeText(order.createdAt)}, id ${order.id}${order.closedAt ? ', archived' : ''}</p>
    <div class="two">
      <div>
        ${itemsCard(order, base)} ${order.cancelledAt ? '' : addItemCard(base)}
        ${fulfillmentsCard(shopify, shop, order, base)} ${moneyCard(order, base)}
        <section class="card">
          <h2>Timeline</h2>
          <ul class="plain">
            ${order.timeline.toReversed().map((entry) => html`<li><span class="dim">${timeText(entry.at)}</span> ${entry.text}</li>`)}
          </ul>
        </section>
      </div>
      <div>
        ${customerCard(order, base)}
        <section class="card">
          <h2>Tags</h2>
          <p>
            ${order.tags.length > 0 ? order.tags.map((tag) => html`<span class="badge">${tag}</span> `) : html`<span class="dim">None</span>`}
          </p>
          <form class="row" method="post" action="${base}/tags">
            <label class="grow">Tags, with commas<input name="tags" value="${order.tags.join(', ')}" /></label
            ><button>Save tags</button>
          </form>
        </section>
        <section class="card">
          <h2>Note</h2>
          <p dir="auto">${order.note ?? html`<span class="dim">None</span>`}</p>
        </section>
        ${order.cancelledAt ? '' : actionsCard(shopify, order, base)}
        ${order.cancelledAt ? '' : partCard(shop, order, base)} ${factsCard(order, base)}
      </div>
    </div>`;
}

function itemsCard(order: StoredOrder, base: string): Html {
  const fulfilled = fulfilledQuantities(order);
  return html`<section class="card scroll">
    <h2>Items</h2>
    <table>
      <thead>
        <tr>
          <th></th>
          <th>Item</th>
          <th class="n">Price</th>
          <th class="n">Quantity</th>
          <th class="n">Total</th>
          <th>Change quantity</th>
        </tr>
      </thead>
      <tbody>
        ${order.lines.map(
          (line) =>
            html`<tr>
              <td>${line.image ? html`<img class="thumb" src="${line.image}" alt="" />` : ''}</td>
              <td class="w">
                ${line.title}
                <div class="dim">${[line.variantTitle, line.sku].filter((part) => part !== null).join(', ')}</div>
              </td>
              <td class="n">${rupees(line.unitPrice)}</td>
              <td class="n">
                ${line.currentQuantity}
                <div class="dim">${fulfilled.get(line.id) ?? 0} fulfilled</div>
              </td>
              <td class="n">${rupees(discountedTotalOf(line))}</td>
              <td>
                <form class="row" method="post" action="${base}/quantity">
                  <input type="hidden" name="line" value="${line.id}" />
                  <input
                    type="number"
                    name="quantity"
                    min="0"
                    value="${line.currentQuantity}"
                    aria-label="Quantity of ${line.title}"
                    style="width:5rem"
                  />
                  <button>Save</button>
                </form>
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

function addItemCard(base: string): Html {
  return html`<section class="card">
    <h2>Add an item</h2>
    <form class="row" method="post" action="${base}/add-item">
      <label class="grow">Title<input name="title" maxlength="200" required /></label>
      <label>Price, Rs<input type="number" name="price" min="0" step="0.01" required /></label>
      <label>Quantity<input type="number" name="quantity" min="1" value="1" required /></label>
      <label class="row"><input type="checkbox" name="requiresShipping" checked /> Needs shipping</label>
      <button>Add item</button>
    </form>
  </section>`;
}

function fulfillmentsCard(shopify: Shopify, shop: StoredShop, order: StoredOrder, base: string): Html {
  const now = shopify.context.now();
  const open = order.fulfillmentOrders.filter((entry) => !isDone(entry.status));
  return html`<section class="card">
    <h2>Fulfillments</h2>
    ${order.fulfillments.length === 0 ? html`<p class="dim">Nothing is fulfilled yet.</p>` : ''}
    <ul class="plain">
      ${order.fulfillments.map((fulfillment) => fulfillmentItem(fulfillment, base))}
      ${open.map((entry) => {
        const location = shop.locations.find((candidate) => candidate.id === entry.locationId);
        const left = entry.lines.reduce((sum, line) => sum + line.remaining, 0);
        return html`<li>
          <span class="badge warn">${statusText(statusOf(entry, now))}</span> ${left} to ship from
          ${location?.name ?? 'the store'}${entry.fulfillAt ? html`, from ${timeText(entry.fulfillAt)} on` : ''}
        </li>`;
      })}
    </ul>
  </section>`;
}

function fulfillmentItem(fulfillment: Fulfillment, base: string): Html {
  return html`<li>
    <div class="row">
      <strong>${fulfillment.name}</strong>
      <span class="badge ${fulfillment.status === 'SUCCESS' ? 'ok' : 'bad'}"
        >${statusText(fulfillment.displayStatus)}</span
      >
      <span class="dim"
        >${timeText(fulfillment.createdAt)}, by
        ${fulfillment.byApp ? 'Courierdesk' : 'the store'}${fulfillment.notified ? ', customer notified' : ''}</span
      >
      ${
        fulfillment.status === 'SUCCESS'
          ? html`<form method="post" action="${base}/cancel-fulfillment">
              <input type="hidden" name="fulfillment" value="${fulfillment.id}" /><button class="bad">
                Cancel fulfillment
              </button>
            </form>`
          : ''
      }
    </div>
    ${fulfillment.tracking.map(
      ({ number, company, url }) =>
        html`<div>
          ${company ?? 'Courier'}:
          ${url ? html`<a href="${url}" rel="noreferrer">${number ?? url}</a>` : (number ?? 'no number')}
        </div>`,
    )}
    ${fulfillment.events.map((event) => html`<div class="dim">${timeText(event.happenedAt)} ${statusText(event.status)} ${event.message}</div>`)}
  </li>`;
}

function moneyCard(order: StoredOrder, base: string): Html {
  const totals = totalsOf(order);
  return html`<section class="card">
    <h2>Payment</h2>
    <dl>
      <dt>Subtotal</dt>
      <dd>${rupees(totals.subtotal)}</dd>
      <dt>Discount</dt>
      <dd>${rupees(totals.discounts)} ${order.discountCodes.join(', ')}</dd>
      <dt>Shipping</dt>
      <dd>${rupees(totals.shipping)} (${order.shipping.map((line) => line.title).join(', ') || 'none'})</dd>
      <dt>Total</dt>
      <dd>${rupees(totals.total)}</dd>
      <dt>Paid</dt>
      <dd>${rupees(order.received)}</dd>
      <dt>Refunded</dt>
      <dd>${rupees(order.refunded)}</dd>
      <dt>Outstanding</dt>
      <dd><strong>${rupees(totals.outstanding)}</strong></dd>
      <dt>Gateway</dt>
      <dd>${order.gateways.join(', ')}</dd>
    </dl>
    ${
      order.cancelledAt
        ? ''
        : html`<form class="row" method="post" action="${base}/outstanding">
              <label
                >Outstanding amount, Rs<input
                  type="number"
                  name="outstanding"
                  min="0"
                  step="0.01"
                  value="${totals.outstanding / 100}"
                  required
              /></label>
              <button>Change amount</button>
            </form>
            <form class="row" method="post" action="${base}/refund">
              <label>Refund, Rs<input type="number" name="amount" min="0.01" step="0.01" required /></label>
              <label class="row"><input type="checkbox" name="open" /> To pay again</label>
              <button>Refund</button>
            </form>`
    }
  </section>`;
}

function customerCard(order: StoredOrder, base: string): Html {
  const address = order.shippingAddress;
  const field = (name: string, label: string, value: string | null | undefined) =>
    html`<label>${label}<input name="${name}" value="${value ?? ''}" dir="auto" /></label>`;
  return html`<section class="card">
    <h2>Customer</h2>
    <p dir="auto">
      ${(order.customer && fullName(order.customer)) ?? '–'}<br />${order.email ?? 'no e-mail'}<br />${order.phone ?? 'no phone'}
    </p>
    <h2>Shipping address</h2>
    ${
      address
        ? html`<p dir="auto">
            ${fullName(address)}<br />${[address.company, address.address1, address.address2].filter(Boolean).join(', ')}<br />${address.city}
            ${address.zip}, ${address.province}<br />${address.phone ?? 'no phone'}
          </p>`
        : html`<p class="dim">None</p>`
    }
    <details>
      <summary>Edit address</summary>
      <form class="stack" method="post" action="${base}/address">
        ${field('firstName', 'First name', address?.firstName)} ${field('lastName', 'Last name', address?.lastName)}
        ${field('address1', 'Address', address?.address1)} ${field('address2', 'Apartment, area', address?.address2)}
        ${field('city', 'City', address?.city)} ${field('zip', 'Postal code', address?.zip)}
        ${field('phone', 'Phone', address?.phone)}
        <button>Save address</button>
      </form>
    </details>
  </section>`;
}

function actionsCard(shopify: Shopify, order: StoredOrder, base: string): Html {
  const canShip = isFulfillable(order, shopify.context.now());
  const isHeld = order.fulfillmentOrders.some((entry) => entry.status === 'ON_HOLD' || entry.status === 'SCHEDULED');
  return html`<section class="card">
    <h2>Actions</h2>
    ${
      canShip
        ? html`<form class="stack" method="post" action="${base}/fulfill">
            <label>Tracking number, if any<input name="number" /></label><button>Mark as fulfilled</button>
          </form>`
        : ''
    }
    <div class="row">
      ${isHeld ? html`<form method="post" action="${base}/release"><button>Release hold</button></form>` : ''}
      <form method="post" action="${base}/paid"><button>Mark as paid</button></form>
      <form method="post" action="${base}/cancel"><button class="bad">Cancel order</button></form>
    </div>
  </section>`;
}

const choice = (name: string, label: string, values: readonly string[], chosen: string): Html =>
  html`<label
    >${label}<select name="${name}">
      ${values.map((value) => html`<option value="${value}" ${value === chosen ? 'selected' : ''}>${value === '' ? '–' : statusText(value)}</option>`)}
    </select></label
  >`;

/** Locations, holds, schedules and ways of delivery, of all items or of one. */
function partCard(shop: StoredShop, order: StoredOrder, base: string): Html {
  return html`<section class="card">
    <h2>How items are sent</h2>
    <form class="stack" method="post" action="${base}/part">
      <label
        >Items<select name="line">
          <option value="">All</option>
          ${order.lines.map((line, place) => html`<option value="${String(place)}">${line.title}</option>`)}
        </select></label
      >
      <label
        >Location<select name="location">
          <option value="">–</option>
          ${shop.locations.map(({ name }, place) => html`<option value="${String(place)}">${name}</option>`)}
        </select></label
      >
      ${choice('hold', 'On hold because of', ['', ...holdReasons], '')}
      <label>Scheduled for<input type="date" name="fulfillAt" /></label>
      ${choice('deliveryMethod', 'Delivery', ['', ...deliveryMethods], '')}
      ${choice('requestStatus', 'Fulfillment service', ['', ...requestStatuses], '')}
      <button>Save</button>
    </form>
  </section>`;
}

/** What a store says of an order where no action of this page leads to it. */
function factsCard(order: StoredOrder, base: string): Html {
  return html`<section class="card">
    <h2>What else the store says</h2>
    <form class="stack" method="post" action="${base}/facts">
      ${choice('financialStatus', 'Payment status', ['', ...financialStatuses], order.givenFinancialStatus ?? '')}
      <label>Gateways, with commas<input name="gateways" value="${order.gateways.join(', ')}" /></label>
      <label>Currency<input name="currency" value="${order.currency}" minlength="3" maxlength="3" required /></label>
      <label>Country<input name="country" value="${order.shippingAddress?.country ?? ''}" /></label>
      <label class="row"><input type="checkbox" name="test" ${order.test ? 'checked' : ''} /> Test order</label>
      <label class="row"><input type="checkbox" name="archived" ${order.closedAt ? 'checked' : ''} /> Archived</label>
      <label class="row"><input type="checkbox" name="removeAddress" /> Remove the shipping address</label>
      <button>Save</button>
    </form>
  </section>`;
}
