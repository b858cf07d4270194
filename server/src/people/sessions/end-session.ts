import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';

export async function endSession(context: Context, actor: UserActor): Promise<void> {
  await withShop(context.db, actor.shopId, async (trx) => {
    await trx.deleteFrom('session').where('shop_id', '=', actor.shopId).where('id', '=', actor.sessionId).execute();
    await recordAuditEvent(trx, actor, {
      at: context.clock(),
      action: 'session.signed-out',
      subjectKind: 'user',
      subjectId: actor.userId,
      label: actor.name,
    });
  });
}

/** Ends all sessions of a user except `except`, and all sign-ins under way, and forgets all remembered devices. */
export async function endSessionsOf(
  trx: Db,
  { shopId, userId, except }: { shopId: string; userId: string; except?: string },
): Promise<void> {
  await trx
    .deleteFrom('session')
    .where('shop_id', '=', shopId)
    .where('user_id', '=', userId)
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .execute();
}

/** After a change of the password or a factor: ends sign-ins that wait for the second step, and forgets remembered devices. */
export async function endSecondSteps(trx: Db, { shopId, userId }: { shopId: string; userId: string }): Promise<void> {
  await trx
    .deleteFrom('session')
    .where('shop_id', '=', shopId)
    .where('user_id', '=', userId)
    .where('kind', 'in', ['second-factor', 'remembered-device'])
    .execute();
}
