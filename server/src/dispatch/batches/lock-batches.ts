import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../base/db/client.ts';

/**
 * Locks batches until the transaction ends. Whoever changes a row locks its batch first, because the batch counts the change: work that took
 * the row first would wait for a person who changes the batch, and they for it.
 */
export async function lockBatchesOf(trx: Db, shopId: string, batchIds: RawBuilder<unknown>): Promise<void> {
  await sql`select from batch where shop_id = ${shopId} and id in (${batchIds}) order by id for update`.execute(trx);
}
