import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { PlatformError, type PlatformAccess } from '../../adapters/platforms/platform.ts';
import { isStoreClosed, storeIsOpen } from '../../shop/shops/closed-stores.ts';
import { platformAccess } from '../../shop/shops/platform-access.ts';
import { importEnded, importStore, noFailure } from './import-store.ts';
import { readChanges } from './read-changes.ts';
import { claimDueRead, releaseRead, extendRead, type ReadLease } from './read-lease.ts';

const everyMs = 15 * 60_000;
const exportPollMs = 5_000;
const shortestBackOffMs = 15_000;
const lookAgainMs = 5_000;

/** Does a round for a shop if one is due. Returns when the next one is due. */
export async function readDueStore(
  context: Context,
  { shopId }: { readonly shopId: string },
): Promise<Date | undefined> {
  const lease = await claimDueRead(context, shopId);
  if (lease) await readStore(context, lease);
  const [next] = await withShop(context.db, shopId, dueReads);
  if (!next) return undefined;
  // While a person has the lease, the store is read now.
  const soon = new Date(context.clock().getTime() + lookAgainMs);
  return lease || next.at > soon ? next.at : soon;
}

/** When the store of each shop is due to be read. Closed stores wait until they open. */
export const dueReads = (trx: Db): Promise<{ shopId: string; at: Date }[]> =>
  trx
    .selectFrom('store_sync')
    .select(['shop_id as shopId', 'next_at as at'])
    .where(sql<boolean>`next_at < 'infinity' and ${storeIsOpen('store_sync')}`)
    .execute();

/** One round for a shop: checks its webhooks, does a part of its first import, or reads what changed since. */
export async function readStore(context: Context, lease: ReadLease): Promise<void> {
  try {
    const access = await platformAccess(context, lease.shopId);
    if (!lease.sync.webhooks_checked_at) await checkWebhooks(context, lease, access);
    const begun = context.clock();
    const step = await importStore(context, lease, access);
    if (step !== 'done') {
      const waitMs = step === 'waiting' ? exportPollMs : 0;
      await releaseRead(context, lease, { ...noFailure, next_at: new Date(context.clock().getTime() + waitMs) });
      return;
    }
    const { complete } = await readChanges(context, lease, access);
    await releaseRead(context, lease, {
      ...noFailure,
      ...(complete && { ...importEnded, mirrored_at: begun }),
      next_at: complete ? new Date(context.clock().getTime() + everyMs) : context.clock(),
    });
  } catch (error) {
    await recordReadFailure(context, lease, error);
  }
}

async function recordReadFailure(context: Context, lease: ReadLease, error: unknown): Promise<void> {
  const known = error instanceof PlatformError;
  // A closed store is not asked again until it opens, so this was no failure.
  const isClosed = known && (await isStoreClosed(context, lease.shopId));
  const failures = lease.sync.failures + (isClosed ? 0 : 1);
  const backOffMs = Math.min(everyMs, shortestBackOffMs * 2 ** Math.min(failures, 10));
  const waitMs = isClosed ? 0 : Math.max(backOffMs, known ? (error.retryAfterMs ?? 0) : 0);
  if (!known) context.log.error({ err: error, shopId: lease.shopId }, 'could not read a store');
  await releaseRead(context, lease, {
    failures,
    last_error: known ? `${error.message} ${error.platformWords}`.trim() : 'Something went wrong on our side.',
    next_at: new Date(context.clock().getTime() + waitMs),
  });
}

/** The store removes subscriptions that fail for long, so we check them daily. */
async function checkWebhooks(context: Context, lease: ReadLease, access: PlatformAccess): Promise<void> {
  try {
    await context.platform.reconcileWebhooks(access, `${context.config.publicUrl}/webhooks/shopify`);
  } catch (error) {
    // Without webhooks, each round still reads every change, only later.
    if (!(error instanceof PlatformError) || error.kind === 'unauthorised') throw error;
    context.log.warn({ shopId: lease.shopId, words: error.platformWords }, 'could not subscribe to webhooks');
    if (error.kind !== 'rejected') return;
  }
  await extendRead(context, lease, { webhooks_checked_at: context.clock() });
}
