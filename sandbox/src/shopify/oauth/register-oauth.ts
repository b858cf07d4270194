import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../../pages/html.ts';
import { sendPage } from '../../pages/layout.ts';
import type { SandboxContext } from '../../core/sandbox-context.ts';
import { scopeSet } from '../protocol/scopes.ts';
import { registerTokenRoute } from './register-token-route.ts';
import { answerFault } from '../protocol/http-fault.ts';
import type { AuthorizeQuery, AuthorizeRequest } from './authorize-request.ts';
import { personNamed, readAuthorizeRequest } from './authorize-request.ts';
import { grantAndRedirect } from './grant-access.ts';
import { signedInPerson } from './signed-in-person.ts';
import type { Shopify } from '../platform/shopify.ts';

/** Consent and token endpoints: docs/contracts/shopify.md, "Install and consent", "Tokens". */
export function registerOauth(app: FastifyInstance, shopify: Shopify): void {
  const { context } = shopify;
  registerTokenRoute(app, shopify);

  app.get<{ Params: { shop: string }; Querystring: AuthorizeQuery }>(
    '/shopify/:shop/admin/oauth/authorize',
    async (request, reply) => {
      const fault = context.faults.pick('shopify', 'authorize', { group: 'oauth' });
      if (fault && (await answerFault(reply, fault))) return reply;
      const authorize = readAuthorizeRequest(shopify, request);
      if (typeof authorize === 'string') return refuse(context, request, reply, authorize);
      const installation = shopify.installations.get(authorize.shop.domain);
      const known = scopeSet(installation?.scopes ?? []);
      const granted = installation !== undefined && authorize.scopes.every((scope) => known.has(scope));
      const person = authorize.perUser ? signedInPerson(request, authorize.shop) : undefined;
      // No consent page when the scopes were granted before.
      if (granted && (!authorize.perUser || person)) return grantAndRedirect(shopify, reply, authorize, person);
      return sendConsentPage(reply, authorize, request.url, granted);
    },
  );

  app.post<{
    Params: { shop: string };
    Querystring: AuthorizeQuery;
    Body: { decision?: string; person?: string } | undefined;
  }>('/shopify/:shop/admin/oauth/authorize', async (request, reply) => {
    const authorize = readAuthorizeRequest(shopify, request);
    if (typeof authorize === 'string') return refuse(context, request, reply, authorize);
    if (request.body?.decision !== 'approve') {
      return reply.redirect(
        `/shopify/${authorize.shop.domain}/admin/orders?notice=You did not give Courierdesk access.`,
      );
    }
    const person = authorize.perUser ? personNamed(authorize.shop, request.body.person) : undefined;
    if (authorize.perUser && !person) return refuse(context, request, reply, 'This person does not work at the store');
    return grantAndRedirect(shopify, reply, authorize, person);
  });
}

function refuse(context: SandboxContext, request: FastifyRequest, reply: FastifyReply, reason: string): FastifyReply {
  context.rejected.add({ target: 'shopify', method: request.method, path: request.url, reason });
  const body = html`<h1>Oauth error</h1>
    <p class="card">${reason}.</p>`;
  return sendPage(reply, { title: 'Oauth error', area: 'Store admin', body }, 400);
}

function sendConsentPage(
  reply: FastifyReply,
  authorize: AuthorizeRequest,
  url: string,
  granted: boolean,
): FastifyReply {
  const { shop } = authorize;
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
        authorize.perUser
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
              <summary>Permissions</summary>
              <ul>
                ${authorize.scopes.map((scope) => html`<li>${scope.replaceAll('_', ' ')}</li>`)}
              </ul>
            </details>`
      }
      <div class="row">
        <button class="main" name="decision" value="approve">${granted ? 'Continue' : 'Install app'}</button>
        <button name="decision" value="deny">Cancel</button>
      </div>
    </form>`;
  return sendPage(reply, { title: 'Install Courierdesk', area: shop.name, body });
}
