import type { Updateable } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { StoreSync } from '../../base/db/schema.ts';
import { PlatformError, type PlatformAccess, type PlatformBackfill } from '../../adapters/platforms/platform.ts';
import { importBackfill } from './import-backfill.ts';
import { extendRead, type ReadLease } from './read-lease.ts';

/** Then the orders are read in pages, which is slower and needs no export. */
const maxFailedExports = 2;
const maxFailures = 2;
/** While other exports of the store are running. */
const maxBusyTries = 10;

/**
 * `waiting`: for the store's export. `reading`: there is more in the file. `done`: what is left is to read what changed.
 */
type ImportStep = 'waiting' | 'reading' | 'done';

/** The next step of a shop's first import: requests an export of its orders, waits for it, reads its file. */
export async function importStore(context: Context, lease: ReadLease, access: PlatformAccess): Promise<ImportStep> {
  const { sync } = lease;
  if (!sync.backfill_since || (sync.backfill_phase !== 'export' && sync.backfill_phase !== 'file')) return 'done';
  const run: Run = { context, lease, access, since: sync.backfill_since };
  try {
    const step = sync.backfill_operation
      ? await followExport(run, sync.backfill_operation)
      : await requestExport(run, sync.backfill_requested_at ?? context.clock());
    return step;
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind === 'unauthorised' || error.closedAs) throw error;
    if (error.kind === 'rejected')
      return sync.backfill_operation ? exportFailed(run, error.message) : readPages(run, error.message);
    if (sync.failures < (error.retryAfterMs === undefined ? maxFailures : maxBusyTries)) throw error;
    return readPages(run, error.message);
  }
}

type Run = {
  readonly context: Context;
  readonly lease: ReadLease;
  readonly access: PlatformAccess;
  readonly since: Date;
};

const save = ({ context, lease }: Run, progress: Updateable<StoreSync>): Promise<void> =>
  extendRead(context, lease, progress);

async function requestExport(run: Run, requestedAt: Date): Promise<ImportStep> {
  const { context, lease, access, since } = run;
  // Saved first: whatever the store reports from now on is newer than the file.
  await save(run, { backfill_requested_at: requestedAt });
  if (lease.sync.backfill_expected === null)
    await save(run, { backfill_expected: await context.platform.countOrders(access, since) });
  const { operationId } = await context.platform.startBackfill(access, since);
  await save(run, { backfill_operation: operationId });
  return 'waiting';
}

async function followExport(run: Run, operationId: string): Promise<ImportStep> {
  const { context, lease, access } = run;
  const { sync } = lease;
  const backfill = await context.platform.backfillState(access, operationId);
  if (backfill.state === 'running') {
    await save(run, { backfill_read: backfill.orders });
    return 'waiting';
  }
  if (!backfill.file) return backfill.state === 'done' ? fileRead(run) : exportFailed(run, backfill.reason);
  const isFirst = sync.backfill_phase === 'export';
  if (isFirst)
    await save(run, { backfill_phase: 'file', backfill_read: 0, backfill_offset: 0, ...expectedOf(backfill) });
  const { finished, read } = await importBackfill(context, lease, access, backfill.file, {
    from: isFirst ? 0 : Number(sync.backfill_offset),
    read: isFirst ? 0 : sync.backfill_read,
    requestedAt: sync.backfill_requested_at ?? new Date(0),
  });
  if (!finished) return 'reading';
  if (backfill.state === 'failed') return exportFailed(run, backfill.reason);
  if (read < backfill.orders) return exportFailed(run, `The file has ${read} of ${backfill.orders} orders.`);
  return fileRead(run);
}

/** A finished export knows the number; a failed one has only a part of the orders. */
const expectedOf = (backfill: PlatformBackfill): Updateable<StoreSync> =>
  backfill.state === 'done' ? { backfill_expected: backfill.orders } : {};

async function fileRead(run: Run): Promise<ImportStep> {
  await save(run, { backfill_phase: 'changes', backfill_operation: null });
  return 'done';
}

async function exportFailed(run: Run, reason: string): Promise<ImportStep> {
  const failedExports = run.lease.sync.backfill_failed_exports + 1;
  if (failedExports >= maxFailedExports) return readPages(run, reason);
  run.context.log.warn({ shopId: run.lease.shopId, reason }, 'an export of orders failed and is requested again');
  await save(run, {
    backfill_phase: 'export',
    backfill_failed_exports: failedExports,
    backfill_operation: null,
    backfill_requested_at: null,
    backfill_read: 0,
  });
  return 'waiting';
}

/** Reads everything in pages, as changes since the beginning. Orders that we already have cost little. */
async function readPages(run: Run, reason: string): Promise<ImportStep> {
  run.context.log.warn({ shopId: run.lease.shopId, reason }, 'reading orders in pages instead of an export');
  await save(run, {
    backfill_phase: 'pages',
    backfill_operation: null,
    backfill_read: 0,
    changes_read_until: run.since,
  });
  return 'done';
}

export const noFailure: Updateable<StoreSync> = { failures: 0, last_error: '' };

/** What ends an import, once the changes since it began are read as well. */
export const importEnded: Updateable<StoreSync> = {
  backfill_phase: null,
  backfill_since: null,
  backfill_started_at: null,
  backfill_requested_at: null,
};
