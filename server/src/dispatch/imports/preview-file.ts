import { ImportPreview } from '@courierdesk/contract/import-previews';
import type { Selectable, Updateable } from 'kysely';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';
import type { ImportPreview as ImportPreviewTable } from '../../base/db/schema.ts';
import type { Job } from '../../base/db/job-requests.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { notFound } from '../../base/errors.ts';
import { kindOf } from './outcome.ts';
import { previewRows, type PreviewRequest } from './preview-import.ts';
import { throttleProgress } from './throttle-progress.ts';
import { rowsOfFile, usableRowsInFile, type StoredRows } from './rows-of-file.ts';

type PreviewTable = Selectable<ImportPreviewTable>;

const maxFailures = 4;
const firstPauseMs = 2_000;

/** Asks the worker what the rows of a stored file would change. */
export async function startPreview(
  context: Context,
  actor: UserActor,
  request: PreviewRequest & StoredRows,
): Promise<PreviewTable> {
  const now = context.clock();
  return withShop(context.db, actor.shopId, async (trx) => {
    const total = await usableRowsInFile(trx, actor.shopId, request, now);
    const started = await trx
      .insertInto('import_preview')
      .values({
        ...{ shop_id: actor.shopId, id: newId(now), file_id: request.fileId },
        ...{ kind: request.kind, company: request.company, state: 'under-way', total, next_at: now },
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await context.jobs.request(trx, 'import-previews', { shopId: actor.shopId, key: started.id, at: now });
    return started;
  });
}

export async function previewById(trx: Db, shopId: string, id: string): Promise<PreviewTable> {
  const row = await trx
    .selectFrom('import_preview')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('This preview');
  return row;
}

/** Makes a preview, the key of the job. Returns when it is due again. */
export async function makePreview(
  context: Context,
  { shopId, key: id }: Required<Job>,
  signal: AbortSignal,
): Promise<Date | undefined> {
  const found = await withShop(context.db, shopId, (trx) => underWay(trx).where('id', '=', id).executeTakeFirst());
  if (!found) return undefined;
  try {
    await workOnPreview(context, found, signal);
    return undefined;
  } catch (error) {
    if (error instanceof Interrupted) return context.clock();
    context.log.error({ err: error, preview: id }, 'preview failed, will retry');
    return postpone(context, found);
  }
}

export async function previewsUnderWay(trx: Db): Promise<{ shopId: string; key: string; at: Date }[]> {
  const rows = await underWay(trx).execute();
  return rows.map(({ shop_id: shopId, id: key, next_at: at }) => ({ shopId, key, at }));
}

const underWay = (trx: Db) => trx.selectFrom('import_preview').selectAll().where('state', '=', 'under-way');

/** The process is stopping. */
class Interrupted extends Error {}

/** A file is read twice: to compare its rows, and to look them up. */
const passes = 2;

async function workOnPreview(context: Context, found: PreviewTable, signal: AbortSignal): Promise<void> {
  let read = 0;
  const showProgress = throttleProgress(() => change(context, found, { done: Math.floor(read / passes) }));
  const rows = () =>
    rowsOfFile(context, found.shop_id, found.file_id, (count) => {
      if (signal.aborted) throw new Interrupted();
      read += count;
      return showProgress();
    });
  const request = { kind: kindOf(found), company: found.company };
  const result = await previewRows(context, found.shop_id, request, rows);
  await change(context, found, { state: 'done', done: found.total, result: JSON.stringify(result) });
}

async function postpone(context: Context, found: PreviewTable): Promise<Date | undefined> {
  const failures = found.failures + 1;
  const isOver = failures >= maxFailures;
  const next_at = new Date(context.clock().getTime() + firstPauseMs * 2 ** (failures - 1));
  await change(context, found, { failures, next_at, ...(isOver && { state: 'stopped' }) });
  return isOver ? undefined : next_at;
}

async function change(context: Context, found: PreviewTable, values: Updateable<ImportPreviewTable>): Promise<void> {
  await withShop(context.db, found.shop_id, (trx) =>
    trx
      .updateTable('import_preview')
      .set(values)
      .where('shop_id', '=', found.shop_id)
      .where('id', '=', found.id)
      .where('state', '=', 'under-way')
      .execute(),
  );
}

/** The answer about a preview, from its row. */
export const presentPreview = ({ id, state, total, done, result }: PreviewTable) =>
  ({
    data: result === null ? null : ImportPreview.parse(result),
    job: { id, state: state === 'done' ? 'done' : state === 'stopped' ? 'stopped' : 'under-way', total, done },
  }) as const;
