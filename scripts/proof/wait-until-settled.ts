import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import type { IsolatedStack } from '../isolated-stack/isolated-stack.ts';
import type { ProofPlan } from './proof-plan.ts';

type Settling = {
  seconds: number;
  /** Work that was left when the plan's time was over, in sentences. */
  left: string[];
};

/** Waits until no work is left, at most as long as the plan allows. */
export async function waitUntilSettled(stack: IsolatedStack, plan: ProofPlan): Promise<Settling> {
  const startedAt = performance.now();
  for (;;) {
    const rows = await stack.query(stillMoving, z.object({ what: z.string() }), [plan.lookUpSeconds.length]);
    const seconds = (performance.now() - startedAt) / 1000;
    if (rows.length === 0 || seconds > plan.settleSeconds) return { seconds, left: rows.map(({ what }) => what) };
    await delay(500);
  }
}

/** Unfinished bookings, waiting batch rows, uncertain bookings that are still looked up, and due store updates. */
const stillMoving = `
  select concat('shipment ', id, ' is ', booking_state) as what from shipment
  where booking_state in ('claimed', 'asking', 'cancelling')
     or (booking_state = 'uncertain' and next_look_up_at is not null and look_ups < $1)
  union all
  select concat('row ', id, ' of a batch is ', state) from batch_row where state in ('queued', 'booking')
  union all
  select concat('the store is to be told of shipment ', shipment_id, ', tried ', tries, ' times, next at ', next_at)
  from desired_store_state where state = 'due'`;
