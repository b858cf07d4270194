import type { Db } from '../db/client.ts';

/**
 * Lets the worker compare the subscription with the store soon. `olderThanMs`: only if the last comparison is that old.
 * Wake `subscriptions` after the commit if it returns true.
 */
export async function requestSubscriptionCheck(
  trx: Db,
  shopId: string,
  now: Date,
  { olderThanMs = 0 }: { olderThanMs?: number } = {},
): Promise<boolean> {
  const checkedBefore = new Date(now.getTime() - olderThanMs);
  const { numUpdatedRows } = await trx
    .updateTable('subscription')
    .set({ next_check_at: now })
    .where('shop_id', '=', shopId)
    .where('next_check_at', '>', now)
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<=', checkedBefore)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
