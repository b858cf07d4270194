import type { FastifyInstance, FastifyRequest } from 'fastify';

const unreadable = Symbol('unreadable body');

/** Accepts every body: each courier answers an unreadable one with its own error. */
export function readBodies(scope: FastifyInstance, options: { form: boolean }): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string | Buffer) => jsonOf(String(body)),
  );
  if (options.form) {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string | Buffer) => Object.fromEntries(new URLSearchParams(String(body))),
    );
  }
  scope.addContentTypeParser('*', { parseAs: 'string' }, async () => unreadable);
}

export const isUnreadable = (request: FastifyRequest): boolean => request.body === unreadable;

export const isJson = (request: FastifyRequest): boolean =>
  (request.headers['content-type'] ?? '').toLowerCase().startsWith('application/json');

function jsonOf(body: string): unknown {
  if (body === '') return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return unreadable;
  }
}
