import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { readToken } from '../secrets/tokens.ts';
import { actorOf } from './session-guard.ts';

/** Doors that strangers can knock at. Counted in the database: exact, and across processes. */
export const doors = {
  'sign-in': { points: 20, duration: 300 },
  'session-exchange': { points: 30, duration: 300 },
  'public-tracking': { points: 60, duration: 60 },
  'store-launch': { points: 60, duration: 60 },
} as const;
export type Door = keyof typeof doors;

const perUserASecond = 100;
/** Sessions that are remembered; those looked up longest ago go first. */
const mostSessions = 10_000;

export type RateLimits = {
  /** Takes one try of this address at a door, or throws `too-many-requests`. */
  knock(door: Door, address: string): Promise<void>;
};

export function createRateLimits(context: { pool: pg.Pool; config: Config }): RateLimits {
  const limiters = new Map<Door, RateLimiterAbstract>();
  for (const [door, limit] of Object.entries(doors) as [Door, (typeof doors)[Door]][]) {
    limiters.set(
      door,
      new RateLimiterPostgres({
        storeClient: context.pool,
        storeType: 'pool',
        tableName: 'rate_limit',
        tableCreated: true,
        keyPrefix: door,
        points: limit.points,
        duration: limit.duration,
        clearExpiredByTimeout: false,
      }),
    );
  }
  return {
    async knock(door, address) {
      if (!context.config.rateLimits) return;
      await consume(limiters.get(door), address);
    },
  };
}

/**
 * Signed-in callers: so many requests a second per user, over all sessions, counted in this process. Whose a session is
 * is remembered from its last look-up, so that counting comes before the database is asked. Until then, and for tokens
 * of nobody, the address counts.
 */
export function installUserRateLimit(app: FastifyInstance, context: { config: Config }): void {
  if (!context.config.rateLimits) return;
  const limiter = new RateLimiterMemory({ points: perUserASecond, duration: 1 });
  const users = new Map<string, string>();
  app.addHook('onRequest', async (request) => {
    await consume(limiter, users.get(sessionKey(request)) ?? request.ip);
  });
  app.addHook('preHandler', async (request) => {
    const key = sessionKey(request);
    if (users.has(key) || !isSignedIn(request)) return;
    const { shopId, userId } = await actorOf(request);
    const [oldest] = users.size < mostSessions ? [] : users.keys();
    if (oldest !== undefined) users.delete(oldest);
    users.set(key, `${shopId} ${userId}`);
  });
  app.addHook('onResponse', async (request, reply) => {
    // A session that has ended is nobody's.
    if (reply.statusCode === 401) users.delete(sessionKey(request));
  });
}

/** The route has looked the session up by then. */
const isSignedIn = ({ routeOptions }: FastifyRequest): boolean => {
  const { endpoint } = routeOptions.config;
  return endpoint !== undefined && endpoint.access !== 'public';
};

/** Empty without a token that could be one. */
function sessionKey(request: FastifyRequest): string {
  const bearer = request.headers.authorization?.split(' ')[1];
  return (bearer && readToken(bearer)?.hash.toString('base64')) || '';
}

async function consume(limiter: RateLimiterAbstract | undefined, key: string): Promise<void> {
  try {
    await limiter?.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw new AppError('too-many-requests', `Too many tries. Please wait ${seconds} seconds and try again.`, {
      detail: { retry_after: seconds },
    });
  }
}
