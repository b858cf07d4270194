import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';

/**
 * Deletes all export files of the shop, because they may contain a customer whose data must be erased. They can be
 * exported again. An export that is being written begins again.
 */
export async function deleteExportFiles(trx: Db, shopId: string): Promise<void> {
  await trx
    .deleteFrom('stored_file')
    .where('shop_id', '=', shopId)
    .where(
      'id',
      'in',
      sql<string>`(select file_id from order_export where shop_id = ${shopId} and file_id is not null)`,
    )
    .execute();
  await trx
    .updateTable('order_export')
    .set({ run_id: null })
    .where('shop_id', '=', shopId)
    .where('state', '=', 'under-way')
    .execute();
}
