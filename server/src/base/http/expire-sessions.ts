import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

/**
 * Ends all sessions of users who lose access, and all sign-ins under way. The ended sessions stay for some days, so that
 * the next call with one of them can tell the reason.
 */
export async function expireSessionsOf(
  trx: Db,
  { shopId, userIds }: { shopId: string; userIds?: readonly string[] },
): Promise<void> {
  const ofThem = sql<boolean>`(${userIds ?? null}::text[] is null or user_id = any(${userIds ?? null}::text[]))`;
  await trx.deleteFrom('session').where('shop_id', '=', shopId).where('kind', '<>', 'session').where(ofThem).execute();
  await trx
    .updateTable('session')
    .set({ expires_at: sql`now()` })
    .where('shop_id', '=', shopId)
    .where('expires_at', '>', sql<Date>`now()`)
    .where(ofThem)
    .execute();
}
