import { setTimeout as pause } from 'node:timers/promises';
import type { Actor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { platformAccess } from '../../shop/shops/platform-access.ts';
import { callStore } from '../../shop/shops/store-error.ts';
import { importEnded, noFailure } from './import-store.ts';
import { mirroredAt } from './queries.ts';
import { readChanges } from './read-changes.ts';
import { releaseRead, claimRead } from './read-lease.ts';

const timeoutMs = 20_000;
const pollMs = 200;

/**
 * Reads what changed in the store now. If another process is already reading it, waits for that one to finish. `isWhole`:
 * we have every order now. It is false during the first import, and while there is more to read than one round takes.
 */
export async function refreshStoreOrders(
  context: Context,
  { shopId }: Actor,
): Promise<{ changed: number; isWhole: boolean; mirroredAt: Date | null }> {
  const giveUpAt = Date.now() + timeoutMs;
  const access = await callStore(() => platformAccess(context, shopId));
  for (;;) {
    const lease = await claimRead(context, shopId);
    if (lease) {
      const begun = context.clock();
      const { backfill_phase: phase } = lease.sync;
      try {
        const { changed, complete } = await callStore(() => readChanges(context, lease, access));
        const isWhole = complete && phase !== 'export' && phase !== 'file';
        // A failed import keeps its reason: reading changes does not continue it.
        await releaseRead(context, lease, isWhole ? { ...importEnded, ...noFailure, mirrored_at: begun } : {});
        return { changed, isWhole, mirroredAt: await withShop(context.db, shopId, (trx) => mirroredAt(trx, shopId)) };
      } catch (error) {
        await releaseRead(context, lease, {});
        throw error;
      }
    }
    if (Date.now() > giveUpAt) {
      throw new AppError(
        'store-unavailable',
        'We’re still reading the orders from the store. Please try again in a minute.',
      );
    }
    await pause(pollMs);
  }
}
