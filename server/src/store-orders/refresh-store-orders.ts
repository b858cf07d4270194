import type { Actor } from '../actor.ts';
import type { Context } from '../context.ts';
import { withShop } from '../db/tenancy.ts';
import { AppError } from '../errors.ts';
import { platformAccess } from '../shops/platform-access.ts';
import { askStore } from '../shops/store-error.ts';
import { mirroredAt } from './queries.ts';
import { readChanges } from './read-changes.ts';
import { endSync, takeSync } from './sync-lease.ts';

const patienceMs = 20_000;
const pollMs = 200;

/** Reads what changed in the store, now. While another reader is at it, its work is waited for instead. */
export async function refreshStoreOrders(
  context: Context,
  { shopId }: Actor,
): Promise<{ changed: number; mirroredAt: Date | null }> {
  const giveUpAt = Date.now() + patienceMs;
  const access = await askStore(() => platformAccess(context, shopId));
  for (;;) {
    const lease = await takeSync(context, shopId);
    if (lease) {
      const begun = context.clock();
      const sync = await withShop(context.db, shopId, (trx) =>
        trx.selectFrom('store_sync').select('backfill_since').where('shop_id', '=', shopId).executeTakeFirst(),
      );
      try {
        const { changed, complete } = await askStore(() => readChanges(context, lease, access));
        const isWhole = complete && sync?.backfill_since === null;
        await endSync(context, lease, { ...(isWhole && { mirrored_at: begun }), last_error: '' });
        return { changed, mirroredAt: await withShop(context.db, shopId, (trx) => mirroredAt(trx, shopId)) };
      } catch (error) {
        await endSync(context, lease, {});
        throw error;
      }
    }
    if (Date.now() > giveUpAt) {
      throw new AppError(
        'store-unavailable',
        'The orders are being read from the store already. Please look again soon.',
      );
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
