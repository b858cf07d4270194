import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { flagOrderChanges } from '../orders/flag-order-changes.ts';
import { mirrorAnswer } from '../orders/mirror-orders.ts';
import { changeDesiredState, tryAtOnce } from './change-desired-state.ts';
import type { DesiredStateRow } from './find-store-updates.ts';
import { requestStoreUpdate } from './request-store-update.ts';
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

/** Tries the orders again that the store hid from us: it may show them now. */
export async function retryOutOfReach(
  trx: Db,
  context: Pick<Context, 'jobs'>,
  shopId: string,
  now: Date,
): Promise<void> {
  await changeDesiredState(trx, shopId, tryAtOnce(now), now).where('state', '=', 'out-of-reach').execute();
  await requestStoreUpdate(trx, context, shopId, now);
}
