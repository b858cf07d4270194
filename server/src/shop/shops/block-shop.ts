import { systemActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';

/**
 * Blocks a shop, or lets it in again. Nobody of a blocked shop is signed in and nothing is booked; parcels on their way are
 * tracked and the store is kept up to date. False if it already was so.
 */
export async function blockShop(
  context: Pick<Context, 'db' | 'clock'>,
  shopId: string,
  blocked: boolean,
): Promise<boolean> {
  const now = context.clock();
  return withShop(context.db, shopId, async (trx) => {
    const changed = await trx
      .updateTable('shop')
      .set({ blocked_at: blocked ? now : null })
      .where('id', '=', shopId)
      .where('blocked_at', blocked ? 'is' : 'is not', null)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return false;
    await recordAuditEvent(trx, systemActor(shopId, 'Operator of Courierdesk'), {
      at: now,
      action: blocked ? 'shop.blocked' : 'shop.unblocked',
      subjectKind: 'shop',
      subjectId: shopId,
      label: '',
    });
    return true;
  });
}
