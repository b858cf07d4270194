import { nameOfUser, type UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { expireSessionsOf } from '../../base/http/expire-sessions.ts';
import { refuseOneMore } from './add-user.ts';
import { lockStaffUser, lockUsers, type User } from './queries.ts';

/** Restricts a user, which ends their sessions, or lets them in again; without `restricted` whichever they are not. */
export async function restrictUser(
  context: Context,
  actor: UserActor,
  input: { id: string; restricted?: boolean | undefined },
): Promise<User> {
  const { shopId } = actor;
  return withShop(context.db, shopId, async (trx) => {
    await lockUsers(trx, shopId);
    const user = await lockStaffUser(trx, shopId, input.id, 'The owner cannot be restricted.');
    const restricted = input.restricted ?? user.is_active;
    // The next plan may let in again whom the end of a plan turned off: they are not restricted yet.
    const isRestricted = !user.is_active && !user.off_by_plan;
    if (restricted ? isRestricted : user.is_active) return user;
    if (!restricted) await refuseOneMore(trx, context, shopId, { active: true });
    const saved = await trx
      .updateTable('app_user')
      .set({ is_active: !restricted, off_by_plan: false })
      .where('shop_id', '=', shopId)
      .where('id', '=', user.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (restricted) await expireSessionsOf(trx, { shopId, userIds: [user.id] });
    await recordAuditEvent(trx, actor, {
      at: context.clock(),
      action: restricted ? 'user.restricted' : 'user.unrestricted',
      subjectKind: 'user',
      subjectId: user.id,
      label: nameOfUser(user),
    });
    return saved;
  });
}
