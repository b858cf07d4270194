import type { RuleOrder } from '../booking-rules/choose-account.ts';
import { codOf, type StoreOrderRow } from './store-order-row.ts';

/** What courier rules look at in a store order. */
export const ruledOrder = (
  order: Pick<StoreOrderRow, 'id' | 'outstanding' | 'total' | 'assigned_account_id'>,
  cities: readonly string[],
  weight: number,
): RuleOrder => ({
  orderId: order.id,
  cities,
  cod: codOf(order),
  weight,
  value: Number(order.total),
  assigned: order.assigned_account_id,
});
