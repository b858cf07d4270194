import { systemActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { noLease } from '../../base/db/leases.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { PlatformError } from '../../adapters/platforms/platform.ts';
import { expireSessionsOf } from '../../base/http/expire-sessions.ts';
import { moveToFree } from '../subscriptions/move-to-free.ts';
import { clearCachedAccess } from './access-cache.ts';
import { accessToProbe } from './platform-access.ts';

/**
 * Marks the shop as uninstalled if the store no longer gives us access. We ask the store, because its webhook may come
 * late, twice, or not at all. The shop's data is kept until the store requests to erase it. Returns whether the app is
 * uninstalled.
 */
export async function uninstallShop(context: Context, shopId: string, deliveryId = ''): Promise<boolean> {
  const shop = await withShop(context.db, shopId, (trx) =>
    trx.selectFrom('shop').select('uninstalled_at').where('id', '=', shopId).executeTakeFirst(),
  );
  if (!shop || shop.uninstalled_at) return true;
  if (await hasAccess(context, shopId)) return false;
  const now = context.clock();
  await withShop(context.db, shopId, async (trx) => {
    await trx.updateTable('shop').set({ uninstalled_at: now }).where('id', '=', shopId).execute();
    await moveToFree(trx, context, systemActor(shopId, 'Store'), 'uninstalled');
    await trx.deleteFrom('shop_credential').where('shop_id', '=', shopId).execute();
    await expireSessionsOf(trx, { shopId });
    await trx
      .updateTable('store_sync')
      .set({ next_at: 'infinity', ...noLease })
      .where('shop_id', '=', shopId)
      .execute();
    await recordAuditEvent(trx, systemActor(shopId, 'Store', deliveryId), {
      at: now,
      action: 'shop.uninstalled',
      subjectKind: 'shop',
      subjectId: shopId,
      label: '',
    });
  });
  clearCachedAccess(context, shopId);
  return true;
}

async function hasAccess(context: Context, shopId: string): Promise<boolean> {
  try {
    clearCachedAccess(context, shopId);
    await context.platform.shopInfo(await accessToProbe(context, shopId));
    return true;
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'unauthorised') return false;
    throw error;
  }
}
