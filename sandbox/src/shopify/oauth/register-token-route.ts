import type { FastifyInstance } from 'fastify';
import { answerFault } from '../protocol/http-fault.ts';
import type { AccessToken, TokenPair } from '../platform/installations.ts';
import { offlineTokenReply, secondsUntil } from './token-reply.ts';
import type { Shopify } from '../platform/shopify.ts';

const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange';

type Body = Record<string, unknown> | undefined;

/** `POST /admin/oauth/access_token`: codes, refresh tokens, and the migration of non-expiring tokens. */
export function registerTokenRoute(app: FastifyInstance, shopify: Shopify): void {
  const { context, installations } = shopify;

  app.post<{ Params: { shop: string }; Body: Body }>(
    '/shopify/:shop/admin/oauth/access_token',
    async (request, reply) => {
      const fault = context.faults.pick('shopify', 'access_token', { group: 'oauth' });
      if (fault && (await answerFault(reply, fault))) return reply;
      if (fault?.kind === 'refuse') return reply.code(400).send({ error: 'invalid_request' });
      if (fault?.kind === 'throttle')
        return reply.code(429).header('retry-after', '1.0').send({ errors: 'Too Many Requests' });
      const { status, answer } = exchange(request.params.shop, request.body ?? {});
      await context.state.flush();
      if (fault?.kind === 'lose-answer') {
        reply.hijack();
        reply.raw.destroy();
        return reply;
      }
      if (fault?.kind === 'garbage') return reply.type('application/json').send('{"access_token":"shpat_');
      if (status === 400)
        context.rejected.add({
          target: 'shopify',
          method: 'POST',
          path: request.url,
          reason: 'Token refused',
          detail: answer,
        });
      return reply.code(status).send(answer);
    },
  );

  function exchange(shop: string, body: Record<string, unknown>): { status: number; answer: object } {
    const { config } = context;
    if (body['client_id'] !== config.clientId) {
      const description = `Could not find Shopify API application with api_key ${String(body['client_id'])}`;
      return refused('application_cannot_be_found', description);
    }
    const secret = body['client_secret'];
    if (secret !== config.clientSecret && (secret !== config.previousClientSecret || secret === undefined)) {
      return refused('invalid_client', 'The client secret is wrong');
    }
    const store = shopify.shops.get(shop);
    if (!store) return { status: 404, answer: { errors: 'Not Found' } };
    const { lockedWith } = store.settings;
    if (lockedWith !== null)
      return { status: lockedWith, answer: { errors: lockedWith === 402 ? 'Unavailable Shop' : 'Locked' } };
    if (body['grant_type'] === 'refresh_token') {
      const pair = installations.refresh(shop, String(body['refresh_token']));
      return pair ? offline(pair) : { status: 400, answer: { error: 'invalid_grant' } };
    }
    if (body['grant_type'] === tokenExchange) return migrate(shop, String(body['subject_token']));
    if (body['grant_type'] !== undefined && body['grant_type'] !== 'authorization_code') {
      return refused('unsupported_grant_type', `The grant type ${String(body['grant_type'])} is not supported`);
    }
    const code = installations.redeemCode(shop, String(body['code']));
    if (!code) return refused('invalid_request', 'The authorization code was not found or was already used');
    if (code.personId !== null) return { status: 200, answer: online(installations.issueOnline(code)) };
    const expiring = body['expiring'] === '1' || body['expiring'] === 1 || body['expiring'] === true;
    return offline(installations.issueOffline(shop, expiring));
  }

  function migrate(shop: string, token: string): { status: number; answer: object } {
    const known = installations.accessToken(token);
    if (!known || known.shop !== shop || known.expiresAt !== null)
      return { status: 400, answer: { error: 'invalid_grant' } };
    installations.revokeTokens(shop);
    return offline(installations.issueOffline(shop, true));
  }

  function offline(pair: TokenPair): { status: number; answer: object } {
    return { status: 200, answer: offlineTokenReply(pair, context.now()) };
  }

  function online(token: AccessToken): object {
    const person = shopify.shops.get(token.shop)?.people.find((entry) => entry.id === token.personId);
    const scope = token.scopes.join(',');
    return {
      access_token: token.token,
      scope,
      expires_in: token.expiresAt === null ? 0 : secondsUntil(token.expiresAt, context.now()),
      associated_user_scope: scope,
      associated_user: person && {
        id: person.id,
        first_name: person.firstName,
        last_name: person.lastName,
        email: person.email,
        account_owner: person.accountOwner,
        locale: 'en',
        collaborator: person.collaborator,
        email_verified: person.emailVerified,
      },
    };
  }
}

function refused(error: string, description: string): { status: number; answer: object } {
  return { status: 400, answer: { error, error_description: description } };
}
