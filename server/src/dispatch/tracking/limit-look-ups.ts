import { tooManyLookUps } from '@courierdesk/contract/public-tracking';
import type { Context } from '../../base/context.ts';
import { AppError, retryAfterOf } from '../../base/errors.ts';
import { networkOf, widerNetworkOf } from '../../base/http/network-of.ts';
import type { Limit } from '../../base/rate-limits.ts';

type Counter = readonly [limit: Limit, key: string];

/**
 * Looks up a number for someone without the link of the shop. Numbers that are not found count as guesses, so that
 * people who type what they were given are not locked out together with others behind their address.
 */
export async function limitLookUps<T>(
  context: Context,
  ip: string,
  lookUp: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const counted = await orTooManyLookUps(() => countGuess(context, ip));
  let isGuess = false;
  try {
    const found = await lookUp();
    isGuess = found === undefined;
    return found;
  } finally {
    if (!isGuess) await refundAll(context, counted);
  }
}

/** Limits how often one address opens one parcel with the link of the shop. */
export const limitLinkVisits = (context: Context, ip: string, shipmentId: string): Promise<void> =>
  orTooManyLookUps(() => context.rateLimits.consume('tracking-link', `${networkOf(ip)} ${shipmentId}`));

/** Counts before the look-up, so that parallel guesses cannot pass a limit together. */
async function countGuess(context: Context, ip: string): Promise<Counter[]> {
  const address = networkOf(ip);
  await context.rateLimits.consume('public-tracking', address);
  const counted = await consumeAll(context, [
    ['tracking-guesses', address],
    ['tracking-guesses-network', widerNetworkOf(ip)],
  ]);
  try {
    return [...counted, ...(await consumeAll(context, [['tracking-guesses-all', 'all']]))];
  } catch (error) {
    if (retryAfterOf(error) === undefined) throw error;
  }
  try {
    return [...counted, ...(await consumeAll(context, [['tracking-guesses-strict', address]]))];
  } catch (error) {
    await refundAll(context, counted);
    throw error;
  }
}

/** Counts with all of them or, if one is used up, with none. */
async function consumeAll(context: Context, counters: readonly Counter[]): Promise<readonly Counter[]> {
  const results = await Promise.allSettled(counters.map(([limit, key]) => context.rateLimits.consume(limit, key)));
  const refused = results.find((result) => result.status === 'rejected');
  if (!refused) return counters;
  await refundAll(context, counters);
  throw refused.reason;
}

const refundAll = (context: Context, counters: readonly Counter[]): Promise<unknown> =>
  Promise.all(counters.map(([limit, key]) => context.rateLimits.refund(limit, key)));

async function orTooManyLookUps<T>(count: () => Promise<T>): Promise<T> {
  try {
    return await count();
  } catch (error) {
    const seconds = retryAfterOf(error);
    if (seconds === undefined) throw error;
    const { en, ur } = tooManyLookUps(seconds);
    throw new AppError('too-many-requests', en, { detail: { retry_after: seconds, urdu: ur }, cause: error });
  }
}
