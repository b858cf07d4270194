import type { SavedView } from '@courierdesk/contract/order-views';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { notFound } from '../../base/errors.ts';
import { viewsOf } from './queries.ts';
import { audit } from './save-order-view.ts';

/** Deletes a view of the user and returns the remaining ones. */
export function deleteOrderView(context: Context, actor: UserActor, id: string): Promise<SavedView[]> {
  return withShop(context.db, actor.shopId, async (trx) => {
    const gone = await trx
      .deleteFrom('order_view')
      .where('shop_id', '=', actor.shopId)
      .where('user_id', '=', actor.userId)
      .where('id', '=', id)
      .returning(['id', 'name'])
      .executeTakeFirst();
    if (!gone) throw notFound('The view');
    await audit(trx, actor, context.clock(), 'order-view.deleted', gone);
    return viewsOf(trx, actor);
  });
}
