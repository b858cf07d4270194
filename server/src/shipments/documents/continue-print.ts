import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import type { Job } from '../../base/db/job-requests.ts';
import { withShop } from '../../base/db/tenancy.ts';
import type { PrintRow } from './queries.ts';
import { PrintInterrupted, renderPrint } from './render-print.ts';

const maxTries = 4;

/** Renders a print, the key of the job: a large one, or one whose request was killed. */
export async function continuePrint(
  context: Context,
  { shopId, key: id }: Required<Job>,
  signal: AbortSignal,
): Promise<Date | undefined> {
  const print = await beginTry(context, shopId, id);
  if (print?.state !== 'under-way') return undefined;
  try {
    await renderPrint(context, print, signal);
    return undefined;
  } catch (error) {
    if (!(error instanceof PrintInterrupted)) throw error;
    await withShop(context.db, shopId, (trx) =>
      printUnderWay(trx, shopId, id)
        .set({ tries: print.tries - 1 })
        .execute(),
    );
    return context.clock();
  }
}

export const printsUnderWay = (trx: Db): Promise<{ shopId: string; key: string; at: Date }[]> =>
  trx
    .selectFrom('label_print')
    .select(['shop_id as shopId', 'id as key', 'created_at as at'])
    .where('state', '=', 'under-way')
    .execute();

/** Counts the try before it starts, so that a print which kills its process fails in the end. */
function beginTry({ db }: Context, shopId: string, id: string): Promise<PrintRow | undefined> {
  return withShop(db, shopId, (trx) =>
    printUnderWay(trx, shopId, id)
      .set({
        tries: sql<number>`tries + 1`,
        state: sql<string>`case when tries < ${maxTries} then 'under-way' else 'failed' end`,
      })
      .returningAll()
      .executeTakeFirst(),
  );
}

const printUnderWay = (trx: Db, shopId: string, id: string) =>
  trx.updateTable('label_print').where('shop_id', '=', shopId).where('id', '=', id).where('state', '=', 'under-way');
