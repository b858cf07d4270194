import { canAccess, Role, type Access } from '@courierdesk/contract/scopes';
import { isScope } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { withShop } from '../../base/db/tenancy.ts';

/**
 * Which of these users may still do what they have queued: they are not deleted or restricted, and have the permission. Whom the
 * end of a plan turned off may finish what they began.
 */
export async function usersWhoMayStill(
  trx: Db,
  shopId: string,
  userIds: readonly string[],
  access: Access,
): Promise<ReadonlySet<string>> {
  const users = await trx
    .selectFrom('app_user')
    .select(['id', 'role', 'access_scopes'])
    .where('shop_id', '=', shopId)
    .where('id', '=', anyOf(userIds))
    .where('deleted_at', 'is', null)
    .where((where) => where.or([where('is_active', '=', true), where('off_by_plan', '=', true)]))
    .execute();
  const allowed = users.filter(({ role, access_scopes: scopes }) =>
    canAccess(access, { role: Role.parse(role), access_scopes: scopes.filter(isScope) }),
  );
  return new Set(allowed.map(({ id }) => id));
}

/** Whether the user who asked for something may still do it. */
export async function mayStill(
  { db }: Context,
  shopId: string,
  userId: string | null,
  access: Access,
): Promise<boolean> {
  if (userId === null) return false;
  const allowed = await withShop(db, shopId, (trx) => usersWhoMayStill(trx, shopId, [userId], access));
  return allowed.has(userId);
}
