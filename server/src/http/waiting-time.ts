import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    waits: Waits;
  }
}

/** Calls to others that a request waited for: who, from when until when, in milliseconds of `performance.now()`. */
export type Waits = { who: 'courier' | 'store'; from: number; until: number }[];

/** Each answer tells in `Server-Timing` what it waited for, up to the moment when it is sent. */
export function installWaitingTime(app: FastifyInstance): void {
  app.decorateRequest('waits');
  app.addHook('onRequest', (request, _reply, done) => {
    request.waits = [];
    done();
  });
  app.addHook('onSend', async (request, reply) => {
    void reply.header('server-timing', serverTiming(request.waits, reply.elapsedTime));
  });
}

const waitsOfRequest = new AsyncLocalStorage<Waits>();

/** Notes how long a call to a courier or the store takes, for the request that makes it. */
export const noted =
  <Args extends unknown[], T>(who: Waits[number]['who'], call: (...args: Args) => Promise<T>) =>
  async (...args: Args): Promise<T> => {
    const waits = waitsOfRequest.getStore();
    const from = performance.now();
    try {
      return await call(...args);
    } finally {
      waits?.push({ who, from, until: performance.now() });
    }
  };

export const noteWaits = <T>(waits: Waits, work: () => Promise<T>): Promise<T> => waitsOfRequest.run(waits, work);

/** The request's time by who took it, as a `Server-Timing` header tells it to the browser's own tools. */
export function serverTiming(waits: Waits, totalMs: number): string {
  const all = covered(waits);
  const parts = [
    ['own', totalMs - all] as const,
    ...(['courier', 'store'] as const).map((who) => [who, covered(waits.filter((wait) => wait.who === who))] as const),
  ];
  return parts.map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`).join(', ');
}

/** How long at least one of them was under way. */
function covered(waits: Readonly<Waits>): number {
  let total = 0;
  let until = 0;
  for (const wait of waits.toSorted((a, b) => a.from - b.from)) {
    total += Math.max(0, wait.until - Math.max(wait.from, until));
    until = Math.max(until, wait.until);
  }
  return total;
}
