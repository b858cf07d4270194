import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { networkOf } from '../http/network-of.ts';
import type { Limit } from '../public-limits.ts';

/** Checks a code or password within the limits of the person and the network. Only wrong ones count. */
export async function limitCodes<T>(
  context: Context,
  { userId, ip }: { userId: string; ip: string },
  check: () => Promise<T>,
): Promise<T> {
  const counted: [Limit, string][] = [
    ['two-factor-network', networkOf(ip)],
    ['two-factor-user', userId],
    ['two-factor-user-day', userId],
  ];
  // Counted before the check, so that parallel tries cannot pass a limit together.
  for (const [limit, key] of counted) await context.publicLimits.consume(limit, key);
  let failed = false;
  try {
    return await check();
  } catch (error) {
    failed = error instanceof AppError && (error.code === 'code-wrong' || error.code === 'login-failed');
    throw error;
  } finally {
    if (!failed) for (const [limit, key] of counted) await context.publicLimits.refund(limit, key);
  }
}
