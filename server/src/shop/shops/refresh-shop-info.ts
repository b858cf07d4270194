import { systemActor } from '../../base/actor.ts';
import { changesOf } from '../../base/audit/changes-of.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { acrossShops } from '../../base/db/tenancy.ts';
import type { PlatformShop } from '../../adapters/platforms/platform.ts';
import { clearCachedAccess } from './access-cache.ts';
import { infoColumns } from './install-shop.ts';
import { platformAccess } from './platform-access.ts';

/** Updates the shop's name, domain, address, time zone and other data from the store. */
export async function refreshShopInfo(context: Context, shopId: string, deliveryId = ''): Promise<void> {
  const info = await context.platform.shopInfo(await platformAccess(context, shopId));
  await acrossShops(context.db, async (trx) => {
    const before = await trx
      .selectFrom('shop')
      .selectAll()
      .where('id', '=', shopId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const isTaken = await belongsToAnotherShop(trx, shopId, info);
    const after = {
      ...infoColumns(info),
      platform_shop_id: isTaken ? before.platform_shop_id : info.platformShopId,
      domain: isTaken ? before.domain : info.domain,
    };
    const changes = changesOf(before, after, recordedFields);
    if (Object.keys(changes).length === 0 && before.platform_shop_id === after.platform_shop_id) return;
    await trx.updateTable('shop').set(after).where('id', '=', shopId).execute();
    if (shownOnPapers.some((field) => field in changes)) await renewLook(trx, shopId);
    await recordAuditEvent(trx, systemActor(shopId, 'Store', deliveryId), {
      at: context.clock(),
      action: 'shop.updated',
      subjectKind: 'shop',
      subjectId: shopId,
      label: after.name,
      changes,
    });
  });
  clearCachedAccess(context, shopId);
}

/** An open form of labels or of the tracking page has the earlier details: saved with them, they would no longer follow the store. */
async function renewLook(trx: Db, shopId: string): Promise<void> {
  await trx
    .updateTable('shop_setting')
    .set((eb) => ({
      labels_revision: eb('labels_revision', '+', 1),
      tracking_page_revision: eb('tracking_page_revision', '+', 1),
    }))
    .where('shop_id', '=', shopId)
    .execute();
}

const shownOnPapers = ['name', 'phone', 'email', 'address', 'city'] as const;

async function belongsToAnotherShop(trx: Db, shopId: string, info: PlatformShop): Promise<boolean> {
  const other = await trx
    .selectFrom('shop')
    .select('id')
    .where('id', '<>', shopId)
    .where((where) =>
      where.or([where('domain', '=', info.domain), where('platform_shop_id', '=', info.platformShopId)]),
    )
    .executeTakeFirst();
  return other !== undefined;
}

const recordedFields = {
  domain: 'shown',
  name: 'shown',
  email: 'email',
  owner_name: 'hidden',
  phone: 'phone',
  address: 'hidden',
  city: 'hidden',
  primary_url: 'shown',
  time_zone: 'shown',
  currency: 'shown',
  is_development: 'shown',
} as const;
