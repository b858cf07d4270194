import { ImportPreview } from '@courierdesk/contract/import-previews';
import { sql, type Selectable } from 'kysely';
import type { UserActor } from '../actor.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { newId } from '../db/ids.ts';
import type { ImportPreview as ImportPreviewTable } from '../db/schema.ts';
import { acrossShops, withShop } from '../db/tenancy.ts';
import { claimDueRows } from '../jobs/claim-due-rows.ts';
import { notFound } from '../errors.ts';
import { leaseMs, LeaseLost } from './finish-part.ts';
import { kindOf } from './outcome.ts';
import { previewRows, type PreviewRequest } from './preview-import.ts';
import { throttleProgress } from './throttle-progress.ts';
import { rowsOfFile, usableRowsInFile, type StoredRows } from './rows-of-file.ts';

export type PreviewTable = Selectable<ImportPreviewTable>;

const maxFailures = 4;
const firstPauseMs = 2_000;

/** Asks the worker what the rows of a stored file would change. */
export async function startPreview(
  context: Context,
  actor: UserActor,
  request: PreviewRequest & StoredRows,
): Promise<PreviewTable> {
  const now = context.clock();
  const started = await withShop(context.db, actor.shopId, async (trx) => {
    const total = await usableRowsInFile(trx, actor.shopId, request, now);
    return trx
      .insertInto('import_preview')
      .values({
        ...{ shop_id: actor.shopId, id: newId(now), file_id: request.fileId },
        ...{ kind: request.kind, company: request.company, state: 'under-way', total, next_at: now },
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  context.wake('import-previews');
  return started;
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

/** The preview that has waited longest. */
export async function workOnDuePreview(context: Context, signal: AbortSignal): Promise<number> {
  const held = await takePreview(context);
  if (!held) return 0;
  try {
    await workOnPreview(context, held, signal);
  } catch (error) {
    if (error instanceof LeaseLost) return 1;
    context.log.error({ err: error, preview: held.id }, 'preview failed, will retry');
    await postpone(context, held);
  }
  return 1;
}

async function takePreview(context: Context): Promise<PreviewTable | undefined> {
  const now = context.clock();
  const [row] = await acrossShops(context.db, (trx) =>
    claimDueRows(trx, 'import_preview', {
      due: sql`state = 'under-way' and next_at <= ${now} and (lease_until is null or lease_until <= ${now})`,
      orderBy: sql`next_at`,
      limit: 1,
      set: sql`lease_id = ${newId(now)}, lease_until = ${new Date(now.getTime() + leaseMs)}`,
    }),
  );
  return row;
}

/** A file is read twice: to compare its rows, and to look them up. */
const passes = 2;

async function workOnPreview(context: Context, held: PreviewTable, signal: AbortSignal): Promise<void> {
  let read = 0;
  const showProgress = throttleProgress(() =>
    change(context, held, {
      done: Math.floor(read / passes),
      lease_until: new Date(context.clock().getTime() + leaseMs),
    }),
  );
  const rows = () =>
    rowsOfFile(context, held.shop_id, held.file_id, (count) => {
      // Another worker starts over when the lease has expired.
      if (signal.aborted) throw new LeaseLost();
      read += count;
      return showProgress();
    });
  const request = { kind: kindOf(held), company: held.company };
  const result = await previewRows(context, held.shop_id, request, rows);
  await change(context, held, { state: 'done', done: held.total, result: JSON.stringify(result), lease_until: null });
}

async function postpone(context: Context, held: PreviewTable): Promise<void> {
  const failures = held.failures + 1;
  await change(context, held, {
    failures,
    ...(failures >= maxFailures && { state: 'stopped' }),
    next_at: new Date(context.clock().getTime() + firstPauseMs * 2 ** (failures - 1)),
    lease_until: null,
  });
}

async function change(
  context: Context,
  held: PreviewTable,
  values: Partial<{
    state: string;
    done: number;
    result: string;
    failures: number;
    next_at: Date;
    lease_until: Date | null;
  }>,
): Promise<void> {
  await withShop(context.db, held.shop_id, (trx) =>
    trx
      .updateTable('import_preview')
      .set(values)
      .where('shop_id', '=', held.shop_id)
      .where('id', '=', held.id)
      .where('lease_id', '=', held.lease_id)
      .where('state', '=', 'under-way')
      .returning('id')
      .executeTakeFirstOrThrow(() => new LeaseLost()),
  );
}

/** The answer about a preview, from its row. */
export const presentPreview = ({ id, state, total, done, result }: PreviewTable) =>
  ({
    data: result === null ? null : ImportPreview.parse(result),
    job: { id, state: state === 'done' ? 'done' : state === 'stopped' ? 'stopped' : 'under-way', total, done },
  }) as const;
