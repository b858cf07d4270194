import fs from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Shopify } from '../platform/shopify.ts';
import { answerFault } from '../protocol/http-fault.ts';

const fileLifetimeMs = 7 * 86_400_000;

/** The result of a bulk operation; the address needs no token and works for 7 days. */
export function registerBulkFiles(app: FastifyInstance, shopify: Shopify): void {
  const { context } = shopify;
  app.get<{ Params: { shop: string; file: string } }>('/shopify/:shop/bulk/:file', async (request, reply) => {
    const id = Number(request.params.file.replace(/\.jsonl$/, ''));
    const operation = shopify.bulkOperations.get(request.params.shop, id);
    if (!operation || operation.completedAt === null || operation.fileSize === null)
      return reply.code(404).send('Not Found');
    const fault = context.faults.pick('shopify', 'bulk-file', {
      kinds: ['delay', 'refuse', 'error500', 'drop-before', 'lose-answer'],
    });
    if (fault && (await answerFault(reply, fault))) return reply;
    const age = context.now().getTime() - new Date(operation.completedAt).getTime();
    const file = shopify.bulkOperations.file(operation);
    if (fault?.kind === 'refuse' || age > fileLifetimeMs || !fs.existsSync(file))
      return reply.code(403).send('The address has expired');
    const { size } = fs.statSync(file);
    const [, first] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
    const start = Number(first ?? 0);
    if (first !== undefined && start >= size) return reply.code(416).header('content-range', `bytes */${size}`).send();
    reply.type('application/jsonl').header('content-length', size - start);
    if (first !== undefined) reply.code(206).header('content-range', `bytes ${start}-${size - 1}/${size}`);
    // A lost answer breaks off half-way.
    const end = fault?.kind === 'lose-answer' ? start + Math.floor((size - start) / 2) : size - 1;
    const stream = fs.createReadStream(file, { start, end });
    if (fault?.kind === 'lose-answer') stream.once('end', () => request.raw.socket.end());
    return reply.send(stream);
  });
}
