import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Config } from '../config.ts';
import { orTooMany } from '../rate-limits.ts';
import { readToken } from '../secrets/tokens.ts';
import { networkOf } from './network-of.ts';
import { actorOf } from './session-guard.ts';

const perUserASecond = 100;
/** Sessions that are remembered. The one that was looked up longest ago is dropped first. */
const maxSessions = 10_000;

/**
 * Limits the requests per second of each user, over all their sessions, counted in this process. It remembers which user
 * a session belongs to, so that it can count before anything asks the database. A token that it does not know counts for
 * the network of the caller. This memory is most of the file, and @fastify/rate-limit would need it too, for its keys.
 */
export function installUserRateLimit(app: FastifyInstance, context: { config: Config }): void {
  if (!context.config.rateLimits) return;
  const limiter = new RateLimiterMemory({ points: perUserASecond, duration: 1 });
  const users = new Map<string, string>();
  app.addHook('onRequest', async (request) => {
    const key = users.get(sessionKey(request)) ?? networkOf(request.ip);
    await orTooMany(() => limiter.consume(key));
  });
  app.addHook('preHandler', async (request) => {
    const key = sessionKey(request);
    if (users.has(key) || !isSignedIn(request)) return;
    const { shopId, userId } = await actorOf(request);
    const [oldest] = users.size < maxSessions ? [] : users.keys();
    if (oldest !== undefined) users.delete(oldest);
    users.set(key, `${shopId} ${userId}`);
  });
  app.addHook('onResponse', async (request, reply) => {
    // The session has ended.
    if (reply.statusCode === 401) users.delete(sessionKey(request));
  });
}

/** For such routes, the session has been looked up before `preHandler`. */
function isSignedIn({ routeOptions }: FastifyRequest): boolean {
  const { endpoint } = routeOptions.config;
  return endpoint !== undefined && endpoint.access !== 'public';
}

/** Empty when the request has no readable token. */
function sessionKey(request: FastifyRequest): string {
  const bearer = request.headers.authorization?.split(' ')[1];
  return (bearer && readToken(bearer)?.hash.toString('base64')) || '';
}
