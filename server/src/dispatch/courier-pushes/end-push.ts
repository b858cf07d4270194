import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { accountForPush } from './show-push.ts';

export async function endPush(context: Context, actor: UserActor, accountId: string): Promise<void> {
  await withShop(context.db, actor.shopId, async (trx) => {
    const account = await accountForPush(trx, actor.shopId, accountId);
    if (!account.push_token) return;
    await trx
      .updateTable('courier_account')
      .set({ push_token: null, push_secret: null, last_push_at: null })
      .where('shop_id', '=', actor.shopId)
      .where('id', '=', account.id)
      .execute();
    await recordAuditEvent(trx, actor, {
      at: context.clock(),
      action: 'courier-push.ended',
      subjectKind: 'courier-account',
      subjectId: account.id,
      label: account.name,
    });
  });
}
