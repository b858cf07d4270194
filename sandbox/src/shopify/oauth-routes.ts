import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../pages/html.ts';
import { sendPage } from '../pages/layout.ts';
import type { World } from '../world.ts';
import { scopeSet } from './graphql/view.ts';
import { registerTokenRoute } from './token-route.ts';
import { answerFault } from './http-fault.ts';
import { allowedRedirects, grantAndReturn } from './oauth-grant.ts';
import { signedInPerson } from './signed-in-person.ts';
import type { StoredShop } from './shop.ts';
import type { Shopify } from './shopify.ts';

export interface AuthorizeRequest {
  shop: StoredShop;
  scopes: string[];
  redirectUri: string;
  state: string;
  perUser: boolean;
}

type Query = Record<string, string | string[] | undefined>;

/** Consent and token endpoints (shopify.md 2.2, 2.3). */
export function registerOauth(app: FastifyInstance, shopify: Shopify): void {
  const { world } = shopify;
  registerTokenRoute(app, shopify);

  app.get<{ Params: { shop: string }; Querystring: Query }>(
    '/shopify/:shop/admin/oauth/authorize',
    async (request, reply) => {
      const fault = world.faults.pick('shopify', 'authorize', { group: 'oauth' });
      if (fault && (await answerFault(reply, fault))) return reply;
      const asked = authorizeRequest(shopify, request);
      if (typeof asked === 'string') return refuse(world, request, reply, asked);
      const installation = shopify.installations.get(asked.shop.domain);
      const known = scopeSet(installation?.scopes ?? []);
      const granted = installation !== undefined && asked.scopes.every((scope) => known.has(scope));
      const person = asked.perUser ? signedInPerson(request, asked.shop) : undefined;
      // Whoever has granted the scopes before is not asked again.
      if (granted && (!asked.perUser || person)) return grantAndReturn(shopify, reply, asked, person);
      return sendConsent(reply, asked, request.url, granted);
    },
  );

  app.post<{ Params: { shop: string }; Querystring: Query; Body: { decision?: string; person?: string } | undefined }>(
    '/shopify/:shop/admin/oauth/authorize',
    async (request, reply) => {
      const asked = authorizeRequest(shopify, request);
      if (typeof asked === 'string') return refuse(world, request, reply, asked);
      if (request.body?.decision !== 'approve') {
        return reply.redirect(`/shopify/${asked.shop.domain}/admin/orders?notice=You did not give Courierdesk access.`);
      }
      const person = asked.perUser ? personNamed(asked.shop, request.body.person) : undefined;
      if (asked.perUser && !person) return refuse(world, request, reply, 'This person does not work at the store');
      return grantAndReturn(shopify, reply, asked, person);
    },
  );
}

function authorizeRequest(
  shopify: Shopify,
  request: FastifyRequest<{ Params: { shop: string }; Querystring: Query }>,
): AuthorizeRequest | string {
  const shop = shopify.shops.ensure(request.params.shop);
  const { client_id: clientId, redirect_uri: redirectUri, scope, state } = request.query;
  if (!shop) return 'There is no store at this address';
  if (clientId !== shopify.world.config.clientId) return 'Could not find the app: the client id is not known';
  if (typeof redirectUri !== 'string' || !allowedRedirects(shopify.world.config).includes(redirectUri)) {
    return `The redirect_uri is not on the list of the app: ${allowedRedirects(shopify.world.config).join(', ')}`;
  }
  const scopes =
    typeof scope === 'string'
      ? scope
          .split(',')
          .map((text) => text.trim())
          .filter(Boolean)
      : [];
  const installed = shopify.installations.get(shop.domain)?.scopes ?? [];
  const options = [request.query['grant_options[]']].flat();
  return {
    shop,
    scopes: scopes.length > 0 ? scopes : installed,
    redirectUri,
    state: typeof state === 'string' ? state : '',
    perUser: options.includes('per-user'),
  };
}

/** A person by number, or by the first part of their e-mail address: `owner`, `staff`. */
function personNamed(shop: StoredShop, name: string | undefined) {
  if (!name) return shop.people.find((person) => person.accountOwner);
  return shop.people.find((person) => String(person.id) === name || person.email.split('@')[0] === name);
}

function refuse(world: World, request: FastifyRequest, reply: FastifyReply, reason: string): FastifyReply {
  world.rejected.add({ target: 'shopify', method: request.method, path: request.url, reason });
  const body = html`<h1>Oauth error</h1>
    <p class="card">${reason}.</p>`;
  return sendPage(reply, { title: 'Oauth error', place: 'Store admin', body }, 400);
}

function sendConsent(reply: FastifyReply, asked: AuthorizeRequest, url: string, granted: boolean): FastifyReply {
  const { shop } = asked;
  const body = html`<h1>${granted ? 'Continue to Courierdesk' : 'Install Courierdesk'}</h1>
    <form class="card stack" method="post" action="${url}">
      <p>
        ${
          granted
            ? html`Courierdesk is installed at <strong>${shop.name}</strong>. Choose who you are.`
            : html`Courierdesk asks for access to <strong>${shop.name}</strong> (${shop.domain}).`
        }
      </p>
      ${
        asked.perUser
          ? html`<fieldset>
              <legend>Signed in as</legend>
              <ul class="plain">
                ${shop.people.map(
                  (person) =>
                    html`<li>
                      <label class="inline"
                        ><input
                          type="radio"
                          name="person"
                          value="${person.id}"
                          ${person.accountOwner ? html`checked` : ''}
                        />
                        <span
                          >${person.firstName} ${person.lastName}, ${person.email}
                          <span class="dim"
                            >${person.accountOwner ? '(store owner)' : person.collaborator ? '(collaborator)' : '(staff)'}${
                              person.emailVerified ? '' : ', e-mail not verified'
                            }</span
                          ></span
                        ></label
                      >
                    </li>`,
                )}
              </ul>
            </fieldset>`
          : ''
      }
      ${
        granted
          ? ''
          : html`<details open>
              <summary>What it may do</summary>
              <ul>
                ${asked.scopes.map((scope) => html`<li>${scope.replaceAll('_', ' ')}</li>`)}
              </ul>
            </details>`
      }
      <div class="row">
        <button class="main" name="decision" value="approve">${granted ? 'Continue' : 'Install app'}</button>
        <button name="decision" value="deny">Cancel</button>
      </div>
    </form>`;
  return sendPage(reply, { title: 'Install Courierdesk', place: shop.name, body });
}
