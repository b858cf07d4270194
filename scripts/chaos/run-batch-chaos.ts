import { performance } from 'node:perf_hooks';
import { installShop } from '../bare-world/install-shop.ts';
import { inBareWorld } from '../bare-world/bare-world.ts';
import type { BareWorld, BareWorldOptions } from '../bare-world/bare-world.ts';
import { layOutBatch, untilDone } from './book-batch.ts';
import { placeOrders } from './chaos-orders.ts';
import type { ChaosOrder } from './chaos-orders.ts';
import { faultRules } from './chaos-plan.ts';
import type { ChaosPlan } from './chaos-plan.ts';
import { gatherEvidence } from './evidence.ts';
import { faultHits } from './fault-hits.ts';
import type { FaultHits } from './fault-hits.ts';
import { judge } from './judge.ts';
import type { EndState } from './judge.ts';
import { judgeRows, rowsOfBatches } from './judge-rows.ts';
import type { JudgedRow } from './judge-rows.ts';
import { killServers } from './kill-servers.ts';
import type { Kill } from './kill-servers.ts';
import { settle } from './settle.ts';

export interface BatchChaosResult {
  plan: ChaosPlan;
  kills: Kill[];
  faults: FaultHits;
  bookingSeconds: number;
  settlingSeconds: number;
  /** Before the failed rows were retried without faults, and after. */
  ends: Map<string, EndState>;
  rows: JudgedRow[];
  violations: string[];
  serverErrors: string[];
}

/** Books one batch under faults and kills, lets things settle, retries what failed, and compares all sides twice. */
export function runBatchChaos(
  plan: ChaosPlan,
  log: (line: string) => void,
  options: Pick<BareWorldOptions, 'database' | 'signal'> = {},
): Promise<BatchChaosResult> {
  log('Starting PostgreSQL, the sandbox and the server.');
  const variables = { LOOK_UP_SECONDS: plan.lookUpSeconds.join(',') };
  return inBareWorld({ ...options, variables }, (world) => runIn(world, plan, log));
}

async function runIn(world: BareWorld, plan: ChaosPlan, log: (line: string) => void): Promise<BatchChaosResult> {
  const shop = await installShop(world, { users: 2 });
  log(`Customers place ${plan.orders} orders in the store.`);
  const orders = await placeOrders(world, shop, plan.orders);
  const { desk, press } = await layOutBatch(world, shop, orders);
  await world.control('faults', { clear: true, rules: faultRules(plan) });

  log(`Two people book the batch; the server is killed ${plan.kills} times.`);
  const startedAt = performance.now();
  const killer = killServers(world, plan);
  await press('book');
  const [kills] = await Promise.all([killer.done, untilDone(desk, (count) => killer.begun(count))]);
  // A kill near the end leaves rows that the next server takes up.
  await untilDone(desk, () => undefined);
  const bookingSeconds = (performance.now() - startedAt) / 1000;
  const faults = await faultHits(world);
  await world.control('faults', { clear: true });

  log(`No more faults. Waiting at most ${plan.settleSeconds} s until everything is settled.`);
  const settlingSeconds = await settle(world, plan);
  const first = await judgeAll(world, orders);
  log(`Retrying the ${first.rows.filter((row) => row.state === 'failed').length} rows that failed.`);
  await press('retry');
  await untilDone(desk, () => undefined);
  await settle(world, plan);
  const second = await judgeAll(world, orders);
  const left = second.rows.filter((row) => row.state === 'failed');
  return {
    plan,
    kills,
    faults,
    bookingSeconds,
    settlingSeconds,
    ends: second.ends,
    rows: first.rows,
    violations: [
      ...first.violations,
      ...second.violations,
      ...left.map((row) => `${row.order_name}: could not be booked by a retry`),
    ],
    serverErrors: world.serverErrors(),
  };
}

async function judgeAll(world: BareWorld, orders: ChaosOrder[]) {
  const names = orders.map((order) => order.name);
  const { ends, violations } = judge(names, [], await gatherEvidence(world));
  const rows = await rowsOfBatches(world);
  return { ends, rows, violations: [...violations, ...judgeRows(rows)] };
}
