import type { Context } from '../../base/context.ts';
import { AppError } from '../../base/errors.ts';
import { networkOf } from '../../base/http/network-of.ts';
import { isSameSecret } from '../../base/secrets/tokens.ts';

/** Throws for a wrong password. It counts with the failed sign-ins of the network. */
export async function checkOperatorPassword(context: Context, given: string, ip: string): Promise<void> {
  const network = networkOf(ip);
  await context.rateLimits.consume('sign-in-network', network);
  if (!isSameSecret(given, context.config.operatorPassword ?? '')) {
    context.log.warn('a sign-in to the operator’s page failed');
    throw new AppError('login-failed', 'The password is wrong.');
  }
  await context.rateLimits.refund('sign-in-network', network);
  context.log.info('the operator signed in');
}
