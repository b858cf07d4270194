import { appendFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { seededRandom } from '../seeded-random.ts';
import type { IsolatedStack } from '../isolated-stack/isolated-stack.ts';
import { root } from '../stack/program.ts';
import type { ProofPlan } from './proof-plan.ts';
import type { SteppedClock } from './stepped-clock.ts';

type Disasters = {
  /** Called when an order is begun. What is due strikes. */
  begun(): void;
  /** What struck, in sentences. Rejects when a process or the database does not come back. */
  done: Promise<string[]>;
};

export type Disaster = {
  /** The number of orders begun. */
  at: number;
  strike(): Promise<string>;
};

/** Disasters are spread evenly over the orders, each at a random moment of the bookings then under way, one after the other. */
export function disastersOf(
  stack: IsolatedStack,
  plan: ProofPlan,
  { clock, more = [] }: { clock?: SteppedClock | undefined; more?: readonly Disaster[] },
): Disasters {
  const random = seededRandom(plan.seed + 1000);
  const some = (times: number, offset: number, strike: () => Promise<string>): Disaster[] =>
    spread(times, plan.orders, offset).map((at) => ({ at, strike }));
  const planned = [
    ...some(plan.kills, 0.5, () => killServer(stack, random)),
    ...some(plan.powerCuts, 0.35, () => cutPower(stack)),
    ...some(plan.fullDisk ? 1 : 0, 0.2, () => fillDisk(stack)),
    ...(clock ? some(1, 0.7, () => stepClock(clock)) : []),
    ...some(plan.upgrade ? 1 : 0, 0.5, () => upgrade(stack)),
    ...more,
  ];
  const { promise: done, resolve, reject } = Promise.withResolvers<string[]>();
  const sentences: string[] = [];
  if (planned.length === 0) resolve(sentences);
  let count = 0;
  let last = Promise.resolve();
  return {
    begun() {
      count += 1;
      const due = planned.filter(({ at }) => at === count);
      for (const { at, strike } of due) {
        const waitMs = random() * longestWaitMs;
        last = last.then(async () => {
          await delay(waitMs);
          sentences.push(`Order ${at}: ${await strike()}`);
          if (sentences.length === planned.length) resolve(sentences);
        });
        last.catch(reject);
      }
    },
    done,
  };
}

/** The orders after which something happens that often. */
const spread = (times: number, orders: number, offset: number): number[] =>
  Array.from({ length: times }, (_, index) => Math.ceil(((index + offset) * orders) / times));

const longestWaitMs = 300;
const databaseDownMs = 3000;
const diskFullMs = 10_000;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

async function killServer(stack: IsolatedStack, random: () => number): Promise<string> {
  const server = stack.servers[Math.floor(random() * stack.servers.length)] ?? stack.servers[0];
  const { name } = server.program();
  await server.program().kill();
  const { claimed, asking, cancelling, storeUpdates } = await inHand(stack);
  const killedAt = performance.now();
  await server.startAgain();
  const down = seconds(performance.now() - killedAt);
  return `${name} was killed, with ${claimed} bookings claimed, ${asking} asking, ${cancelling} cancelling and ${storeUpdates} store updates in hand of all processes; ready again after ${down}.`;
}

async function cutPower(stack: IsolatedStack): Promise<string> {
  const cutAt = performance.now();
  await stack.killDatabase();
  await delay(databaseDownMs);
  await stack.startDatabaseAgain();
  return `PostgreSQL was killed; back after ${seconds(performance.now() - cutAt)}.`;
}

/** Until PostgreSQL can no longer write. */
async function fillDisk(stack: IsolatedStack): Promise<string> {
  const file = path.join(stack.databaseFolder, 'filler');
  const filledAt = performance.now();
  for (const size of [16_000_000, 100_000, 4096]) fill(file, Buffer.alloc(size, 1));
  await delay(diskFullMs);
  rmSync(file);
  await stack.startDatabaseAgain();
  return `The disk of PostgreSQL was full for ${seconds(performance.now() - filledAt)}.`;
}

function fill(file: string, block: Buffer): void {
  try {
    for (;;) appendFileSync(file, block);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}

const stepSeconds = 90;
const wrongClockMs = 30_000;

/** Work that was asked for meanwhile is due up to 90 s late. */
async function stepClock(clock: SteppedClock): Promise<string> {
  clock.step(stepSeconds);
  await delay(wrongClockMs);
  clock.step(0);
  return `The clock of half of the processes was ${stepSeconds} s ahead for ${wrongClockMs / 1000} s.`;
}

/** As docs/operations.md says: the database is migrated already, and one process after the other is replaced. */
async function upgrade(stack: IsolatedStack): Promise<string> {
  const startedAt = performance.now();
  for (const server of stack.servers) {
    await server.program().stop();
    await server.startAgain(root);
  }
  return `All processes of the newest release were replaced by this version in ${seconds(performance.now() - startedAt)}.`;
}

const InHand = z.object({
  claimed: z.number(),
  asking: z.number(),
  cancelling: z.number(),
  storeUpdates: z.number(),
});

async function inHand(stack: IsolatedStack): Promise<z.output<typeof InHand>> {
  const [bookings] = await stack.query(
    `select count(*) filter (where booking_state = 'claimed')::int as claimed,
            count(*) filter (where booking_state = 'asking')::int as asking,
            count(*) filter (where booking_state = 'cancelling')::int as cancelling from shipment`,
    InHand.omit({ storeUpdates: true }),
  );
  const [updates] = await stack.query(
    'select count(*)::int as "storeUpdates" from desired_store_state where lease_id is not null',
    InHand.pick({ storeUpdates: true }),
  );
  return { claimed: 0, asking: 0, cancelling: 0, storeUpdates: 0, ...bookings, ...updates };
}
