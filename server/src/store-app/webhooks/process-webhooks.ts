import type { Context } from '../../base/context.ts';
import { isDatabaseAway } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { PlatformError } from '../../adapters/platforms/platform.ts';
import { isStoreClosed, probeEveryMs } from '../../shop/shops/closed-stores.ts';
import { platformAccess } from '../../shop/shops/platform-access.ts';
import { mirrorAnswer } from '../../store/orders/mirror-orders.ts';
import { dueDeliveries, needsStore, nextDue, updateDeliveries, type Delivery } from './deliveries.ts';
import { handleDelivery } from './handle-delivery.ts';
import { isLegal } from './legal-requests.ts';

/** After so many steps the other shops have their turn. */
const maxSteps = 20;
const shortestBackOffMs = 5_000;
const longestBackOffMs = 30 * 60_000;
/** After so many a delivery is given up, but for legal requests. */
export const maxTries = 12;

/**
 * Processes a shop's due deliveries in the order in which they came. Returns when the next one is due. If the store does
 * not respond, only those that do not need it are processed, and it throws: the others are tried later.
 */
export async function processWebhooks(
  context: Context,
  { shopId }: { readonly shopId: string },
  signal: AbortSignal,
): Promise<Date | undefined> {
  let silence: PlatformError | undefined;
  for (let step = 0; step < maxSteps && !signal.aborted; step += 1) {
    const due = await dueDeliveries(context, shopId, { storeResponds: silence === undefined });
    const some = firstTogether(due);
    if (some.length === 0) break;
    silence = (await process(context, shopId, some)) ?? silence;
  }
  if (silence) throw silence;
  return nextDue(context, shopId);
}

/** Deliveries about orders are processed together. One that failed is processed alone, so that it does not fail others. */
function firstTogether(due: readonly Delivery[]): readonly Delivery[] {
  const end = due.findIndex((delivery) => delivery.platform_order_id === null || delivery.tries > 0);
  return end === -1 ? due : due.slice(0, Math.max(end, 1));
}

/** Returns the error if the store does not respond. */
async function process(
  context: Context,
  shopId: string,
  deliveries: readonly Delivery[],
): Promise<PlatformError | undefined> {
  const [first] = deliveries;
  if (!first) return undefined;
  try {
    if (first.platform_order_id === null) await handleDelivery(context, shopId, first);
    else await rereadOrders(context, shopId, deliveries);
    await updateDeliveries(context, shopId, deliveries, { processed_at: context.clock(), error: '' });
    return undefined;
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    return postpone(context, shopId, deliveries, error);
  }
}

/** A delivery only says that an order changed. We read the order from the store. */
async function rereadOrders(context: Context, shopId: string, deliveries: readonly Delivery[]): Promise<void> {
  const ids = [...new Set(deliveries.flatMap((delivery) => delivery.platform_order_id ?? []))];
  const readAt = context.clock();
  const access = await platformAccess(context, shopId);
  const read = await context.platform.ordersByIds(access, ids);
  const answer = {
    orders: read.filter((order) => order !== undefined),
    missing: ids.filter((_, index) => read[index] === undefined),
  };
  await withShop(context.db, shopId, async (trx) => {
    await mirrorAnswer(trx, context, shopId, answer);
    // Earlier deliveries about these orders are done too.
    await trx
      .updateTable('webhook_inbox')
      .set({ processed_at: context.clock() })
      .where('shop_id', '=', shopId)
      .where('platform_order_id', '=', anyOf(ids))
      .where('processed_at', 'is', null)
      .where('received_at', '<', readAt)
      .execute();
  });
}

async function postpone(
  context: Context,
  shopId: string,
  deliveries: readonly Delivery[],
  cause: unknown,
): Promise<PlatformError | undefined> {
  const known = cause instanceof PlatformError;
  const error = known ? cause.message : 'Internal error, see the log.';
  const after = (ms: number): Date => new Date(context.clock().getTime() + ms);
  const needStore = deliveries.every(needsStore);
  if (known && (await isStoreClosed(context, shopId))) {
    // No try counts. What needs the store is due when it opens, the rest at the next probe.
    await updateDeliveries(context, shopId, deliveries, { next_at: needStore ? after(0) : after(probeEveryMs), error });
    return undefined;
  }
  // A store that does not respond today responds another day.
  const silence = known && cause.kind !== 'rejected' ? cause : undefined;
  if (silence && needStore) {
    await updateDeliveries(context, shopId, deliveries, { error });
    return silence;
  }
  const tries = Math.max(...deliveries.map((delivery) => delivery.tries)) + 1;
  const topics = [...new Set(deliveries.map(({ topic }) => topic))];
  const givesUp = tries >= maxTries && !silence && !topics.some(isLegal);
  context.log.error(
    { err: cause, shopId, topics, tries },
    givesUp ? 'gave up webhooks that failed too often' : 'could not process webhooks',
  );
  if (givesUp) context.metrics.webhooksGivenUp.inc(deliveries.length);
  await updateDeliveries(context, shopId, deliveries, {
    tries,
    error,
    ...(givesUp
      ? { processed_at: context.clock() }
      : { next_at: after(Math.min(longestBackOffMs, shortestBackOffMs * 2 ** Math.min(tries, maxTries))) }),
  });
  return silence;
}
