import type { FastifyInstance } from 'fastify';
import { html } from '../../pages/html.ts';
import { changeShopSettings } from '../stores/change-shop.ts';
import type { Shopify } from '../platform/shopify.ts';
import type { ShopRequest } from './admin-page.ts';
import { adminUrl, notFound, redirectWith, sendShopPage, shopOf, textOf } from './admin-page.ts';

/** What a merchant or Shopify may change about the store while the app runs. */
export function registerAdminSettings(app: FastifyInstance, shopify: Shopify): void {
  app.get('/shopify/:shop/admin/settings', async (request: ShopRequest, reply) => {
    const shop = shopOf(shopify, request);
    if (!shop) return notFound(reply);
    const { settings } = shop;
    const choice = (name: string, label: string, on: boolean) =>
      html`<label class="inline"><input type="checkbox" name="${name}" ${on ? html`checked` : ''} />${label}</label>`;
    const number = (name: string, label: string, value: number, min: number) =>
      html`<label>${label}<input type="number" name="${name}" value="${value}" min="${min}" required /></label>`;
    const body = html`<h1>Settings of ${shop.name}</h1>
      <form class="card stack" method="post" action="${adminUrl(shop)}/settings">
        <label>Store name<input name="name" value="${shop.name}" required /></label>
        ${number('locations', 'Locations that new orders are split over (1 to 3)', settings.locations, 1)}
        ${number('accessTokenSeconds', 'Seconds an access token lives', settings.accessTokenSeconds, 1)}
        ${number('searchLagMs', 'Milliseconds the search lags behind', settings.searchLagMs, 0)}
        ${number('restoreRate', 'Points per second the API restores', settings.throttle.restoreRate, 1)}
        ${number('maximumAvailable', 'Points the API allows at once', settings.throttle.maximumAvailable, 1)}
        ${choice('customerDataApproved', 'The app may see names, addresses and phones', settings.customerDataApproved)}
        ${choice('partnerDevelopment', 'Development store (test charges only)', settings.partnerDevelopment)}
        ${choice('archiveWhenDone', 'Archive orders that are paid and fulfilled', settings.archiveWhenDone)}
        <button class="main">Save settings</button>
      </form>
      <section class="card">
        <h2>Access</h2>
        <form class="row" method="post" action="${adminUrl(shop)}/settings/expire-tokens">
          <button>Let the access token expire now</button>
        </form>
      </section>`;
    return sendShopPage(reply, request, shop, { title: 'Settings', body });
  });

  app.post('/shopify/:shop/admin/settings', async (request: ShopRequest, reply) => {
    const shop = shopOf(shopify, request);
    if (!shop) return notFound(reply);
    const form = request.body ?? {};
    const number = (name: string, fallback: number) => Number(textOf(form[name])) || fallback;
    const { settings } = shop;
    changeShopSettings(shopify, shop, {
      name: textOf(form['name']) || shop.name,
      settings: {
        locations: number('locations', settings.locations),
        accessTokenSeconds: number('accessTokenSeconds', settings.accessTokenSeconds),
        searchLagMs: Number(textOf(form['searchLagMs'])) || 0,
        throttle: {
          restoreRate: number('restoreRate', settings.throttle.restoreRate),
          maximumAvailable: number('maximumAvailable', settings.throttle.maximumAvailable),
        },
        customerDataApproved: form['customerDataApproved'] !== undefined,
        partnerDevelopment: form['partnerDevelopment'] !== undefined,
        archiveWhenDone: form['archiveWhenDone'] !== undefined,
      },
    });
    return redirectWith(reply, `${adminUrl(shop)}/settings`, 'The settings are saved.');
  });

  app.post('/shopify/:shop/admin/settings/expire-tokens', async (request: ShopRequest, reply) => {
    const shop = shopOf(shopify, request);
    if (!shop) return notFound(reply);
    shopify.installations.expireAccessTokens(shop.domain);
    return redirectWith(reply, `${adminUrl(shop)}/settings`, 'The access token has expired.');
  });
}
