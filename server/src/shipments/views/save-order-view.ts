import {
  maxViews,
  viewAccess,
  type createOrderView,
  type SavedView,
  type updateOrderView,
  type ViewPage,
} from '@courierdesk/contract/order-views';
import type { BodyOf } from '@courierdesk/contract/endpoint';
import { sql } from 'kysely';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { AuditAction } from '@courierdesk/contract/audit-actions';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { brokenConstraint, databaseCode, type Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { requireScope } from '../../base/require-scope.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { presentView } from './queries.ts';

/** Saves a new view of the user as the last of its page. */
export function addOrderView(
  context: Context,
  actor: UserActor,
  input: BodyOf<typeof createOrderView>,
): Promise<SavedView> {
  requireScope(actor, viewAccess[input.page]);
  const now = context.clock();
  return withShop(context.db, actor.shopId, async (trx) => {
    await lockViews(trx, actor);
    const { n, last } = await trx
      .selectFrom('order_view')
      .select([sql<number>`count(*)`.as('n'), sql<number>`coalesce(max(position), 0)`.as('last')])
      .where('shop_id', '=', actor.shopId)
      .where('user_id', '=', actor.userId)
      .where('page', '=', input.page)
      .executeTakeFirstOrThrow();
    if (n >= maxViews)
      throw new AppError('conflict', `You have ${maxViews} views. Delete one that you no longer need.`);
    if (input.is_default) await dropDefault(trx, actor, input.page);
    const row = await trx
      .insertInto('order_view')
      .values({
        shop_id: actor.shopId,
        id: newId(now),
        user_id: actor.userId,
        page: input.page,
        name: input.name,
        position: last + 1,
        is_default: input.is_default,
        search: JSON.stringify(input.search),
        columns: 'columns' in input ? input.columns : [],
        created_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch(refuseTakenName);
    await audit(trx, actor, now, 'order-view.created', row);
    return presentView(row);
  });
}

/** Updates the given fields of a user's view. */
export function changeOrderView(
  context: Context,
  actor: UserActor,
  id: string,
  input: BodyOf<typeof updateOrderView>,
): Promise<SavedView> {
  requireScope(actor, viewAccess[input.page]);
  const now = context.clock();
  return withShop(context.db, actor.shopId, async (trx) => {
    await lockViews(trx, actor);
    if (input.is_default) await dropDefault(trx, actor, input.page);
    const row = await trx
      .updateTable('order_view')
      .set({
        id,
        ...(input.name !== undefined && { name: input.name }),
        ...(input.search && { search: JSON.stringify(input.search) }),
        ...('columns' in input && input.columns && { columns: input.columns }),
        ...(input.is_default !== undefined && { is_default: input.is_default }),
      })
      .where('shop_id', '=', actor.shopId)
      .where('user_id', '=', actor.userId)
      .where('id', '=', id)
      .where('page', '=', input.page)
      .returningAll()
      .executeTakeFirst()
      .catch(refuseTakenName);
    if (!row) throw notFound('The view');
    await audit(trx, actor, now, 'order-view.changed', row);
    return presentView(row);
  });
}

/** Serialises changes to a user's views, so that positions and the default stay unique. */
export async function lockViews(trx: Db, actor: UserActor): Promise<void> {
  await trx
    .selectFrom('app_user')
    .select('id')
    .where('shop_id', '=', actor.shopId)
    .where('id', '=', actor.userId)
    .forNoKeyUpdate()
    .execute();
}

async function dropDefault(trx: Db, actor: UserActor, page: ViewPage): Promise<void> {
  await trx
    .updateTable('order_view')
    .set({ is_default: false })
    .where('shop_id', '=', actor.shopId)
    .where('user_id', '=', actor.userId)
    .where('page', '=', page)
    .where('is_default', '=', true)
    .execute();
}

export function audit(
  trx: Db,
  actor: UserActor,
  at: Date,
  action: AuditAction,
  view: { id: string; name: string },
): Promise<void> {
  return recordAuditEvent(trx, actor, {
    at,
    action,
    subjectKind: 'order_view',
    subjectId: view.id,
    label: view.name,
    detail: { name: view.name },
  });
}

function refuseTakenName(error: unknown): never {
  if (databaseCode(error) === '23505' && brokenConstraint(error) === 'order_view_name')
    throw new AppError('conflict', 'You already have a view with this name.', { field: 'name' });
  throw error;
}
