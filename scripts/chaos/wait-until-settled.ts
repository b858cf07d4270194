import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import type { IsolatedStack } from '../isolated-stack/isolated-stack.ts';
import type { ChaosPlan } from './chaos-plan.ts';

/** Waits until no work is left, at most as long as the plan allows. Returns the seconds. */
export async function waitUntilSettled(stack: IsolatedStack, plan: ChaosPlan): Promise<number> {
  const startedAt = performance.now();
  const seconds = (): number => (performance.now() - startedAt) / 1000;
  while (seconds() < plan.settleSeconds) {
    const [left] = await stack.query(stillMoving, z.object({ n: z.number() }), [plan.lookUpSeconds.length]);
    if (left?.n === 0) break;
    await delay(500);
  }
  return seconds();
}

/** Unfinished bookings, waiting batch rows, uncertain bookings that are still looked up, and due store updates. */
const stillMoving = `
  select (select count(*) from shipment
          where booking_state in ('claimed', 'asking', 'cancelling')
             or (booking_state = 'uncertain' and next_look_up_at is not null and look_ups < $1))::int
       + (select count(*) from batch_row where state in ('queued', 'booking'))::int
       + (select count(*) from desired_store_state where state = 'due')::int as n`;
