import type { FastifyReply } from 'fastify';
import type { AuthorizeRequest } from './authorize-request.ts';
import { sendScopesUpdate } from './change-scopes.ts';
import type { Person } from '../platform/shop.ts';
import { handleOf } from '../platform/shop.ts';
import { currentDomain } from '../protocol/store-domains.ts';
import type { Shopify } from '../platform/shopify.ts';
import { hostParameter, signedQuery, signingSecret } from '../protocol/signing.ts';

/** Saves the granted scopes and redirects the browser to the app with a code. */
export async function grantAndRedirect(
  shopify: Shopify,
  reply: FastifyReply,
  request: AuthorizeRequest,
  person: Person | undefined,
): Promise<FastifyReply> {
  const { context, installations } = shopify;
  const shop = request.shop.domain;
  const before = installations.get(shop)?.scopes;
  const scopes = request.perUser && before ? [...new Set([...before, ...request.scopes])] : request.scopes;
  const { installation } = installations.grant(shop, scopes);
  if (before && before.toSorted().join() !== scopes.toSorted().join()) {
    sendScopesUpdate(shopify, shop, { id: installation.id, previous: before, current: scopes });
  }
  const shownDomain = currentDomain(context, shop);
  const query = signedQuery(signingSecret(context.config), {
    code: installations.issueCode(shop, request.scopes, person?.id ?? null),
    host: hostParameter(handleOf(shownDomain)),
    shop: shownDomain,
    state: request.state,
    timestamp: String(Math.floor(context.now().getTime() / 1000)),
  });
  await context.state.flush();
  return reply.redirect(`${request.redirectUri}?${query}`);
}
