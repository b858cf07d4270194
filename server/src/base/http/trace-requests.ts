import { apiBase } from '@courierdesk/contract/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errorType } from '../tracing/error-type.ts';
import { describeStep, inNewTrace, isTracing, markStepFailed } from '../tracing/tracing.ts';

/** Each API call, and each call of a store or courier to us, begins a trace. One that the caller names is ignored. */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return;
  app.addHook('onRequest', (request, reply, done) => {
    const route = tracedRoute(request);
    if (route === undefined) return done();
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'courierdesk.request': request.id,
    };
    void inNewTrace({ name: `${request.method} ${route}`, kind: 'server', attributes }, async () => {
      done();
      await new Promise((resolve) => reply.raw.once('close', resolve));
      describeStep({ 'http.response.status_code': reply.raw.statusCode });
      if (reply.raw.statusCode >= 500) markStepFailed();
    });
  });
  app.addHook('onError', async (_request, _reply, error) => describeStep({ 'error.type': errorType(error) }));
}

/** Not the files of the dashboard, health and metrics. */
function tracedRoute({ method, routeOptions: { url } }: FastifyRequest): string | undefined {
  return url?.startsWith(apiBase) || method === 'POST' ? url : undefined;
}
