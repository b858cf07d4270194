import type { FastifyRequest } from 'fastify';
import type { SandboxConfig } from '../../core/config.ts';
import type { StoredShop } from '../platform/shop.ts';
import type { Shopify } from '../platform/shopify.ts';

export type AuthorizeRequest = {
  shop: StoredShop;
  scopes: string[];
  redirectUri: string;
  state: string;
  perUser: boolean;
};

export type AuthorizeQuery = Record<string, string | string[] | undefined>;

/** The request, or why it is refused. */
export function readAuthorizeRequest(
  shopify: Shopify,
  request: FastifyRequest<{ Params: { shop: string }; Querystring: AuthorizeQuery }>,
): AuthorizeRequest | string {
  const shop = shopify.shops.ensure(request.params.shop);
  const { client_id: clientId, redirect_uri: redirectUri, scope, state } = request.query;
  if (!shop) return 'There is no store at this address';
  if (clientId !== shopify.context.config.clientId) return 'Could not find the app: the client id is not known';
  if (typeof redirectUri !== 'string' || !allowedRedirects(shopify.context.config).includes(redirectUri)) {
    return `The redirect_uri is not on the list of the app: ${allowedRedirects(shopify.context.config).join(', ')}`;
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
export function personNamed(shop: StoredShop, name: string | undefined) {
  if (!name) return shop.people.find((person) => person.accountOwner);
  return shop.people.find((person) => String(person.id) === name || person.email.split('@')[0] === name);
}

function allowedRedirects(config: SandboxConfig): string[] {
  const url = new URL(`${config.appUrl}/shopify/callback`);
  const names =
    url.hostname === 'localhost'
      ? ['localhost', '127.0.0.1']
      : url.hostname === '127.0.0.1'
        ? ['127.0.0.1', 'localhost']
        : [url.hostname];
  return names.map((name) => {
    url.hostname = name;
    return url.href;
  });
}
