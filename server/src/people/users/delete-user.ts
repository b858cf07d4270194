import { nameOfUser, type UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { lockStaffUser } from './queries.ts';

/**
 * Deletes a user: their sessions end, what only they used goes, and so does everything personal but their name, which
 * stays on what they did.
 */
export async function deleteUser(context: Context, actor: UserActor, id: string): Promise<void> {
  const { shopId } = actor;
  await withShop(context.db, shopId, async (trx) => {
    const user = await lockStaffUser(trx, shopId, id, 'The owner cannot be deleted.');
    const now = context.clock();
    await trx
      .updateTable('app_user')
      .set({ ...nothingPersonal, is_active: false, off_by_plan: false, deleted_at: now })
      .where('shop_id', '=', shopId)
      .where('id', '=', user.id)
      .execute();
    for (const table of ofTheUserAlone)
      await trx.deleteFrom(table).where('shop_id', '=', shopId).where('user_id', '=', user.id).execute();
    await recordAuditEvent(trx, actor, {
      at: now,
      action: 'user.deleted',
      subjectKind: 'user',
      subjectId: user.id,
      label: nameOfUser(user),
      detail: { tag: user.tag },
    });
  });
}

const nothingPersonal = {
  email: '',
  password_hash: null,
  platform_user_id: null,
  phone: '',
  province: '',
  address: '',
  city: '',
  country: '',
  access_scopes: [],
  two_factor_enabled: false,
  recovery_salt: null,
};

const ofTheUserAlone = [
  'session',
  'two_factor',
  'recovery_code',
  'passkey',
  'mailed_link',
  'order_view',
  'export_choice',
  'selection_download',
] as const;
