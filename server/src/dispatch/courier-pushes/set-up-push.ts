import { randomBytes } from 'node:crypto';
import type { setUpCourierPush } from '@courierdesk/contract/courier-pushes';
import type { ReplyOf } from '@courierdesk/contract/endpoint';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { pushSecretOwner } from '../../shop/courier-accounts/load-account.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { notFound } from '../../base/errors.ts';
import { presentPush, accountForPush } from './show-push.ts';

/** A new secret; the first time, an address too. It carries the shop, so that a push finds it without a look-up. */
export async function setUpPush(
  context: Context,
  actor: UserActor,
  accountId: string,
): Promise<ReplyOf<typeof setUpCourierPush>> {
  return withShop(context.db, actor.shopId, async (trx) => {
    const account = await accountForPush(trx, actor.shopId, accountId);
    const push_token = account.push_token ?? `${actor.shopId}.${randomBytes(18).toString('base64url')}`;
    const secret = randomBytes(32).toString('base64url');
    const push_secret = context.vault.seal(secret, pushSecretOwner(account.id));
    await trx
      .updateTable('courier_account')
      .set({ push_token, push_secret })
      .where('shop_id', '=', actor.shopId)
      .where('id', '=', account.id)
      .execute();
    await recordAuditEvent(trx, actor, {
      at: context.clock(),
      action: account.push_token ? 'courier-push.secret-renewed' : 'courier-push.set-up',
      subjectKind: 'courier-account',
      subjectId: account.id,
      label: account.name,
    });
    const push = presentPush(context, { ...account, push_token, push_secret });
    if (!push) throw notFound('The address');
    return { message: account.push_token ? 'A new secret was created' : 'Status updates are on', push, secret };
  });
}
