import type { RuleOrder } from '../booking-rules/choose-account.ts';
import { codOf, type StoreOrderRow } from './store-order-row.ts';

/** The values of a store order that courier rules check. */
export const orderForRules = (
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
