import type { FastifyInstance, RouteShorthandOptions } from 'fastify';
import { AppError } from '../errors.ts';

/** A kilobyte of gzip can become a megabyte, so only endpoints that need compressed bodies accept them. */
export function refuseCompressedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ headers, routeOptions }, _reply, body) => {
    const encoding = headers['content-encoding'] ?? 'identity';
    if (encoding === 'identity' || routeOptions.config.endpoint?.takesGzip) return body;
    throw new AppError('wrong-type', 'Send the body uncompressed. This URL does not support Content-Encoding.');
  });
}

/**
 * Options of a route that accepts gzip. The body limit counts decompressed bytes. Decompression stops when the reply
 * is sent.
 */
export const unpackedBody = {
  decompress: { requestEncodings: ['gzip' as const] },
  preParsing: async (_request, reply, body) => {
    reply.raw.once('close', () => 'destroy' in body && body.destroy());
    return body;
  },
} satisfies Pick<RouteShorthandOptions, 'preParsing'> & { decompress: object };
