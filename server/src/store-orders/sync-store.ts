import type { Selectable } from 'kysely';
import type { Context } from '../context.ts';
import type { StoreSync } from '../db/schema.ts';
import { withShop } from '../db/tenancy.ts';
import { PlatformError, type PlatformAccess } from '../platforms/platform.ts';
import { platformAccess } from '../shops/platform-access.ts';
import { importBackfill } from './import-backfill.ts';
import { readChanges } from './read-changes.ts';
import { releaseSync, extendSync, type SyncLease } from './sync-lease.ts';

const everyMs = 15 * 60_000;
const backfillPollMs = 5_000;
const shortestBackOffMs = 15_000;
/** A store that withdrew our access answers again only after a new installation, which makes the row due at once. */
const withdrawnMs = 6 * 3_600_000;

/** One round for a shop: checks its webhooks, imports its first export of orders, and reads what changed since. */
export async function syncStore(context: Context, lease: SyncLease): Promise<void> {
  const { shopId } = lease;
  const sync = await withShop(context.db, shopId, (trx) =>
    trx.selectFrom('store_sync').selectAll().where('shop_id', '=', shopId).executeTakeFirst(),
  );
  if (!sync || sync.lease_id !== lease.leaseId) return;
  try {
    const access = await platformAccess(context, shopId);
    if (!sync.webhooks_checked_at) await checkWebhooks(context, lease, access);
    const begun = context.clock();
    if ((await advanceBackfill(context, lease, sync, access)) === 'waiting') {
      await releaseSync(context, lease, { next_at: new Date(context.clock().getTime() + backfillPollMs) });
      return;
    }
    const { complete } = await readChanges(context, lease, access);
    await releaseSync(context, lease, {
      ...(complete && { mirrored_at: begun }),
      next_at: complete ? new Date(context.clock().getTime() + everyMs) : context.clock(),
      failures: 0,
      last_error: '',
    });
  } catch (error) {
    await recordFailure(context, lease, sync, error);
  }
}

async function recordFailure(
  context: Context,
  lease: SyncLease,
  sync: Selectable<StoreSync>,
  error: unknown,
): Promise<void> {
  const failures = sync.failures + 1;
  const known = error instanceof PlatformError;
  const waitMs =
    known && error.kind === 'unauthorised'
      ? withdrawnMs
      : Math.min(everyMs, shortestBackOffMs * 2 ** Math.min(failures, 10));
  if (!known) context.log.error({ err: error, shopId: lease.shopId }, 'could not read a store');
  await releaseSync(context, lease, {
    failures,
    last_error: known ? `${error.message} ${error.platformWords}`.trim() : 'Internal error, see the log.',
    next_at: new Date(context.clock().getTime() + waitMs),
  });
}

/** The store removes subscriptions that fail for long (shopify.md 4.1), so we check them daily. */
async function checkWebhooks(context: Context, lease: SyncLease, access: PlatformAccess): Promise<void> {
  try {
    await context.platform.reconcileWebhooks(access, `${context.config.publicUrl}/webhooks/shopify`);
  } catch (error) {
    // Without webhooks, each round still reads every change, only later.
    if (!(error instanceof PlatformError) || error.kind === 'unauthorised') throw error;
    context.log.warn({ shopId: lease.shopId, words: error.platformWords }, 'could not subscribe to webhooks');
    if (error.kind !== 'rejected') return;
  }
  await extendSync(context, lease, { webhooks_checked_at: context.clock() });
}

/** If the store refuses or cannot finish the export, its orders are read in pages instead. */
async function advanceBackfill(
  context: Context,
  lease: SyncLease,
  sync: Selectable<StoreSync>,
  access: PlatformAccess,
): Promise<'done' | 'waiting'> {
  const since = sync.backfill_since;
  if (!since) return 'done';
  const page = async (reason: string): Promise<'done'> => {
    context.log.warn({ shopId: lease.shopId, reason }, 'reading orders in pages instead of an export');
    await extendSync(context, lease, { backfill_since: null, backfill_operation: null, changes_read_until: since });
    return 'done';
  };
  if (!sync.backfill_operation) {
    try {
      const { operationId } = await context.platform.startBackfill(access, since);
      await extendSync(context, lease, { backfill_operation: operationId });
      return 'waiting';
    } catch (error) {
      const isTemporary = error instanceof PlatformError && error.kind !== 'rejected' && sync.failures < 2;
      if (!(error instanceof PlatformError) || error.kind === 'unauthorised' || isTemporary) throw error;
      return page(error.platformWords);
    }
  }
  const backfill = await context.platform.backfillResult(access, sync.backfill_operation);
  if (backfill.state === 'running') return 'waiting';
  if (backfill.state === 'failed') return page(backfill.reason);
  try {
    if (backfill.url) await importBackfill(context, lease, access, backfill.url);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind === 'unauthorised' || sync.failures < 2) throw error;
    return page(error.message);
  }
  await extendSync(context, lease, { backfill_since: null, backfill_operation: null });
  return 'done';
}
