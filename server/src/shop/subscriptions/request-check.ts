import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';

/**
 * Lets the worker compare the subscription with the store soon. `olderThanMs`: only if the last comparison is that old.
 */
export async function requestSubscriptionCheck(
  trx: Db,
  context: Pick<Context, 'clock' | 'jobs'>,
  shopId: string,
  { olderThanMs = 0 }: { olderThanMs?: number } = {},
): Promise<void> {
  const now = context.clock();
  const checkedBefore = new Date(now.getTime() - olderThanMs);
  const { numUpdatedRows } = await trx
    .updateTable('subscription')
    .set({ next_check_at: now })
    .where('shop_id', '=', shopId)
    .where('next_check_at', '>', now)
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<=', checkedBefore)]))
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await context.jobs.request(trx, 'subscriptions', { shopId, at: now });
}
