import { performance } from 'node:perf_hooks';
import type { ImportKind } from '@courierdesk/contract/import-columns';
import type { RawRow } from '@courierdesk/contract/import-rows';
import type { ChosenAccounts } from '@courierdesk/contract/imports';
import { inParts } from '@courierdesk/contract/in-parts';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { checkFile, rowsInPart } from './check-file.ts';
import { refuseUnusableAccounts } from './tracking-accounts.ts';
import { saveRows } from './save-rows.ts';
import { importLabel, type ImportTable } from './queries.ts';
import { usableRowsInFile, type StoredRows } from './rows-of-file.ts';
import { workOnImport } from './work-on-import.ts';

/** Rows that came with the call, or a stored file of rows. */
export type RowSource = { readonly rows: readonly RawRow[] } | StoredRows;

export type ImportRequest = {
  readonly kind: ImportKind;
  readonly source: RowSource;
  readonly fileName: string;
  /** The courier of a statement, or empty. */
  readonly company: string;
  readonly notifyCustomer: boolean;
  readonly includeContradicting: boolean;
  /** Which of several accounts of a company follows its parcels. */
  readonly accounts: ChosenAccounts;
};

/** Rows handled in the request, within `maxWaitMs`. */
const rowsAtOnce: Record<ImportKind, number> = { 'payment-status': 5_000, 'payment-statement': 5_000, fulfilment: 100 };
const maxWaitMs = 3_000;
/** The worker takes over an import whose request was killed. */
const takenOverMs = 90_000;

/** Keeps the rows, then works on them: few rows in the request, others in the worker. The worker handles stored files. */
export async function startImport(context: Context, actor: UserActor, request: ImportRequest): Promise<ImportTable> {
  return 'rows' in request.source
    ? startWithRows(context, actor, request, request.source.rows)
    : startWithFile(context, actor, request, request.source);
}

async function startWithRows(
  context: Context,
  actor: UserActor,
  request: ImportRequest,
  given: readonly RawRow[],
): Promise<ImportTable> {
  const file = await checkFile({ ...request, rows: () => inParts(given, rowsInPart) });
  if (file.total === 0) throw new AppError('invalid-input', 'There are no rows', { field: 'ordersData' });
  const atOnce = file.total <= rowsAtOnce[request.kind];
  const now = context.clock();
  const due = atOnce ? new Date(now.getTime() + takenOverMs) : now;
  const kept = await withShop(context.db, actor.shopId, async (trx) => {
    const started = await insertImport(trx, context, actor, request, { total: file.total }, due);
    await saveRows(trx, started, file);
    return started;
  });
  if (!atOnce) return kept;
  const until = performance.now() + maxWaitMs;
  const after = await workOnImport(context, kept, { isTimeUp: () => performance.now() > until, someoneWaits: true });
  if (after.state === 'under-way')
    await withShop(context.db, actor.shopId, (trx) => requestJob(trx, context, after, after.next_at));
  return after;
}

const requestJob = (trx: Db, context: Context, { shop_id: shopId, id: key }: ImportTable, at: Date): Promise<void> =>
  context.jobs.request(trx, 'imports', { shopId, key, at });

async function startWithFile(
  context: Context,
  actor: UserActor,
  request: ImportRequest,
  source: StoredRows,
): Promise<ImportTable> {
  const now = context.clock();
  return withShop(context.db, actor.shopId, async (trx) => {
    const total = await usableRowsInFile(trx, actor.shopId, source, now);
    return insertImport(trx, context, actor, request, { total, file_id: source.fileId }, now);
  });
}

async function insertImport(
  trx: Db,
  context: Context,
  actor: UserActor,
  request: ImportRequest,
  more: { total: number; file_id?: string },
  due: Date,
): Promise<ImportTable> {
  await refuseUnusableAccounts(trx, actor.shopId, request.accounts);
  const now = context.clock();
  const started = await trx
    .insertInto('import')
    .values({
      shop_id: actor.shopId,
      id: newId(now),
      kind: request.kind,
      file_name: request.fileName,
      company: request.company,
      notify_customer: request.notifyCustomer,
      include_contradicting: request.includeContradicting,
      accounts: JSON.stringify(request.accounts),
      state: 'under-way',
      asked_by: actor.name,
      asked_by_tag: actor.tag,
      asked_by_user_id: actor.userId,
      next_at: due,
      created_at: now,
      ...more,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await requestJob(trx, context, started, due);
  await recordAuditEvent(trx, actor, {
    at: now,
    action: 'import.started',
    subjectKind: 'import',
    subjectId: started.id,
    label: importLabel(started),
    detail: {
      ...{ kind: request.kind, rows: more.total, company: request.company, accounts: request.accounts },
      ...(request.includeContradicting && { include_contradicting: true }),
    },
  });
  return started;
}
