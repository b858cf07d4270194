import fs from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Shopify } from '../platform/shopify.ts';

const FILE_LIFETIME_MS = 7 * 86_400_000;

/** The result of a bulk operation; the address needs no token and works for 7 days (shopify.md 3.6). */
export function registerBulkFiles(app: FastifyInstance, shopify: Shopify): void {
  app.get<{ Params: { shop: string; file: string } }>('/shopify/:shop/bulk/:file', async (request, reply) => {
    const id = Number(request.params.file.replace(/\.jsonl$/, ''));
    const operation = shopify.bulkOperations.get(request.params.shop, id);
    if (operation?.status !== 'COMPLETED' || operation.completedAt === null) return reply.code(404).send('Not Found');
    const age = shopify.context.now().getTime() - new Date(operation.completedAt).getTime();
    const file = shopify.bulkOperations.file(operation);
    if (age > FILE_LIFETIME_MS || !fs.existsSync(file)) return reply.code(403).send('The address has expired');
    return reply.type('application/jsonl').send(fs.createReadStream(file));
  });
}
