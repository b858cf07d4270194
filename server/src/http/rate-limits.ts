import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { readToken } from '../secrets/tokens.ts';
import { networkOf } from './network-of.ts';
import { actorOf } from './session-guard.ts';

/** How often people without a session may try something. Counted in the database: exact, and across processes. */
const limits = {
  /** Failed sign-ins of one network, whatever the account. */
  'sign-in-network': { points: 50, duration: 300 },
  /**
   * Failed sign-ins to one account: a few at once, then one a minute. With those from networks where the account has
   * signed in before, that is less than 100 in any hour.
   */
  'sign-in-account': { points: 1, duration: 60 },
  'sign-in-account-at-once': { points: 8, duration: 3600 },
  'sign-in-known-network': { points: 5, duration: 1200 },
  'session-exchange': { points: 30, duration: 300 },
  'public-tracking': { points: 60, duration: 60 },
  'store-launch': { points: 300, duration: 60 },
  /** Status updates for one courier account from one network, with the right secret or without. */
  'courier-push': { points: 300, duration: 60 },
  /** A courier sends those of all its shops from one network. */
  'courier-push-network': { points: 6000, duration: 60 },
} as const;
export type Limit = keyof typeof limits;

const perUserASecond = 100;
/** Sessions that are remembered; those looked up longest ago go first. */
const maxSessions = 10_000;

export type RateLimits = {
  /** Counts one try, or throws `too-many-requests`. */
  count(limit: Limit, key: string): Promise<void>;
  /** Takes one counted try back: it did not fail. */
  giveBack(limit: Limit, key: string): Promise<void>;
};

export function createRateLimits({ pool, config }: { pool: pg.Pool; config: Config }): RateLimits {
  if (!config.rateLimits) return unlimited;
  const limiters = new Map<Limit, RateLimiterPostgres>();
  const limiterOf = (limit: Limit): RateLimiterPostgres => {
    const made = limiters.get(limit) ?? limiterIn(pool, limit);
    limiters.set(limit, made);
    return made;
  };
  return {
    count: (limit, key) => refusedInWords(() => limiterOf(limit).consume(key)),
    giveBack: async (limit, key) => void (await limiterOf(limit).reward(key)),
  };
}

const unlimited: RateLimits = {
  count: () => Promise.resolve(),
  giveBack: () => Promise.resolve(),
};

const limiterIn = (pool: pg.Pool, limit: Limit): RateLimiterPostgres =>
  new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    keyPrefix: limit,
    ...limits[limit],
    clearExpiredByTimeout: false,
  });

/**
 * Signed-in callers: so many requests a second per user, over all sessions, counted in this process. Whose a session is
 * is remembered from its last look-up, so that counting comes before the database is asked. Until then, and for tokens
 * of nobody, the network counts.
 */
export function installUserRateLimit(app: FastifyInstance, context: { config: Config }): void {
  if (!context.config.rateLimits) return;
  const limiter = new RateLimiterMemory({ points: perUserASecond, duration: 1 });
  const users = new Map<string, string>();
  app.addHook('onRequest', async (request) => {
    const key = users.get(sessionKey(request)) ?? networkOf(request.ip);
    await refusedInWords(() => limiter.consume(key));
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

async function refusedInWords(consume: () => Promise<RateLimiterRes>): Promise<void> {
  try {
    await consume();
  } catch (refusal) {
    throw refusal instanceof RateLimiterRes ? tooMany(refusal) : refusal;
  }
}

function tooMany({ msBeforeNext }: RateLimiterRes): AppError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new AppError('too-many-requests', `Too many tries. Please wait ${seconds} seconds and try again.`, {
    detail: { retry_after: seconds },
  });
}
