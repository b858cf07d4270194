import type { FastifyRequest } from 'fastify';

/** Where a sign-in comes from. */
export type Caller = { readonly ip: string; readonly userAgent: string; readonly requestId: string };

export const callerOf = (request: FastifyRequest): Caller => ({
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  requestId: request.id,
});
