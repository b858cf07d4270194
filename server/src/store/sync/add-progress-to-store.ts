import { sql } from 'kysely';
import * as z from 'zod';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import type {
  PlatformAccess,
  PlatformFulfilmentEvent,
  PlatformFulfilmentState,
} from '../../adapters/platforms/platform.ts';
import type { DesiredStateRow } from './find-store-updates.ts';

type Parts = {
  readonly desired: DesiredStateRow;
  /** What the store should show of the order's other parcels. */
  readonly others: readonly DesiredStateRow[];
  readonly platformOrderId: string;
  readonly state: PlatformFulfilmentState;
  /** Each change adds a line for the shipment's history. */
  readonly notes: string[];
};

/** Runs once the fulfilment is as desired: adds the pending events, oldest first, then sets the tag of the status. */
export async function addProgressToStore(context: Context, access: PlatformAccess, parts: Parts): Promise<void> {
  await addEvents(context, access, parts);
  await setTag(context, access, parts);
}

/**
 * Each event is removed from the queue as soon as the store has it. If the answer was lost, or the process was killed
 * before the removal, the store's display status shows whether the first event has arrived.
 */
async function addEvents(context: Context, access: PlatformAccess, parts: Parts): Promise<void> {
  const { desired, state, notes } = parts;
  const number = desired.tracking_number;
  if (!desired.fulfilled || !number || desired.last_queued_event === '') return;
  const ours = state.fulfilments.filter((one) => one.succeeded && one.trackingNumbers.includes(number));
  for (const [index, event] of (await pendingEvents(context, desired)).entries()) {
    for (const { id, displayStatus } of ours) {
      if (index === 0 && displayStatus === event.status) continue;
      const { status, message } = event;
      await context.platform.addFulfilmentEvent(access, {
        fulfilmentId: id,
        status,
        happenedAt: event.at ? new Date(event.at) : context.clock(),
        ...(message && { message }),
      });
    }
    await removeFirstPending(context, desired, event);
    notes.push(`Progress added in the store: ${eventText[event.status]}`);
  }
}

/** Read again for each pass: an earlier pass of this try may have added the first ones. */
async function pendingEvents(context: Context, desired: DesiredStateRow): Promise<Event[]> {
  const row = await withShop(context.db, desired.shop_id, (trx) =>
    trx
      .selectFrom('desired_store_state')
      .select('pending_events')
      .where('shop_id', '=', desired.shop_id)
      .where('store_order_id', '=', desired.store_order_id)
      .where('shipment_id', '=', desired.shipment_id)
      .executeTakeFirst(),
  );
  return Events.parse(row?.pending_events ?? []);
}

/** Events queued during the work are behind the first one and stay. */
async function removeFirstPending(context: Context, desired: DesiredStateRow, event: Event): Promise<void> {
  await withShop(context.db, desired.shop_id, (trx) =>
    sql`
      update desired_store_state set pending_events = pending_events - 0
      where shop_id = ${desired.shop_id} and store_order_id = ${desired.store_order_id}
        and shipment_id = ${desired.shipment_id}
        and pending_events -> 0 ->> 'status' = ${event.status}::text
        and pending_events -> 0 ->> 'at' is not distinct from ${event.at}::text`.execute(trx),
  );
}

/** The order has at most one tag of ours for each of its parcels; other tags are never touched. Both calls are safe to repeat. */
async function setTag(context: Context, access: PlatformAccess, parts: Parts): Promise<void> {
  const { desired, others, platformOrderId, notes } = parts;
  if (desired.desired_tag === desired.synced_tag) return;
  // For Shopify, a tag in other letters is the same tag: the setting may have been changed in its letters alone.
  const ofOthers = new Set(others.map((other) => other.desired_tag.toLowerCase()));
  const outdated = tagsToRemove(desired).filter((tag) => !ofOthers.has(tag.toLowerCase()));
  if (outdated.length > 0) await context.platform.removeTags(access, platformOrderId, outdated);
  if (desired.desired_tag) {
    await context.platform.addTags(access, platformOrderId, [desired.desired_tag]);
    notes.push(`Tagged in the store: ${desired.desired_tag}`);
  } else if (outdated.length > 0) notes.push(`Tag removed in the store: ${outdated.join(', ')}`);
}

/** Tags that we manage and that are no longer the desired one. */
export const tagsToRemove = (desired: Pick<DesiredStateRow, 'managed_tags' | 'desired_tag'>): string[] =>
  desired.managed_tags.filter((tag) => tag !== desired.desired_tag);

const eventNames = [
  'CONFIRMED',
  'CARRIER_PICKED_UP',
  'IN_TRANSIT',
  'OUT_FOR_DELIVERY',
  'ATTEMPTED_DELIVERY',
  'DELAYED',
  'DELIVERED',
  'FAILURE',
] as const satisfies readonly PlatformFulfilmentEvent[];

const Events = z.array(z.object({ status: z.enum(eventNames), at: z.string().nullable(), message: z.string() }));
type Event = z.infer<typeof Events>[number];

const eventText: Record<PlatformFulfilmentEvent, string> = {
  CONFIRMED: 'confirmed',
  CARRIER_PICKED_UP: 'picked up',
  IN_TRANSIT: 'in transit',
  OUT_FOR_DELIVERY: 'out for delivery',
  ATTEMPTED_DELIVERY: 'delivery attempted',
  DELAYED: 'delayed',
  DELIVERED: 'delivered',
  FAILURE: 'delivery failed, going back',
};
