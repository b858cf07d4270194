import type { PlatformFulfilmentOrder } from './platform.ts';

type Facts = Omit<PlatformFulfilmentOrder, 'lines'>;

/** Something of it is still to be sent. */
const isWaiting = ({ status }: Facts): boolean => !['CLOSED', 'CANCELLED', 'INCOMPLETE'].includes(status);

/** A closed fulfilment order shows remaining quantities again after a cancel: only open ones count. */
export const isOpenToUs = (order: Facts): boolean => isFulfillable(order) && order.canFulfil && !isWithService(order);

export const isFulfillable = ({ status }: Facts): boolean => status === 'OPEN' || status === 'IN_PROGRESS';

/** Requested from, or accepted by, a fulfilment service that has not released it. */
const isWithService = ({ requestStatus }: Facts): boolean =>
  ['SUBMITTED', 'ACCEPTED', 'CANCELLATION_REQUESTED', 'CANCELLATION_REJECTED'].includes(requestStatus);

/** Why a part of an order is not for a courier of ours now. `words` continue "The order is …". */
type Stop = {
  readonly code: 'on-hold' | 'scheduled' | 'pick-up' | 'local-delivery' | 'with-fulfilment-service';
  readonly words: string;
};

/** Undefined: a courier of ours can take it. */
export function whyStopped(order: Facts): Stop | undefined {
  if (order.status === 'ON_HOLD') {
    const reasons = order.holds.filter(Boolean).join(', ');
    return { code: 'on-hold', words: `on hold in the store${reasons && ` (${reasons})`}` };
  }
  if (order.status === 'SCHEDULED') {
    const until = order.fulfilAt && ` until ${order.fulfilAt.slice(0, 10)}`;
    return { code: 'scheduled', words: `scheduled in the store${until}` };
  }
  if (['PICK_UP', 'PICKUP_POINT', 'RETAIL'].includes(order.deliveryMethod))
    return { code: 'pick-up', words: 'picked up by the customer' };
  if (order.deliveryMethod === 'LOCAL') return { code: 'local-delivery', words: 'for local delivery' };
  if (isOpenToUs(order)) return undefined;
  return { code: 'with-fulfilment-service', words: `with the fulfilment service “${order.locationName}”` };
}

/** The parts that wait, if a courier of ours cannot take all of them. Downloads and gift cards count for nothing. */
export function stoppedParts(orders: readonly PlatformFulfilmentOrder[]): PlatformFulfilmentOrder[] {
  const waiting = orders.filter((order) => isWaiting(order) && order.deliveryMethod !== 'NONE');
  return waiting.some((order) => whyStopped(order) !== undefined) ? waiting : [];
}

/**
 * By line, the units that no courier of ours can take now, while it can take others. When it can take none, nothing is left
 * out: the whole order waits, and a person decides about it as a whole.
 */
export function stoppedQuantities(orders: readonly PlatformFulfilmentOrder[]): Map<string, number> {
  const waiting = stoppedParts(orders);
  const stopped = waiting.filter((order) => whyStopped(order) !== undefined);
  const quantities = new Map<string, number>();
  if (stopped.length === waiting.length) return quantities;
  for (const { lineId, remaining } of stopped.flatMap(({ lines }) => lines))
    quantities.set(lineId, (quantities.get(lineId) ?? 0) + remaining);
  return quantities;
}
