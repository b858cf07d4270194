import type { Html } from '../pages/html.ts';
import { html } from '../pages/html.ts';
import type { Shopify } from '../shopify/platform/shopify.ts';

type Counts = {
  parcels: number;
  mails: number;
  rejected: number;
  faults: number;
};

export function overviewPage(shopify: Shopify, counts: Counts): Html {
  const { config } = shopify.context;
  const card = (href: string, title: string, count: number, text: string) =>
    html`<section class="card">
      <h2><a href="${href}">${title}</a></h2>
      <div class="big">${count}</div>
      <p class="dim">${text}</p>
    </section>`;
  return html`<p>
      Courierdesk talks to this program as if it were Shopify, the couriers and a mail server. It is at
      <a href="${config.appUrl}">${config.appUrl}</a>.
    </p>
    <div class="cards">
      ${card('/parcels', 'Parcels', counts.parcels, 'Every parcel at the four couriers. You can move them along.')}
      ${card('/mail', 'Mailbox', counts.mails, 'Every email that Courierdesk sent.')}
      ${card('/faults', 'Faults', counts.faults, 'Rules that make couriers and Shopify fail.')}
      ${card('/rejected', 'Refused requests', counts.rejected, 'Calls that the real systems would reject.')}
      ${card('/_control/webhooks', 'Webhooks waiting', shopify.webhooks.pending().length, 'Deliveries that wait for their next attempt.')}
    </div>
    <section class="card scroll">
      <h2>Stores</h2>
      <table>
        <thead>
          <tr>
            <th>Store</th>
            <th class="n">Orders</th>
            <th>Courierdesk</th>
            <th>Pages</th>
          </tr>
        </thead>
        <tbody>
          ${shopify.shops.all().map((shop) => {
            const admin = `/shopify/${shop.domain}/admin`;
            return html`<tr>
              <td>
                <strong>${shop.name}</strong>
                <div class="dim">${shop.domain}</div>
              </td>
              <td class="n">${shopify.orders.count(shop.domain)}</td>
              <td>
                ${shopify.installations.get(shop.domain) ? html`<span class="badge ok">Installed</span>` : html`<span class="badge">Not installed</span>`}
              </td>
              <td>
                <div class="row">
                  <a href="${admin}/orders">Store admin</a><a href="${admin}/apps">Apps</a
                  ><a href="${admin}/settings">Settings</a>
                </div>
              </td>
            </tr>`;
          })}
        </tbody>
      </table>
    </section>
    <section class="card">
      <h2>For tests</h2>
      <p>
        <a href="/_control/journal">Journal</a>: accepted consignments, fulfillments, orders and emails, as JSON.
        <a href="/_control/faults">Fault rules</a> and <a href="/_control/rejected">refused requests</a> as JSON.
        <a href="/_control/links">Signed links</a> into Courierdesk.
      </p>
    </section>`;
}
