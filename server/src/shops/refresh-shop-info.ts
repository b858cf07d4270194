import { systemActor } from '../actor.ts';
import { changesOf } from '../audit/changes-of.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Context } from '../context.ts';
import { withShop } from '../db/tenancy.ts';
import { infoColumns } from './install-shop.ts';
import { platformAccess } from './platform-access.ts';

/** Updates the shop's name, address, time zone and other data from the store. */
export async function refreshShopInfo(context: Context, shopId: string, deliveryId = ''): Promise<void> {
  const info = await context.platform.shopInfo(await platformAccess(context, shopId));
  const after = infoColumns(info);
  await withShop(context.db, shopId, async (trx) => {
    const before = await trx
      .selectFrom('shop')
      .selectAll()
      .where('id', '=', shopId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const changes = changesOf(before, after, recordedFields);
    if (Object.keys(changes).length === 0) return;
    await trx.updateTable('shop').set(after).where('id', '=', shopId).execute();
    await recordAuditEvent(trx, systemActor(shopId, 'Store', deliveryId), {
      at: context.clock(),
      action: 'shop.updated',
      subjectKind: 'shop',
      subjectId: shopId,
      label: after.name,
      changes,
    });
  });
}

const recordedFields = {
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
