import type { Updateable } from 'kysely';
import { bulkFulfilment, importOrders } from '@courierdesk/contract/imports';
import type { Context } from '../../base/context.ts';
import type { Import } from '../../base/db/schema.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { mayStill } from '../../people/users/may-still.ts';
import { syncStoreNow } from '../../store/sync/sync-store-now.ts';
import { applyFulfilments } from './apply-fulfilments.ts';
import { applyPayments } from './apply-payments.ts';
import { auditEnd, PartIsSaved } from './finish-part.ts';
import { saveRowsOfFile } from './save-rows.ts';
import { importById, type ImportTable } from './queries.ts';

const maxFailures = 6;
const firstPauseMs = 5_000;

/**
 * Processes an import part by part until it is done or time is up. A failed part is
 * retried later. After several failures the import stops.
 */
export async function workOnImport(
  context: Context,
  held: ImportTable,
  options: { isTimeUp: () => boolean; someoneWaits: boolean },
): Promise<ImportTable> {
  let now = held;
  try {
    while (now.state === 'under-way' && !options.isTimeUp()) now = await nextPart(context, now, options.someoneWaits);
    return now.state === 'under-way' ? await release(context, now) : now;
  } catch (error) {
    if (error instanceof PartIsSaved)
      return withShop(context.db, held.shop_id, (trx) => importById(trx, held.shop_id, held.id));
    context.log.error({ err: error, import: held.id, done: now.done }, 'import failed, will retry');
    return postpone(context, now);
  }
}

async function nextPart(context: Context, held: ImportTable, someoneWaits: boolean): Promise<ImportTable> {
  const { access } = held.kind === 'fulfilment' ? bulkFulfilment : importOrders;
  if (!(await mayStill(context, held.shop_id, held.asked_by_user_id, access))) return stop(context, held, notAllowed);
  // The file expires when no worker could read it for long.
  if (held.file_id !== null) return (await saveRowsOfFile(context, held, held.file_id)) ?? stop(context, held);
  if (held.kind !== 'fulfilment') return applyPayments(context, held);
  const { after, storeOrderIds } = await applyFulfilments(context, held);
  if (someoneWaits && after.state === 'done') await syncStoreNow(context, held.shop_id, storeOrderIds);
  return after;
}

/** Others have their turn before this one goes on. */
const release = (context: Context, held: ImportTable): Promise<ImportTable> =>
  update(context, held, { next_at: context.clock() });

const notAllowed = 'The person who asked for this may no longer import files';

const stop = (context: Context, held: ImportTable, reason = ''): Promise<ImportTable> =>
  update(context, held, {
    ...{ next_at: context.clock(), state: 'stopped', done_at: context.clock(), stop_reason: reason },
  });

async function postpone(context: Context, held: ImportTable): Promise<ImportTable> {
  const failures = held.failures + 1;
  const now = context.clock();
  const stopped = failures >= maxFailures;
  return update(context, held, {
    failures,
    next_at: new Date(now.getTime() + firstPauseMs * 2 ** (failures - 1)),
    ...(stopped && { state: 'stopped', done_at: now }),
  });
}

async function update(context: Context, held: ImportTable, change: Updateable<Import>): Promise<ImportTable> {
  return withShop(context.db, held.shop_id, async (trx) => {
    const after = await trx
      .updateTable('import')
      .set(change)
      .where('shop_id', '=', held.shop_id)
      .where('id', '=', held.id)
      .where('done', '=', held.done)
      .where('state', '=', 'under-way')
      .returningAll()
      .executeTakeFirst();
    if (after?.state === 'stopped') await auditEnd(trx, after, context.clock());
    return after ?? importById(trx, held.shop_id, held.id);
  });
}
