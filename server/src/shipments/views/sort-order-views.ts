import type { SavedView } from '@courierdesk/contract/order-views';
import { sql } from 'kysely';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { viewsOf } from './queries.ts';
import { lockViews } from './save-order-view.ts';

/** Sorts the user's views. Views that are not listed follow in their old order. */
export function sortOrderViews(context: Context, actor: UserActor, ids: readonly string[]): Promise<SavedView[]> {
  return withShop(context.db, actor.shopId, async (trx) => {
    await lockViews(trx, actor);
    await sql`
      update order_view as v set position = sorted.place
      from (
        select id, row_number() over (order by array_position(${[...ids]}::text[], id) nulls last, position, id) as place
        from order_view where shop_id = ${actor.shopId} and user_id = ${actor.userId}
      ) as sorted
      where v.shop_id = ${actor.shopId} and v.id = sorted.id and v.position <> sorted.place`.execute(trx);
    await recordAuditEvent(trx, actor, {
      at: context.clock(),
      action: 'order-view.sorted',
      subjectKind: 'user',
      subjectId: actor.userId,
      label: actor.name,
    });
    return viewsOf(trx, actor);
  });
}
