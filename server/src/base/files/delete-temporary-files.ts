import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

const temporaryHours = 12;

/**
 * Deletes files that are kept for hours only, because they may contain a customer whose data must be erased: printed
 * copies, downloads and rows to import. People can make them again. A running import keeps its file until it expires.
 */
export async function deleteTemporaryFiles(trx: Db, shopId: string): Promise<void> {
  await sql`
    delete from stored_file as f
    where f.shop_id = ${shopId} and f.expires_at <= f.created_at + make_interval(hours => ${temporaryHours})
      and not exists (
        select from import as i where i.shop_id = f.shop_id and i.file_id = f.id and i.state = 'under-way')`.execute(
    trx,
  );
}
