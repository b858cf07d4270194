import type { AddressInfo } from 'node:net';
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import type { SandboxOptions } from './core/config.ts';
import { sandboxConfig } from './core/config.ts';
import { registerControl } from './control/register-control.ts';
import { registerControlPages } from './control/register-pages.ts';
import { registerCouriers } from './couriers/register-couriers.ts';
import { registerMailbox } from './mailbox/register-mailbox.ts';
import { runBulkOperation } from './shopify/graphql/run-bulk-operation.ts';
import { registerShopify } from './shopify/register-shopify.ts';
import { seedStores } from './shopify/stores/seed-stores.ts';
import { makePastOrder } from './shopify/orders/make-past-order.ts';
import { storedDomain } from './shopify/protocol/store-domains.ts';
import { openShopify } from './shopify/platform/shopify.ts';
import { openState } from './core/state.ts';
import { createSandboxContext } from './core/sandbox-context.ts';

export type Sandbox = {
  url: string;
  smtpUrl: string;
  port: number;
  smtpPort: number;
  close(): Promise<void>;
};

const maxBodyBytes = 5 * 1024 * 1024;

/** Starts the simulated Shopify, couriers and mailbox over the state in `dataDir`. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const config = sandboxConfig(options);
  const state = await openState(config.dataDir);
  const context = createSandboxContext(state, config);
  const shopify = openShopify(context, { runBulkOperation, makePastOrder });

  const app = Fastify({
    bodyLimit: maxBodyBytes,
    forceCloseConnections: true,
    rewriteUrl: ({ url = '' }) =>
      url.replace(/^\/shopify\/([^/?]+)/, (_, domain: string) => `/shopify/${storedDomain(context, domain)}`),
    routerOptions: { maxParamLength: 300 },
  });
  // Changes are on disk before the answer is sent.
  app.addHook('onSend', async () => state.flush());
  app.addHook('onClose', async () => {
    shopify.bulkOperations.close();
    await shopify.webhooks.close();
    await state.close();
  });
  app.setNotFoundHandler((request, reply) => {
    context.rejected.add({
      target: 'sandbox',
      method: request.method,
      path: request.url,
      reason: 'Unknown path or method',
    });
    return reply.code(404).send({ errors: 'Not Found' });
  });
  registerCouriers(app, context, { speed: config.parcelSpeed });
  const { smtpPort } = await registerMailbox(app, context);
  app.register(async (scope) => {
    await scope.register(formbody);
    acceptEmptyJson(scope);
    registerShopify(scope, shopify);
    registerControlPages(scope, shopify);
    scope.register(async (control) => registerControl(control, shopify));
  });

  await app.listen({ host: config.host, port: config.port });
  const port = portOf(app.server.address());
  const url = `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${port}`;
  context.publicUrl = config.publicUrl ?? url;
  seedStores(shopify, config.seed);
  await state.flush();
  shopify.webhooks.start();
  shopify.bulkOperations.resume();
  return { url, smtpUrl: `smtp://${config.host}:${smtpPort}`, port, smtpPort, close: () => app.close() };
}

/** Accepts a control call with a JSON content type and no body. */
function acceptEmptyJson(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'ignore');
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, String(body), done);
  });
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the sandbox has no port');
  return address.port;
}
