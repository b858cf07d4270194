import type { Paging } from '@courierdesk/contract/paging';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import type { OrderExport } from '../../base/db/schema.ts';

export type ExportRow = Selectable<OrderExport>;
export type ListedExport = ExportRow & { mail_state: string | null };

const listed = (trx: Db, shopId: string) =>
  trx
    .selectFrom('order_export as e')
    .leftJoin('mail as m', (join) => join.on('m.shop_id', '=', shopId).onRef('m.id', '=', 'e.mail_id'))
    .selectAll('e')
    .select('m.state as mail_state')
    .where('e.shop_id', '=', shopId);

export function exportById(trx: Db, shopId: string, id: string): Promise<ListedExport | undefined> {
  return listed(trx, shopId).where('e.id', '=', id).executeTakeFirst();
}

/** Changes an export, unless it was begun again since this run. */
export const exportOfRun = (trx: Db, row: ExportRow) =>
  trx
    .updateTable('order_export')
    .where('shop_id', '=', row.shop_id)
    .where('id', '=', row.id)
    .where('run_id', '=', row.run_id);

/** Newest first: ids are ordered by time. */
export function exportsPage(trx: Db, shopId: string, { page, limit }: Paging): Promise<ListedExport[]> {
  return listed(trx, shopId)
    .orderBy('e.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}

export async function countExports(trx: Db, shopId: string): Promise<number> {
  const row = await trx
    .selectFrom('order_export')
    .select(sql<number>`count(*)`.as('n'))
    .where('shop_id', '=', shopId)
    .executeTakeFirstOrThrow();
  return row.n;
}
