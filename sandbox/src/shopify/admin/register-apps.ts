import type { FastifyInstance } from 'fastify';
import { html } from '../../pages/html.ts';
import {
  approveSubscription,
  activeSubscriptions,
  declineSubscription,
  subscriptionById,
} from '../billing/app-subscriptions.ts';
import { launchLink } from './app-links.ts';
import { signIn, signedInPerson } from '../oauth/signed-in-person.ts';
import type { Shopify } from '../platform/shopify.ts';
import { uninstallApp } from '../oauth/uninstall-app.ts';
import { statusText } from './order-badges.ts';
import type { ShopRequest } from './admin-page.ts';
import { adminUrl, notFound, redirectWith, sendShopPage, shopOf, textOf } from './admin-page.ts';

/** The installed app, who is signed in, and the approval of a subscription. */
export function registerAdminApps(app: FastifyInstance, shopify: Shopify): void {
  const { context } = shopify;

  app.get('/shopify/:shop', async (request: ShopRequest, reply) => {
    const shop = shopOf(shopify, request);
    return shop ? reply.redirect(`${adminUrl(shop)}/orders`) : notFound(reply);
  });

  app.get('/shopify/:shop/admin', async (request: ShopRequest, reply) => {
    const shop = shopOf(shopify, request);
    return shop ? reply.redirect(`${adminUrl(shop)}/orders`) : notFound(reply);
  });

  app.get('/shopify/:shop/admin/apps', async (request: ShopRequest, reply) => {
    const shop = shopOf(shopify, request);
    if (!shop) return notFound(reply);
    const installation = shopify.installations.get(shop.domain);
    const person = signedInPerson(request, shop);
    const body = html`<h1>Apps</h1>
      <section class="card">
        <h2>
          Courierdesk
          <span class="badge ${installation ? 'ok' : ''}">${installation ? 'Installed' : 'Not installed'}</span>
        </h2>
        <p>Books orders with couriers and follows every parcel.</p>
        ${
          installation
            ? html`<details>
                <summary>Permissions</summary>
                <p>${installation.scopes.join(', ') || 'nothing'}</p>
              </details>`
            : ''
        }
        ${activeSubscriptions(shopify, shop.domain).map(
          (entry) =>
            html`<p>
              Subscription: <strong>${entry.name}</strong>,
              ${statusText(entry.status)}${entry.test ? ', test charge' : ''}
            </p>`,
        )}
        <div class="row">
          <a class="button main" href="${adminUrl(shop)}/apps/open"
            >${installation ? 'Open Courierdesk' : 'Install Courierdesk'}</a
          >
          ${
            installation
              ? html`<form method="post" action="${adminUrl(shop)}/apps/uninstall">
                  <button class="bad">Uninstall</button>
                </form>`
              : ''
          }
        </div>
      </section>
      <section class="card">
        <h2>Signed in to this store as</h2>
        <p>
          ${person ? html`${person.firstName} ${person.lastName}, ${person.email}` : 'No one yet. The sign-in page asks.'}
        </p>
        <div class="row">
          ${shop.people.map(
            (entry) =>
              html`<form method="post" action="${adminUrl(shop)}/apps/person">
                <input type="hidden" name="person" value="${entry.id}" /><button>
                  ${entry.firstName} (${entry.accountOwner ? 'owner' : entry.collaborator ? 'collaborator' : 'staff'})
                </button>
              </form>`,
          )}
        </div>
      </section>`;
    return sendShopPage(reply, request, shop, { title: 'Apps', body });
  });

  // Signed on click: a launch link expires after 90 seconds.
  app.get('/shopify/:shop/admin/apps/open', async (request: ShopRequest, reply) => {
    const shop = shopOf(shopify, request);
    return shop ? reply.redirect(launchLink(context, shop.domain)) : notFound(reply);
  });

  app.post('/shopify/:shop/admin/apps/uninstall', async (request: ShopRequest, reply) => {
    const shop = shopOf(shopify, request);
    if (!shop) return notFound(reply);
    uninstallApp(shopify, shop.domain);
    return redirectWith(reply, `${adminUrl(shop)}/apps`, 'Courierdesk is uninstalled.');
  });

  app.post('/shopify/:shop/admin/apps/person', async (request: ShopRequest, reply) => {
    const shop = shopOf(shopify, request);
    const person = shop?.people.find((entry) => String(entry.id) === textOf(request.body?.['person']));
    if (!shop || !person) return notFound(reply);
    signIn(reply, shop, person);
    return redirectWith(reply, `${adminUrl(shop)}/apps`, `You are now ${person.firstName} ${person.lastName}.`);
  });

  app.get('/shopify/:shop/charges/:id/confirm', async (request: ShopRequest, reply) => {
    const shop = shopOf(shopify, request);
    const subscription = shop && subscriptionById(shopify, shop.domain, Number(request.params.id));
    if (!shop || !subscription) return notFound(reply);
    const body = html`<h1>Approve subscription</h1>
      <section class="card">
        <dl>
          <dt>App</dt>
          <dd>Courierdesk</dd>
          <dt>Plan</dt>
          <dd>${subscription.name}</dd>
          ${subscription.lines.map(
            (line) =>
              html`<dt>Price</dt>
                <dd>
                  ${line.currency} ${(line.amount / 100).toFixed(2)}
                  ${line.interval === 'ANNUAL' ? 'every year' : 'every 30 days'}
                </dd>`,
          )}
          ${
            subscription.trialDays > 0
              ? html`<dt>Trial</dt>
                  <dd>${subscription.trialDays} days</dd>`
              : ''
          }
          <dt>Status</dt>
          <dd>${statusText(subscription.status)}</dd>
        </dl>
        ${subscription.test ? html`<p class="notice">This is a test charge. Nothing is billed.</p>` : ''}
        ${
          subscription.status === 'PENDING'
            ? html`<form class="row" method="post">
                <button class="main" name="decision" value="approve">Approve</button>
                <button name="decision" value="decline">Decline</button>
              </form>`
            : html`<p>This subscription can no longer be approved.</p>`
        }
      </section>`;
    return sendShopPage(reply, request, shop, { title: 'Approve subscription', body });
  });

  app.post('/shopify/:shop/charges/:id/confirm', async (request: ShopRequest, reply) => {
    const shop = shopOf(shopify, request);
    const subscription = shop && subscriptionById(shopify, shop.domain, Number(request.params.id));
    if (!shop || !subscription) return notFound(reply);
    if (textOf(request.body?.['decision']) !== 'approve') {
      declineSubscription(shopify, subscription);
      return redirectWith(reply, `${adminUrl(shop)}/apps`, 'You declined the subscription.');
    }
    approveSubscription(shopify, subscription);
    const back = new URL(subscription.returnUrl);
    back.searchParams.set('charge_id', String(subscription.id));
    return reply.redirect(back.href, 303);
  });
}
