import type { ErrorCode } from '@courierdesk/contract/errors';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { networkOf } from '../http/network-of.ts';
import type { Limit } from '../rate-limits.ts';

/** Checks a code, password or passkey within the limits of the person and the network. Only wrong ones count. */
export const limitCodes = <T>(
  context: Context,
  { userId, ip }: { userId: string; ip: string },
  check: () => Promise<T>,
): Promise<T> =>
  countWrong(
    context,
    [
      ['two-factor-network', networkOf(ip)],
      ['two-factor-user', userId],
      ['two-factor-user-day', userId],
    ],
    check,
  );

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
