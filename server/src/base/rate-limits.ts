import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type pg from 'pg';
import type { Config } from './config.ts';
import { durationInWords } from '@courierdesk/contract/dates';
import { AppError } from './errors.ts';

/** How often someone may try something that costs or that guesses. Counted in the database: exact, and across processes. */
const limits = {
  /** Failed sign-ins of one network with passwords and passkeys, for all accounts together. */
  'sign-in-network': { points: 50, duration: 300 },
  /**
   * Failed sign-ins to one account: a few at once, then one a minute. With those from networks where the account has
   * signed in before, that is less than 100 in any hour.
   */
  'sign-in-account': { points: 1, duration: 60 },
  'sign-in-account-at-once': { points: 8, duration: 3600 },
  'sign-in-known-network': { points: 5, duration: 1200 },
  /** Wrong codes of one network, for all accounts together. */
  'two-factor-network': { points: 50, duration: 300 },
  /** Wrong codes of one person, whose password was right: one code in 333,000 is right at any moment. */
  'two-factor-user': { points: 5, duration: 900 },
  'two-factor-user-day': { points: 50, duration: 86_400 },
  /** Challenges for passkeys of people who are not signed in. Each is a row for five minutes. */
  'passkey-challenge': { points: 100, duration: 60 },
  'session-exchange': { points: 30, duration: 300 },
  /** Wrong current passwords of one user who changes their own. */
  'password-check': { points: 10, duration: 3600 },
  'verify-email': { points: 60, duration: 300 },
  /** Mails to reset a password: asked by one network, and for one email, whether or not a user has it. */
  'password-reset-network': { points: 30, duration: 900 },
  'password-reset-account': { points: 5, duration: 3600 },
  /** Uses of links in such mails by one network. */
  'reset-link': { points: 60, duration: 300 },
  /** Verification mails that an owner sends to one user. */
  'verification-mail': { points: 5, duration: 3600 },
  /** The same to all users of one shop together, new ones included. */
  'verification-mails-of-shop': { points: 100, duration: 3600 },
  /** Test mails of one shop. */
  'test-mail': { points: 20, duration: 3600 },
  /** Numbers that one address looks up without the link of the shop, found or not. */
  'public-tracking': { points: 60, duration: 60 },
  /** Those that were not found, by address, by wider network, and by everyone together. */
  'tracking-guesses': { points: 20, duration: 600 },
  'tracking-guesses-network': { points: 100, duration: 600 },
  'tracking-guesses-all': { points: 2000, duration: 600 },
  /** Limit per address while the limit of all addresses together is used up. */
  'tracking-guesses-strict': { points: 3, duration: 600 },
  /** Visits with the link of the shop, of one parcel from one address. */
  'tracking-link': { points: 60, duration: 60 },
  'store-launch': { points: 300, duration: 60 },
  /** Status updates for one courier account from one network, with the right secret or without. */
  'courier-push': { points: 300, duration: 60 },
  /** A courier sends those of all its shops from one network. */
  'courier-push-network': { points: 6000, duration: 60 },
} as const;
export type Limit = keyof typeof limits;

export type RateLimits = {
  /** Counts one try. Throws `too-many-requests` when the limit is used up. */
  consume(limit: Limit, key: string): Promise<void>;
  /** Uncounts one try that did not fail. */
  refund(limit: Limit, key: string): Promise<void>;
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
    consume: (limit, key) => orTooMany(() => limiterOf(limit).consume(key)),
    refund: async (limit, key) => void (await limiterOf(limit).reward(key)),
  };
}

const unlimited: RateLimits = {
  consume: () => Promise.resolve(),
  refund: () => Promise.resolve(),
};

const limiterIn = (pool: pg.Pool, limit: Limit): RateLimiterPostgres =>
  new RateLimiterPostgres({
    storeClient: withoutNames(pool),
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    keyPrefix: limit,
    ...limits[limit],
    clearExpiredByTimeout: false,
  });

/** The limiter prepares named statements, which stay in one connection: behind a pooler, the next one has none. */
const withoutNames = (pool: pg.Pool) => ({
  query: ({ text, values }: { text: string; values: unknown[] }) => pool.query(text, values),
});

/** Runs a limiter and turns its refusal into an error of the contract. */
export async function orTooMany(consume: () => Promise<RateLimiterRes>): Promise<void> {
  try {
    await consume();
  } catch (refusal) {
    throw refusal instanceof RateLimiterRes ? tooMany(refusal) : refusal;
  }
}

function tooMany({ msBeforeNext }: RateLimiterRes): AppError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new AppError('too-many-requests', `Too many attempts. Try again in ${durationInWords(seconds)}.`, {
    detail: { retry_after: seconds },
  });
}
