import type { ErrorCode } from '@courierdesk/contract/errors';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { AppError } from '../../base/errors.ts';
import { networkOf } from '../../base/http/network-of.ts';
import type { Limit } from '../../base/rate-limits.ts';
import { hasSignedInFrom } from '../sessions/known-networks.ts';
import type { TwoFactorUser } from './queries.ts';

/**
 * Checks the second factor of a sign-in within the limits of the person and the network. Only wrong ones count. Someone who
 * knows the password cannot lock the owner out by guessing: a network where the person has signed in before is counted by
 * itself, and recovery codes and passkeys, which no one can guess, count for the network only.
 */
export async function limitSecondFactor<T>(
  context: Context,
  { user, ip, code }: { user: TwoFactorUser; ip: string; code?: string | undefined },
  check: () => Promise<T>,
): Promise<T> {
  const network = networkOf(ip);
  const isGuessable = code !== undefined && isAppCode(code);
  const person = (await hasSignedInFrom(context, user, network)) ? `${user.userId} ${network}` : user.userId;
  return countWrong(context, [['two-factor-network', network], ...(isGuessable ? limitsOf(person) : [])], check);
}

/** Checks the password, code or passkey of someone who is signed in, within the limits of the session and the network. */
export const limitConfirmations = <T>(context: Context, actor: UserActor, check: () => Promise<T>): Promise<T> =>
  countWrong(
    context,
    [['two-factor-network', networkOf(actor.ip)], ...limitsOf(`${actor.userId} ${actor.sessionId}`)],
    check,
  );

const limitsOf = (key: string): (readonly [Limit, string])[] => [
  ['two-factor-user', key],
  ['two-factor-user-day', key],
];

const isAppCode = (code: string): boolean => /^[\d\s]*$/.test(code);

/** Signs in with a passkey within the limit of the network. Only failures count. */
export const limitPasskeySignIns = <T>(context: Context, ip: string, signIn: () => Promise<T>): Promise<T> =>
  countWrong(context, [['sign-in-network', networkOf(ip)]], signIn);

async function countWrong<T>(
  context: Context,
  counted: readonly (readonly [Limit, string])[],
  check: () => Promise<T>,
): Promise<T> {
  // Counted before the check, so that parallel tries cannot pass a limit together.
  for (const [limit, key] of counted) await context.rateLimits.consume(limit, key);
  let failed = false;
  try {
    return await check();
  } catch (error) {
    failed = error instanceof AppError && wrong.has(error.code);
    throw error;
  } finally {
    if (!failed) for (const [limit, key] of counted) await context.rateLimits.refund(limit, key);
  }
}

const wrong: ReadonlySet<ErrorCode> = new Set(['code-wrong', 'login-failed', 'passkey-refused']);
