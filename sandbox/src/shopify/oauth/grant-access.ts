import type { FastifyReply } from 'fastify';
import type { AuthorizeRequest } from './authorize-request.ts';
import type { Person } from '../platform/shop.ts';
import { handleOf } from '../platform/shop.ts';
import type { Shopify } from '../platform/shopify.ts';
import { hostParameter, signedQuery, signingSecret } from '../protocol/signing.ts';

/** Writes the grant down and sends the browser back to the app with a code. */
export async function grantAndReturn(
  shopify: Shopify,
  reply: FastifyReply,
  asked: AuthorizeRequest,
  person: Person | undefined,
): Promise<FastifyReply> {
  const { context, installations, webhooks } = shopify;
  const shop = asked.shop.domain;
  const before = installations.get(shop)?.scopes;
  const scopes = asked.perUser && before ? [...new Set([...before, ...asked.scopes])] : asked.scopes;
  const { installation } = installations.grant(shop, scopes);
  if (before && before.toSorted().join() !== scopes.toSorted().join()) {
    webhooks.emit(shop, 'app/scopes_update', {
      id: installation.id,
      previous: before,
      current: scopes,
      updated_at: context.now().toISOString(),
    });
  }
  const query = signedQuery(signingSecret(context.config), {
    code: installations.issueCode(shop, asked.scopes, person?.id ?? null),
    host: hostParameter(handleOf(shop)),
    shop,
    state: asked.state,
    timestamp: String(Math.floor(context.now().getTime() / 1000)),
  });
  await context.state.flush();
  return reply.redirect(`${asked.redirectUri}?${query}`);
}
