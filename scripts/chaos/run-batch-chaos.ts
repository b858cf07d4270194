import { performance } from 'node:perf_hooks';
import { installShop } from '../isolated-stack/install-shop.ts';
import { withIsolatedStack } from '../isolated-stack/isolated-stack.ts';
import type { IsolatedStack, IsolatedStackOptions } from '../isolated-stack/isolated-stack.ts';
import { prepareBatch, waitUntilDone } from './book-batch.ts';
import { placeOrders } from './chaos-orders.ts';
import type { ChaosOrder } from './chaos-orders.ts';
import { faultRules } from './chaos-plan.ts';
import type { ChaosPlan } from './chaos-plan.ts';
import { readFinalState } from './final-state.ts';
import { faultCounts } from './fault-counts.ts';
import type { FaultCounts } from './fault-counts.ts';
import { checkOrders } from './check-orders.ts';
import type { EndState } from './check-orders.ts';
import { checkBatchRows, rowsOfBatches } from './check-batch-rows.ts';
import type { BatchRowState } from './check-batch-rows.ts';
import { killServers } from './kill-servers.ts';
import type { Kills } from './kill-servers.ts';
import { waitUntilSettled } from './wait-until-settled.ts';

export type BatchChaosResult = {
  plan: ChaosPlan;
  kills: Kills;
  faults: FaultCounts;
  bookingSeconds: number;
  settlingSeconds: number;
  /** Before the failed rows were retried without faults, and after. */
  ends: Map<string, EndState>;
  rows: BatchRowState[];
  violations: string[];
  serverErrors: string[];
};

/** Books one batch under faults and kills, waits until everything is settled, retries what failed, and compares all sides twice. */
export function runBatchChaos(
  plan: ChaosPlan,
  log: (line: string) => void,
  options: Pick<IsolatedStackOptions, 'database' | 'signal'> = {},
): Promise<BatchChaosResult> {
  log('Starting PostgreSQL, the sandbox and the server.');
  const variables = { LOOK_UP_SECONDS: plan.lookUpSeconds.join(',') };
  return withIsolatedStack({ ...options, variables }, (stack) => runIn(stack, plan, log));
}

async function runIn(stack: IsolatedStack, plan: ChaosPlan, log: (line: string) => void): Promise<BatchChaosResult> {
  const shop = await installShop(stack, { users: 2 });
  log(`Customers place ${plan.orders} orders in the store.`);
  const orders = await placeOrders(stack, shop, plan.orders);
  const { batch, press } = await prepareBatch(stack, shop, orders);
  await stack.control('faults', { clear: true, rules: faultRules(plan) });

  log(
    `Two people book the batch; the server is killed ${plan.kills} times, the database restarted ${plan.databaseRestarts} times.`,
  );
  const startedAt = performance.now();
  const killer = killServers(stack, plan);
  await press('book');
  const [kills] = await Promise.all([killer.done, waitUntilDone(batch, (count) => killer.begun(count))]);
  // A kill near the end leaves rows that the next server books.
  await waitUntilDone(batch, () => undefined);
  const bookingSeconds = (performance.now() - startedAt) / 1000;
  const faults = await faultCounts(stack);
  await stack.control('faults', { clear: true });

  log(`No more faults. Waiting at most ${plan.settleSeconds} s until everything is settled.`);
  const settlingSeconds = await waitUntilSettled(stack, plan);
  const first = await checkAll(stack, orders);
  log(`Retrying the ${first.rows.filter((row) => row.state === 'failed').length} rows that failed.`);
  await press('retry');
  await waitUntilDone(batch, () => undefined);
  await waitUntilSettled(stack, plan);
  const second = await checkAll(stack, orders);
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
    serverErrors: stack.serverErrors(),
  };
}

async function checkAll(stack: IsolatedStack, orders: ChaosOrder[]) {
  const names = orders.map((order) => order.name);
  const { ends, violations } = checkOrders(names, [], await readFinalState(stack));
  const rows = await rowsOfBatches(stack);
  return { ends, rows, violations: [...violations, ...checkBatchRows(rows)] };
}
