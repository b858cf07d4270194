import crypto from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FaultRule } from '../../core/faults.ts';
import { operationOf, rootFieldOf } from './documents.ts';
import { operationRunner } from './run-operation.ts';
import { apiVersion, adminSchema } from './schema.ts';
import { scopeSet } from '../protocol/scopes.ts';
import { answerFault, pause } from '../protocol/http-fault.ts';
import type { StoredShop } from '../platform/shop.ts';
import type { Shopify } from '../platform/shopify.ts';
import { openRateLimiter } from './throttle.ts';
import { isRecord } from '../../core/is-record.ts';

const unknownToken = '[API] Invalid API key or access token (unrecognized login or wrong password)';
const nonExpiringToken =
  'Non-expiring access tokens are no longer accepted for the Admin API. Start using expiring offline tokens.';

type GraphqlBody = {
  query?: unknown;
  variables?: unknown;
  operationName?: unknown;
};

type ShopRequest = FastifyRequest<{ Params: { shop: string; version: string }; Body: unknown }>;

/** `POST /shopify/{shop}/admin/api/2026-10/graphql.json`: the real schema, executed. */
export function registerGraphql(app: FastifyInstance, shopify: Shopify): void {
  const { context } = shopify;
  const admin = adminSchema();
  const run = operationRunner(shopify, admin, openRateLimiter());

  app.post('/shopify/:shop/admin/api/:version/graphql.json', async (request: ShopRequest, reply) => {
    reply.header('x-request-id', crypto.randomUUID());
    reply.header('x-shopify-api-version', apiVersion);
    const access = checkAccess(shopify, request);
    if ('status' in access) {
      if (access.status === 404) reject(request, access.message);
      return reply.code(access.status).send({ errors: access.message });
    }

    const body = isRecord(request.body) ? (request.body satisfies GraphqlBody) : {};
    const text = body['query'];
    if (typeof text !== 'string') {
      reject(request, 'The body has no query');
      return reply.code(400).send({ errors: { query: 'Required parameter missing or invalid' } });
    }
    const checked = admin.checked(text);
    const name = typeof body['operationName'] === 'string' ? body['operationName'] : undefined;
    const operation = operationOf(checked.document, name);
    const fault = context.faults.pick('shopify', operation ? rootFieldOf(operation) : 'graphql', { group: 'graphql' });
    if (fault && (await answerBeforeWork(reply, fault))) return reply;

    if (checked.errors.length > 0 || !operation) {
      const errors = checked.errors.length > 0 ? checked.errors.map((error) => error.toJSON()) : [noOperation];
      reject(request, errors.map((error) => error.message).join('; '));
      return reply.send({ errors });
    }
    const answer = await run({
      checked,
      operation,
      variables: isRecord(body['variables']) ? body['variables'] : {},
      shop: access.shop,
      scopes: access.scopes,
      throttled: fault?.kind === 'throttle',
    });
    await context.state.flush();
    return fault ? answerAfterWork(reply, fault, answer) : reply.send(answer);
  });

  function reject(request: ShopRequest, reason: string): void {
    context.rejected.add({ target: 'shopify', method: 'POST', path: request.url, reason, detail: request.body });
  }
}

const noOperation = { message: 'No operation selected', extensions: { code: 'BAD_REQUEST' } };

type Access = { shop: StoredShop; scopes: ReadonlySet<string> } | { status: number; message: string };

function checkAccess(shopify: Shopify, request: ShopRequest): Access {
  const shop = shopify.shops.get(request.params.shop);
  if (!shop || request.params.version !== apiVersion) return { status: 404, message: 'Not Found' };
  if (shop.settings.lockedWith === 402) return { status: 402, message: 'Unavailable Shop' };
  if (shop.settings.lockedWith === 423) return { status: 423, message: 'Locked' };
  const header = request.headers['x-shopify-access-token'];
  const token = typeof header === 'string' ? shopify.installations.accessToken(header) : undefined;
  if (!token || token.shop !== shop.domain) return { status: 401, message: unknownToken };
  if (token.expiresAt === null) return { status: 403, message: nonExpiringToken };
  return { shop, scopes: scopeSet(token.scopes) };
}

/** Answers a fault that happens before the operation; true when it sent a reply. */
async function answerBeforeWork(reply: FastifyReply, fault: FaultRule): Promise<boolean> {
  switch (fault.kind) {
    case 'refuse':
      reply.send({
        errors: [
          { message: 'Access denied: refused by a fault rule of the sandbox', extensions: { code: 'ACCESS_DENIED' } },
        ],
      });
      return true;
    case 'throttle':
      if (fault.delayMs === undefined) return false;
      reply
        .code(429)
        .header('retry-after', (fault.delayMs / 1000).toFixed(1))
        .send({
          errors: 'Exceeded 2 calls per second for api client. Reduce request rates to resume uninterrupted service.',
        });
      return true;
    default:
      return answerFault(reply, fault);
  }
}

/** Answers a fault that happens after the operation. */
async function answerAfterWork(reply: FastifyReply, fault: FaultRule, answer: object): Promise<FastifyReply> {
  switch (fault.kind) {
    case 'lose-answer':
      if (fault.delayMs) await pause(fault.delayMs);
      reply.hijack();
      reply.raw.destroy();
      return reply;
    case 'garbage':
      return reply.type('application/json').send('{"data":{"fulfillmentCre');
    default:
      return reply.send(answer);
  }
}
