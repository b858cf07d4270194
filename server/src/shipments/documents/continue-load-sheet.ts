import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import type { Job } from '../../base/db/job-requests.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { requestLoadSheet } from './request-load-sheet.ts';

/** Requests a load sheet, the key of the job, again: its courier did not answer, or its process was killed. */
export async function continueLoadSheet(context: Context, { shopId, key: id }: Required<Job>): Promise<undefined> {
  const sheet = await withShop(context.db, shopId, (trx) =>
    trx
      .selectFrom('load_sheet')
      .selectAll()
      .where('shop_id', '=', shopId)
      .where('id', '=', id)
      .where('state', '=', 'asking')
      .executeTakeFirst(),
  );
  if (sheet) await requestLoadSheet(context, sheet, true);
}

export const loadSheetsAsking = (trx: Db): Promise<{ shopId: string; key: string; at: Date }[]> =>
  trx
    .selectFrom('load_sheet')
    .select(['shop_id as shopId', 'id as key', 'created_at as at'])
    .where('state', '=', 'asking')
    .execute();
