import type { Db } from '../../base/db/client.ts';

/** The time until which the mirror is complete. */
export async function mirroredAt(trx: Db, shopId: string): Promise<Date | null> {
  const sync = await trx
    .selectFrom('store_sync')
    .select('mirrored_at')
    .where('shop_id', '=', shopId)
    .executeTakeFirst();
  return sync?.mirrored_at ?? null;
}
