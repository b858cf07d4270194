import type { FastifyInstance } from 'fastify';
import { html } from '../../pages/html.ts';
import { changeShopSettings } from '../stores/change-shop.ts';
import type { Shopify } from '../platform/shopify.ts';
import type { ShopRequest } from './admin-page.ts';
import { accessActions } from './access-actions.ts';
import { adminUrl, notFound, redirectWith, sendShopPage, shopOf, textOf } from './admin-page.ts';

/** The page that changes the settings of a store. */
export function registerAdminSettings(app: FastifyInstance, shopify: Shopify): void {
  app.get('/shopify/:shop/admin/settings', async (request: ShopRequest, reply) => {
    const shop = shopOf(shopify, request);
    if (!shop) return notFound(reply);
    const { settings } = shop;
    const choice = (name: string, label: string, on: boolean) =>
      html`<label class="inline"><input type="checkbox" name="${name}" ${on ? html`checked` : ''} />${label}</label>`;
    const number = (name: string, label: string, value: number, min: number) =>
      html`<label>${label}<input type="number" name="${name}" value="${value}" min="${min}" required /></label>`;
    const body = html`<h1>${shop.name} settings</h1>
      <form class="card stack" method="post" action="${adminUrl(shop)}/settings">
        <label>Store name<input name="name" value="${shop.name}" required /></label>
        ${number('locations', 'Locations that new orders are split over (1 to 3)', settings.locations, 1)}
        ${number('accessTokenSeconds', 'Access token lifetime, seconds', settings.accessTokenSeconds, 1)}
        ${number('searchLagMs', 'Search lag, ms', settings.searchLagMs, 0)}
        ${number('restoreRate', 'API points restored per second', settings.throttle.restoreRate, 1)}
        ${number('maximumAvailable', 'API points available at once', settings.throttle.maximumAvailable, 1)}
        ${choice('customerDataApproved', 'The app may see names, addresses and phones', settings.customerDataApproved)}
        ${choice('partnerDevelopment', 'Development store (test charges only)', settings.partnerDevelopment)}
        ${choice('archiveWhenDone', 'Archive orders that are paid and fulfilled', settings.archiveWhenDone)}
        <button class="main">Save settings</button>
      </form>
      <section class="card">
        <h2>Access</h2>
        <p>
          ${settings.lockedWith === null ? 'The store is open.' : settings.lockedWith === 402 ? 'The store is frozen.' : 'The store is locked.'}
          Courierdesk notices at its next call.
        </p>
        <form class="row" method="post" action="${adminUrl(shop)}/settings/access">
          ${accessActions.map(({ action, label }) => html`<button name="action" value="${action}">${label}</button>`)}
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
    return redirectWith(reply, `${adminUrl(shop)}/settings`, 'Settings saved.');
  });

  app.post('/shopify/:shop/admin/settings/access', async (request: ShopRequest, reply) => {
    const shop = shopOf(shopify, request);
    if (!shop) return notFound(reply);
    const chosen = accessActions.find(({ action }) => action === textOf(request.body?.['action']));
    if (!chosen) return notFound(reply);
    chosen.work(shopify, shop);
    return redirectWith(reply, `${adminUrl(shop)}/settings`, chosen.done);
  });
}
