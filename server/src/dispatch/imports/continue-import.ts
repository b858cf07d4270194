import { performance } from 'node:perf_hooks';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import type { Job } from '../../base/db/job-requests.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { workOnImport } from './work-on-import.ts';

/** How long one import is worked on before others have their turn. */
const turnMs = 10_000;

/** Continues an import, the key of the job. Returns when it is due again. */
export async function continueImport(
  context: Context,
  { shopId, key: id }: Required<Job>,
  signal: AbortSignal,
): Promise<Date | undefined> {
  const found = await withShop(context.db, shopId, (trx) =>
    trx
      .selectFrom('import')
      .selectAll()
      .where('shop_id', '=', shopId)
      .where('id', '=', id)
      .where('state', '=', 'under-way')
      .executeTakeFirst(),
  );
  if (!found) return undefined;
  const until = performance.now() + turnMs;
  const after = await workOnImport(context, found, {
    isTimeUp: () => signal.aborted || performance.now() > until,
    someoneWaits: false,
  });
  return after.state === 'under-way' ? after.next_at : undefined;
}

export const importsUnderWay = (trx: Db): Promise<{ shopId: string; key: string; at: Date }[]> =>
  trx
    .selectFrom('import')
    .select(['shop_id as shopId', 'id as key', 'next_at as at'])
    .where('state', '=', 'under-way')
    .execute();
