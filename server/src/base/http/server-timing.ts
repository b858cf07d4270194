import type { FastifyInstance } from 'fastify';
import type { CallTimes } from '../observability/call-times.ts';

declare module 'fastify' {
  interface FastifyRequest {
    callTimes: CallTimes;
  }
}

/** Each reply says in `Server-Timing` how long it waited for couriers and the store until it was sent. */
export function installServerTiming(app: FastifyInstance): void {
  app.decorateRequest('callTimes');
  app.addHook('onRequest', (request, _reply, done) => {
    request.callTimes = [];
    done();
  });
  app.addHook('onSend', async (request, reply) => {
    void reply.header('server-timing', serverTiming(request.callTimes, reply.elapsedTime));
  });
}

/**
 * The request's time, divided by who took it, as a `Server-Timing` header. Browsers show it in their developer tools, and
 * the bench reads it. Fastify has no plugin of its own for it.
 */
export function serverTiming(calls: CallTimes, totalMs: number): string {
  const parts = [
    ['own', totalMs - coveredMs(calls)] as const,
    ...(['courier', 'store'] as const).map(
      (who) => [who, coveredMs(calls.filter((call) => call.who === who))] as const,
    ),
  ];
  return parts.map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`).join(', ');
}

/** How long at least one of the calls was running. */
function coveredMs(calls: Readonly<CallTimes>): number {
  let total = 0;
  let until = 0;
  for (const call of calls.toSorted((a, b) => a.from - b.from)) {
    total += Math.max(0, call.until - Math.max(call.from, until));
    until = Math.max(until, call.until);
  }
  return total;
}
