import { sql } from 'kysely';
import * as z from 'zod';
import type { Context } from '../context.ts';
import { withShop } from '../db/tenancy.ts';
import type { PlatformAccess, PlatformFulfilmentEvent, PlatformFulfilmentState } from '../platforms/platform.ts';
import type { WantedRow } from './queries.ts';

type Parts = {
  readonly wanted: WantedRow;
  readonly leaseId: string;
  readonly platformOrderId: string;
  readonly state: PlatformFulfilmentState;
};

/**
 * Once the fulfilment stands as wanted: the events that the store does not know yet, in their order, then the tag of the
 * status. Answers with what was changed, in words. Under the lease of the caller.
 */
export async function showProgress(context: Context, access: PlatformAccess, parts: Parts): Promise<string[]> {
  return [...(await addEvents(context, access, parts)), ...(await moveTags(context, access, parts))];
}

/**
 * Each event leaves the queue as soon as the store has it. After a lost answer, or a kill before that was written down,
 * the store's own display status tells whether the first in the queue has arrived.
 */
async function addEvents(context: Context, access: PlatformAccess, parts: Parts): Promise<string[]> {
  const { wanted, state } = parts;
  const number = wanted.tracking_number;
  if (!wanted.fulfilled || !number) return [];
  const ours = state.fulfilments.filter((one) => one.succeeded && one.trackingNumbers.includes(number));
  const notes: string[] = [];
  for (const [index, event] of Events.parse(wanted.events).entries()) {
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
    await dropFirst(context, parts, event);
    notes.push(`The store shows: ${wordsOf[event.status]}`);
  }
  return notes;
}

/** Those that came meanwhile stand behind it and stay. */
async function dropFirst(context: Context, { wanted, leaseId }: Parts, event: Event): Promise<void> {
  await withShop(context.db, wanted.shop_id, (trx) =>
    sql`
      update wanted_store_state set events = events - 0
      where shop_id = ${wanted.shop_id} and store_order_id = ${wanted.store_order_id} and lease_id = ${leaseId}
        and events -> 0 ->> 'status' = ${event.status}::text
        and events -> 0 ->> 'at' is not distinct from ${event.at}::text`.execute(trx),
  );
}

/** Exactly one of our tags at a time; nobody else's are touched. Both calls may be repeated. */
async function moveTags(context: Context, access: PlatformAccess, parts: Parts): Promise<string[]> {
  const { wanted, platformOrderId } = parts;
  if (wanted.wanted_tag === wanted.shown_tag) return [];
  const others = otherTags(wanted);
  if (others.length > 0) await context.platform.removeTags(access, platformOrderId, others);
  if (!wanted.wanted_tag) return others.length > 0 ? [`Tag removed in the store: ${others.join(', ')}`] : [];
  await context.platform.addTags(access, platformOrderId, [wanted.wanted_tag]);
  return [`Tagged in the store: ${wanted.wanted_tag}`];
}

/** Tags of ours that should not stand there any more. */
export const otherTags = (wanted: Pick<WantedRow, 'our_tags' | 'wanted_tag'>): string[] =>
  wanted.our_tags.filter((tag) => tag !== wanted.wanted_tag);

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

const wordsOf: Record<PlatformFulfilmentEvent, string> = {
  CONFIRMED: 'confirmed',
  CARRIER_PICKED_UP: 'picked up',
  IN_TRANSIT: 'in transit',
  OUT_FOR_DELIVERY: 'out for delivery',
  ATTEMPTED_DELIVERY: 'delivery attempted',
  DELAYED: 'delayed',
  DELIVERED: 'delivered',
  FAILURE: 'delivery failed, going back',
};
