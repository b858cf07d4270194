import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { receiveWebhook } from './receive-webhook.ts';

/** An order of 500 lines has about 1 MB. */
const largestBody = 5 * 1024 * 1024;

const statusOf = { stored: 200, 'not-ours': 200, refused: 401, unreadable: 400 };

/** The store's webhooks. The signature covers the raw body, so nothing parses it before the signature is checked. */
export function webhookRoutes(app: FastifyInstance, context: Context): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (request, reply) => {
    // Before the body is read.
    if (!context.platform.readWebhookHeaders(request.headers)) return reply.code(statusOf.refused).send();
  });
  app.post('/webhooks/shopify', { bodyLimit: largestBody }, async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const outcome = await receiveWebhook(context, body, request.headers);
    return reply.code(statusOf[outcome]).send();
  });
}
