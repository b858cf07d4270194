import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { Endpoint } from '@courierdesk/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { requireScope } from '../../require-scope.ts';
import { actorOf } from '../session-guard.ts';
import { apiDocument } from './api-document.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

/** Gathers the endpoints that are registered after this. A call that is not in the contract is refused. */
export function collectServed(api: FastifyInstance): ReadonlySet<Endpoint> {
  const served = new Set<Endpoint>();
  api.addHook('onRoute', ({ method, url, config, schema }) => {
    if (config?.endpoint) served.add(config.endpoint);
    else if (!schema?.hide) throw new Error(`${String(method)} ${url} is not in the contract`);
  });
  return served;
}

/**
 * Serves the contract as `/api/v1/openapi.json` and a page to read it at `/api/v1/docs`. If the API docs are not
 * public, there is no page, and only signed-in users get the document.
 */
export async function installOpenApi(
  api: FastifyInstance,
  { config }: Pick<Context, 'config'>,
  served: ReadonlySet<Endpoint>,
): Promise<void> {
  let text: string | undefined;
  const document = (): string => (text ??= JSON.stringify(apiDocument(served)));
  if (config.publicApiDocs) {
    await api.register(swagger, { mode: 'static', specification: { document: JSON.parse(document()) } });
    await api.register(swaggerUi, {
      routePrefix: '/docs',
      uiConfig: { validatorUrl: null },
      staticCSP: true,
      transformStaticCSP: (policy) => policy.replace(' validator.swagger.io', ''),
    });
  }
  api.get(
    '/openapi.json',
    {
      schema: { hide: true },
      onRequest: async (request) => {
        if (!config.publicApiDocs) requireScope(await actorOf(request), 'signed-in');
      },
    },
    (_request, reply) => reply.type('application/json').send(document()),
  );
}
