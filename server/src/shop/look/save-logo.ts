import { createHash } from 'node:crypto';
import type { ShopLook } from '@courierdesk/contract/shop-look';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { drawLogo } from './draw-logo.ts';
import { lookOf } from './find-look.ts';

/** Replaces the shop's logo. */
export async function saveShopLogo(context: Context, actor: UserActor, image: string): Promise<ShopLook> {
  const { shopId } = actor;
  const logo = await context.heavyWork.run(shopId, () => drawLogo(Buffer.from(image, 'base64')));
  const now = context.clock();
  const row = { ...logo, hash: createHash('sha256').update(logo.png).digest('hex'), updated_at: now };
  return withShop(context.db, shopId, async (trx) => {
    await trx
      .insertInto('shop_logo')
      .values({ shop_id: shopId, ...row })
      .onConflict((conflict) => conflict.column('shop_id').doUpdateSet(row))
      .execute();
    await recordAuditEvent(trx, actor, {
      at: now,
      action: 'logo.saved',
      subjectKind: 'shop',
      subjectId: shopId,
      label: '',
    });
    return lookOf(trx, shopId);
  });
}

export function removeShopLogo(context: Context, actor: UserActor): Promise<ShopLook> {
  const { shopId } = actor;
  return withShop(context.db, shopId, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('shop_logo')
      .where('shop_id', '=', shopId)
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n)
      await recordAuditEvent(trx, actor, {
        at: context.clock(),
        action: 'logo.removed',
        subjectKind: 'shop',
        subjectId: shopId,
        label: '',
      });
    return lookOf(trx, shopId);
  });
}
