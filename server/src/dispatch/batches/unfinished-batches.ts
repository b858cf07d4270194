import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';

/** A batch (`batch`) with rows that wait for a person or a worker. */
export const isUnfinished = sql<boolean>`exists (
  select from batch_row as r
  where r.shop_id = batch.shop_id and r.batch_id = batch.id and r.state in ('draft', 'queued', 'booking', 'changed'))`;

/** Those of everyone in the shop, or of one person. */
export async function countUnfinishedBatches(
  trx: Db,
  shopId: string,
  userId?: string,
): Promise<{ count: number; oldestAt: Date | null } | undefined> {
  const { rows } = await sql<{ count: number; oldestAt: Date | null }>`
    select count(*) as count, min(created_at) as "oldestAt" from batch
    where shop_id = ${shopId} and ${isUnfinished}
      ${userId === undefined ? sql`` : sql`and created_by_user_id = ${userId}`}`.execute(trx);
  return rows[0];
}
