import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { Endpoint } from '@courierdesk/contract/endpoint';
import { Failure } from '@courierdesk/contract/errors';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { Context } from '../context.ts';
import { requireScope } from '../require-scope.ts';
import { statusOf } from '../errors.ts';
import { actorOf } from './session-guard.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

/**
 * Serves the contract as `/api/v1/openapi.json` and a page to read it at `/api/v1/docs`. If the API docs are not
 * public, there is no page, and only signed-in users get the document.
 */
export async function installOpenApi(api: FastifyInstance, { config }: Pick<Context, 'config'>): Promise<void> {
  const jsonSchema = createJsonSchemaTransform({ skipList: [] });
  await api.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Courierdesk API',
        version: '1',
        description:
          'Books store orders with couriers and follows the parcels. Amounts in Rs, instants in UTC, days in the time zone of the shop.',
      },
      servers: [{ url: '/' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: (input) => {
      const endpoint = input.route.config?.endpoint;
      const transformed = jsonSchema(input);
      return endpoint
        ? { ...transformed, schema: { ...transformed.schema, ...documentation(endpoint, transformed.schema) } }
        : transformed;
    },
  });
  if (config.publicApiDocs) await api.register(swaggerUi, { routePrefix: '/docs', staticCSP: true });
  api.get(
    '/openapi.json',
    {
      schema: { hide: true },
      onRequest: async (request) => {
        if (!config.publicApiDocs) requireScope(await actorOf(request), 'signed-in');
      },
    },
    () => Promise.resolve(api.swagger()),
  );
}

function documentation(endpoint: Endpoint, schema: { response?: unknown }): Record<string, unknown> {
  const failure = z.toJSONSchema(Failure, { target: 'openapi-3.0', io: 'output' });
  const byStatus = new Map<number, string[]>();
  const codes = [
    ...endpoint.errors,
    ...(endpoint.access === 'public' ? [] : (['unauthorised', 'forbidden'] as const)),
    ...(endpoint.body || endpoint.query || endpoint.params ? (['invalid-input'] as const) : []),
  ];
  for (const code of codes) byStatus.set(statusOf[code], [...(byStatus.get(statusOf[code]) ?? []), code]);
  const failures = Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      status,
      {
        description: `Error codes: ${[...new Set(names)].join(', ')}`,
        content: { 'application/json': { schema: failure } },
      },
    ]),
  );
  const response = schema.response;
  return {
    ...(endpoint.access !== 'public' && { security: [{ bearer: [] }] }),
    description: Array.isArray(endpoint.access)
      ? `Needs one of: ${endpoint.access.join(', ')}.`
      : `Access: ${String(endpoint.access)}.`,
    response: { ...(typeof response === 'object' ? response : {}), ...failures },
  };
}
