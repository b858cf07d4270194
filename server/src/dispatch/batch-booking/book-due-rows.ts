import type { Context } from '../../base/context.ts';
import { isDatabaseAway } from '../../base/db/client.ts';
import type { Job } from '../../base/db/job-requests.ts';
import { bookAccountRows } from './book-account-rows.ts';
import { nextDueAt } from './due-rows.ts';
import { postponeAccount } from './row-outcomes.ts';

const errorPauseMs = 60_000;

/**
 * Books the due rows of a courier account, the key of the job, as fast as the courier takes them and for a limited time.
 * Returns when the next one is due.
 */
export async function bookDueRows(
  context: Context,
  { shopId, key }: Required<Job>,
  signal: AbortSignal,
): Promise<Date | undefined> {
  const dueAt = await nextDueAt(context, shopId, key);
  if (!dueAt || dueAt > context.clock()) return dueAt;
  try {
    await bookAccountRows(context, shopId, key, signal);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    // Without a pause, rows that fail with an error would be tried again at once, in an endless loop.
    context.log.error({ err: error, account: key }, 'could not book the rows of an account');
    const until = new Date(context.clock().getTime() + errorPauseMs);
    const message = 'Something went wrong. We’ll retry automatically.';
    await postponeAccount(context, { shop_id: shopId, id: key }, until, message);
    return until;
  }
  return nextDueAt(context, shopId, key);
}
