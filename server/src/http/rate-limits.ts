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

/** Doors that strangers can knock at. Counted in the database: exact, and across processes. */
export const doors = {
  'sign-in': { points: 20, duration: 300 },
  'session-exchange': { points: 30, duration: 300 },
  'public-tracking': { points: 60, duration: 60 },
  'store-launch': { points: 60, duration: 60 },
} as const;
export type Door = keyof typeof doors;

const perUserASecond = 100;

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

/** Signed-in callers: so many requests a second per user, counted in this process. */
export function installUserRateLimit(app: FastifyInstance, context: { config: Config }): void {
  if (!context.config.rateLimits) return;
  const limiter = new RateLimiterMemory({ points: perUserASecond, duration: 1 });
  app.addHook('onRequest', async (request) => {
    await consume(limiter, callerKey(request));
  });
}

function callerKey(request: FastifyRequest): string {
  const bearer = request.headers.authorization?.split(' ')[1];
  const token = bearer ? readToken(bearer) : undefined;
  return token ? token.hash.toString('base64') : request.ip;
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
