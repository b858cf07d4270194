import type { FastifyReply } from 'fastify';
import type { SandboxConfig } from '../config.ts';
import type { AuthorizeRequest } from './oauth-routes.ts';
import type { Person } from './shop.ts';
import { handleOf } from './shop.ts';
import type { Shopify } from './shopify.ts';
import { hostParameter, signedQuery, signingSecret } from './signing.ts';

export function allowedRedirects(config: SandboxConfig): string[] {
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

/** Writes the grant down and sends the browser back to the app with a code. */
export async function grantAndReturn(
  shopify: Shopify,
  reply: FastifyReply,
  asked: AuthorizeRequest,
  person: Person | undefined,
): Promise<FastifyReply> {
  const { world, installations, webhooks } = shopify;
  const shop = asked.shop.domain;
  const before = installations.get(shop)?.scopes;
  const scopes = asked.perUser && before ? [...new Set([...before, ...asked.scopes])] : asked.scopes;
  const { installation } = installations.grant(shop, scopes);
  if (before && before.toSorted().join() !== scopes.toSorted().join()) {
    webhooks.emit(shop, 'app/scopes_update', {
      id: installation.id,
      previous: before,
      current: scopes,
      updated_at: world.now().toISOString(),
    });
  }
  const query = signedQuery(signingSecret(world.config), {
    code: installations.issueCode(shop, asked.scopes, person?.id ?? null),
    host: hostParameter(handleOf(shop)),
    shop,
    state: asked.state,
    timestamp: String(Math.floor(world.now().getTime() / 1000)),
  });
  await world.state.flush();
  return reply.redirect(`${asked.redirectUri}?${query}`);
}
