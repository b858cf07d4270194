import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { seededRandom } from '../seeded-random.ts';
import type { IsolatedStack } from '../isolated-stack/isolated-stack.ts';
import type { ChaosPlan } from './chaos-plan.ts';

/** A kill, and the unfinished work that it left behind. */
export type Kill = {
  afterOrder: number;
  claimed: number;
  asking: number;
  cancelling: number;
  storeUpdatesHeld: number;
  /** From the kill until the next server was ready. */
  downMs: number;
};

/** A restart of PostgreSQL. */
export type DatabaseRestart = {
  afterOrder: number;
  downMs: number;
};

export type Kills = {
  servers: Kill[];
  databases: DatabaseRestart[];
};

export type Killer = {
  /** Called when an order is begun. Kills what is due. */
  begun(count: number): void;
  /** Resolves after the last restart. Rejects when a server or the database does not come back. */
  done: Promise<Kills>;
};

/** Kills are spread evenly over the orders, each at a random moment of the bookings then under way, one after the other. */
export function killServers(stack: IsolatedStack, plan: ChaosPlan): Killer {
  const random = seededRandom(plan.seed + 1000);
  const kills: Kills = { servers: [], databases: [] };
  const due = [
    ...spread(plan.kills, plan.orders, 0.5).map((at) => ({
      at,
      kill: async () => void kills.servers.push(await killServer(stack, plan, at)),
    })),
    ...spread(plan.databaseRestarts, plan.orders, 0.7).map((at) => ({
      at,
      kill: async () => void kills.databases.push(await restartDatabase(stack, at)),
    })),
  ];
  const { promise: done, resolve, reject } = Promise.withResolvers<Kills>();
  if (due.length === 0) resolve(kills);
  let last = Promise.resolve();
  return {
    begun(count) {
      for (const { kill } of due.filter(({ at }) => at === count)) {
        const waitMs = random() * longestWaitMs;
        last = last.then(async () => {
          await delay(waitMs);
          await kill();
          if (kills.servers.length + kills.databases.length === due.length) resolve(kills);
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

/** Ends all connections, also those with a transaction, as an update of PostgreSQL or a failover does. */
async function restartDatabase(stack: IsolatedStack, afterOrder: number): Promise<DatabaseRestart> {
  const stoppedAt = performance.now();
  await stack.stopDatabase();
  await delay(databaseDownMs);
  await stack.startDatabaseAgain();
  return { afterOrder, downMs: Math.round(performance.now() - stoppedAt) };
}

async function killServer(stack: IsolatedStack, plan: ChaosPlan, afterOrder: number): Promise<Kill> {
  await stack.server().kill();
  const left = await leftBehind(stack);
  if (plan.endLeasesAfterKill) await endLeases(stack);
  const killedAt = performance.now();
  await stack.startServerAgain();
  return { afterOrder, ...left, downMs: Math.round(performance.now() - killedAt) };
}

const Left = z.object({
  claimed: z.number(),
  asking: z.number(),
  cancelling: z.number(),
  storeUpdatesHeld: z.number(),
});

async function leftBehind(stack: IsolatedStack): Promise<z.output<typeof Left>> {
  const [left] = await stack.query(
    `select count(*) filter (where booking_state = 'claimed')::int as claimed,
            count(*) filter (where booking_state = 'asking')::int as asking,
            count(*) filter (where booking_state = 'cancelling')::int as cancelling,
            (select count(*)::int from desired_store_state where lease_id is not null) as "storeUpdatesHeld"
     from shipment`,
    Left,
  );
  return left ?? { claimed: 0, asking: 0, cancelling: 0, storeUpdatesHeld: 0 };
}

async function endLeases(stack: IsolatedStack): Promise<void> {
  const none = z.object({});
  await stack.query(`update shipment set lease_until = now() where booking_state in ('claimed', 'asking')`, none);
  await stack.query(`update shipment set cancel_next_at = now() where booking_state = 'cancelling'`, none);
  await stack.query(`update desired_store_state set lease_until = now() where lease_id is not null`, none);
  await stack.query(`update batch_row set due_at = now() where due_at is not null`, none);
  await stack.query(`update courier_call set lease_until = now()`, none);
  await stack.query(
    `update pgboss.job set start_after = now() where name in ('cancels', 'store-updates', 'batch-rows') and state < 'active'`,
    none,
  );
  await stack.query(`update pgboss.job set heartbeat_on = 'epoch' where state = 'active'`, none);
}
