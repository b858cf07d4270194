import type { Db } from '../../base/db/client.ts';

const countedDays = 90;

/**
 * The courier account that stays active when a plan ends, so that a shop can always book: the default one, or the one with
 * the most bookings of the last 90 days. Undefined when none is active.
 */
export async function accountKeptOnFree(
  trx: Db,
  shopId: string,
  now: Date,
): Promise<{ id: string; name: string } | undefined> {
  const active = await trx
    .selectFrom('courier_account')
    .select(['id', 'name', 'is_default'])
    .where('shop_id', '=', shopId)
    .where('in_active', '=', false)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .execute();
  const [first] = active;
  if (!first || first.is_default || active.length === 1) return first;
  const used = await trx
    .selectFrom('shipment')
    .select('account_id')
    .where('shop_id', '=', shopId)
    .where('booked_at', '>', new Date(now.getTime() - countedDays * 86_400_000))
    .where(
      'account_id',
      'in',
      active.map(({ id }) => id),
    )
    .groupBy('account_id')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('account_id')
    .limit(1)
    .executeTakeFirst();
  return active.find(({ id }) => id === used?.account_id) ?? first;
}
