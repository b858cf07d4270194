import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../base/context.ts';
import { reconcileStoreOrder, reconcileLeasedOrder, type LeasedStoreOrder } from './reconcile-store-order.ts';
import type { DesiredStateRow } from './find-store-updates.ts';
import { firstTryMs } from './request-store-update.ts';
import type { SyncResult } from './sync-attempt.ts';

/**
 * The first try, within the request, for at most 3 s. True when every order was updated in the store. The worker retries
 * the others.
 */
export async function syncStoreNow(
  context: Context,
  shopId: string,
  storeOrderIds: readonly string[],
): Promise<boolean> {
  const tries = storeOrderIds.map(async (id): Promise<SyncResult> => ({
    outcome: await reconcileStoreOrder(context, shopId, id),
  }));
  return (await firstTry(context, tries)) !== undefined;
}

/** The same for orders that the caller has leased. Returns their rows when every order was updated in the store. */
export async function syncLeasedOrdersNow(
  context: Context,
  orders: readonly LeasedStoreOrder[],
): Promise<DesiredStateRow[] | undefined> {
  const results = await firstTry(
    context,
    orders.map((order) => reconcileLeasedOrder(context, order)),
  );
  return results?.flatMap(({ row }) => row ?? []);
}

async function firstTry(context: Context, tries: readonly Promise<SyncResult>[]): Promise<SyncResult[] | undefined> {
  const all = Promise.all(tries).catch((error: unknown): SyncResult[] => {
    context.log.error({ err: error }, 'first store update failed');
    return [];
  });
  const timer = new AbortController();
  const results = await Promise.race([all, pause(firstTryMs, [], { signal: timer.signal }).catch(() => [])]);
  timer.abort();
  const allDone = results.length === tries.length && results.every(({ outcome }) => outcome === 'done');
  return allDone ? results : undefined;
}
