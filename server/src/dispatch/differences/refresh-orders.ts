import { systemActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { refreshStoreOrders } from '../../store/orders/refresh-store-orders.ts';
import type { RunningComparison, PartDone } from './comparison-row.ts';

const stillReading = {
  source: 'Store',
  message: 'We are still reading your orders. Orders that we do not have yet were not compared. Compare again later.',
};

/** Reads what changed in the store since the last read, so that new orders and fulfilments are known. */
export async function refreshOrders(context: Context, run: RunningComparison): Promise<PartDone> {
  const { isWhole } = await refreshStoreOrders(context, systemActor(run.shop_id));
  return { position: undefined, compared: 0, ...(!isWhole && { problems: [stillReading] }) };
}
