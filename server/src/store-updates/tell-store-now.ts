import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { convergeStoreOrder } from './converge-store-order.ts';

const patienceMs = 3_000;

/**
 * The first try, within the request and for at most 3 s. True when the store has been told about every order; what is
 * left goes on by itself.
 */
export async function tellStoreNow(
  context: Context,
  shopId: string,
  storeOrderIds: readonly string[],
): Promise<boolean> {
  const tries = Promise.all(storeOrderIds.map((id) => convergeStoreOrder(context, shopId, id))).catch(
    (error: unknown) => {
      context.log.error({ err: error }, 'first store update failed');
      return [];
    },
  );
  const timer = new AbortController();
  const ends = await Promise.race([tries, pause(patienceMs, [], { signal: timer.signal }).catch(() => [])]);
  timer.abort();
  const told = ends.length === storeOrderIds.length && ends.every((end) => end === 'done');
  if (!told) context.wake('store-updates');
  return told;
}
