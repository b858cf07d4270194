import { performance } from 'node:perf_hooks';
import { installShop } from '../isolated-stack/install-shop.ts';
import { withIsolatedStack } from '../isolated-stack/isolated-stack.ts';
import type { IsolatedStack, IsolatedStackOptions } from '../isolated-stack/isolated-stack.ts';
import { bookFreeOrders } from './book-free-orders.ts';
import { bookOrders } from './book-orders.ts';
import type { OrderRecord } from './book-orders.ts';
import { placeOrders } from './chaos-orders.ts';
import { faultRules } from './chaos-plan.ts';
import type { ChaosPlan } from './chaos-plan.ts';
import { readFinalState } from './final-state.ts';
import type { FinalState } from './final-state.ts';
import { faultCounts } from './fault-counts.ts';
import type { FaultCounts } from './fault-counts.ts';
import { checkOrders } from './check-orders.ts';
import type { OrdersCheck } from './check-orders.ts';
import { killServers } from './kill-servers.ts';
import type { Kills } from './kill-servers.ts';
import { waitUntilSettled } from './wait-until-settled.ts';

export type ChaosResult = {
  plan: ChaosPlan;
  records: OrderRecord[];
  kills: Kills;
  faults: FaultCounts;
  bookingSeconds: number;
  settlingSeconds: number;
  finalState: FinalState;
  check: OrdersCheck;
  /** Problems when the free orders were booked afterwards, without faults. */
  notFree: string[];
  serverErrors: string[];
};

/** Books under faults and kills, waits until everything is settled, and compares the couriers, the store and the database. */
export function runChaos(
  plan: ChaosPlan,
  log: (line: string) => void,
  options: Pick<IsolatedStackOptions, 'database' | 'signal'> = {},
): Promise<ChaosResult> {
  log('Starting PostgreSQL, the sandbox and the server.');
  const variables = { LOOK_UP_SECONDS: plan.lookUpSeconds.join(',') };
  return withIsolatedStack({ ...options, variables }, (stack) => runIn(stack, plan, log));
}

async function runIn(stack: IsolatedStack, plan: ChaosPlan, log: (line: string) => void): Promise<ChaosResult> {
  const shop = await installShop(stack, { users: plan.clients });
  log(`Customers place ${plan.orders} orders in the store.`);
  const orders = await placeOrders(stack, shop, plan.orders);
  await stack.control('faults', { clear: true, rules: faultRules(plan) });

  log(
    `${plan.clients} clients book them; the server is killed ${plan.kills} times, the database restarted ${plan.databaseRestarts} times.`,
  );
  const startedAt = performance.now();
  const killer = killServers(stack, plan);
  const booking = bookOrders(stack, shop, orders, plan, (begun) => {
    killer.begun(begun);
    if (begun % 100 === 0) log(`${begun} orders are begun.`);
  });
  const [records, kills] = await Promise.all([booking, killer.done]);
  const bookingSeconds = (performance.now() - startedAt) / 1000;
  const faults = await faultCounts(stack);
  await stack.control('faults', { clear: true });

  log(`No more faults. Waiting at most ${plan.settleSeconds} s until everything is settled.`);
  const settlingSeconds = await waitUntilSettled(stack, plan);
  const finalState = await readFinalState(stack);
  const check = checkOrders(
    orders.map((order) => order.name),
    records,
    finalState,
  );
  const free = orders.filter((order) => check.ends.get(order.name) === 'free');
  log(`Booking the ${free.length} free orders, to prove that they are.`);
  const notFree = await bookFreeOrders(stack, shop, free, plan);
  return {
    plan,
    records,
    kills,
    faults,
    bookingSeconds,
    settlingSeconds,
    finalState,
    check,
    notFree,
    serverErrors: stack.serverErrors(),
  };
}
