import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { hiddenBefore } from '../../shop/shops/hidden-before.ts';
import { flagOrderChanges } from '../orders/flag-order-changes.ts';
import { mirrorAnswer } from '../orders/mirror-orders.ts';
import { changeDesiredState, tryAtOnce } from './change-desired-state.ts';
import type { DesiredStateRow } from './find-store-updates.ts';
import { returnItems } from './return-items.ts';

const hiddenText = 'Shopify does not show us orders older than 60 days. Update the order in the store yourself.';

type Unreachable = Pick<DesiredStateRow, 'shop_id' | 'store_order_id' | 'synced_version' | 'fulfilled' | 'message'> & {
  readonly lines: readonly { readonly lineId: string; readonly quantity: number }[];
};

/**
 * Why the store has no answer about an order that we wanted to update, in words. No retry could change that, so the update ends
 * without a case of its own; a deletion opens the case of a changed order.
 */
export function whyOutOfReach(context: Context, desired: Unreachable, platformOrderId: string): Promise<string> {
  const { shop_id: shopId, store_order_id: orderId, synced_version: synced, fulfilled } = desired;
  return withShop(context.db, shopId, async (trx) => {
    const { hidden } = await mirrorAnswer(trx, context, shopId, { orders: [], missing: [platformOrderId] });
    if (hidden.has(platformOrderId)) {
      const isCancelNew = !fulfilled && synced > 0 && desired.message !== hiddenText;
      if (isCancelNew) await returnItems(trx, shopId, orderId, desired.lines);
      return hiddenText;
    }
    // It may have been deleted between our reading it and the booking: then no parcel held it.
    if (synced === 0) await flagOrderChanges(trx, context, shopId, [orderId]);
    return 'The order was deleted in the store.';
  });
}

/** Makes the updates of orders due again that the store no longer hides from us: the shop may have granted a permission. */
export async function retryOutOfReach(
  trx: Db,
  context: Pick<Context, 'platform' | 'clock'>,
  shopId: string,
): Promise<void> {
  const now = context.clock();
  const before = await hiddenBefore(trx, context, shopId);
  await changeDesiredState(trx, shopId, tryAtOnce(now), now)
    .where('desired.state', '=', 'out-of-reach')
    .where(
      sql<boolean>`exists (
        select from store_order as o
        where o.shop_id = ${shopId} and o.id = desired.store_order_id
          and o.deleted_at is null and o.placed_at >= ${before}::timestamptz)`,
    )
    .execute();
}
