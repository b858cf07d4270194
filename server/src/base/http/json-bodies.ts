import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Reads JSON. Some clients send its Content-Type with every call: then an empty body is no body. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' && canDoWithout(request)) done(null);
    else void parse(request, body, done);
  });
}

function canDoWithout({ routeOptions }: FastifyRequest): boolean {
  const { endpoint } = routeOptions.config;
  return endpoint !== undefined && (!endpoint.body || endpoint.body.safeParse(undefined).success);
}
