import { setTimeout as delay } from 'node:timers/promises';
import { installShop } from '../isolated-stack/install-shop.ts';
import { withIsolatedStack, type IsolatedStack, type IsolatedStackOptions } from '../isolated-stack/isolated-stack.ts';
import { largeShop, type LargeShopPlan, type LargeShopWork } from './large-shop.ts';
import type { Measured } from './judge-fairness.ts';
import { placeOrders } from './place-orders.ts';
import { readMetrics } from './read-metrics.ts';
import { doUsualWork } from './usual-day.ts';

type FairnessPlan = LargeShopPlan & {
  /** Orders that the quiet shop books in each of the four phases. */
  orders: number;
  /** What a courier and the store take for an answer, besides the work of the sandbox. */
  courierMs: number;
  storeMs: number;
};

export const fullFairness: FairnessPlan = {
  parcels: 100_000,
  rows: 5_000,
  labels: 2_000,
  orders: 24,
  courierMs: 600,
  storeMs: 200,
};

/** The same, smaller, for the tests. */
export const smallFairness: FairnessPlan = {
  parcels: 200,
  rows: 16,
  labels: 20,
  orders: 1,
  courierMs: 50,
  storeMs: 20,
};

export type FairnessResult = {
  plan: FairnessPlan;
  alone: Measured;
  beside: Measured;
  /** What the large shop did in the phases beside it. */
  work: LargeShopWork;
  serverErrors: string[];
};

/** A quiet shop does its usual work alone and beside a large shop, in turns. One web process and one worker, as small as it gets. */
export function proveFairness(
  plan: FairnessPlan,
  log: (line: string) => void,
  options: Pick<IsolatedStackOptions, 'database' | 'signal'> = {},
): Promise<FairnessResult> {
  return withIsolatedStack({ ...options, servers: [{ role: 'web' }, { role: 'worker' }] }, (stack) =>
    fairnessOn(stack, plan, log),
  );
}

const phases = ['alone', 'beside', 'alone', 'beside'] as const;

async function fairnessOn(
  stack: IsolatedStack,
  plan: FairnessPlan,
  log: (line: string) => void,
): Promise<FairnessResult> {
  const large = await largeShop(stack, plan, log);
  const quiet = await installShop(stack, { users: 1, store: 'quiet-store' });
  const orders = await placeOrders(stack, quiet, plan.orders * (phases.length + 1));
  await stack.control('faults', { clear: true, rules: slowAnswers(plan) });
  const ordersOf = (phase: number) => orders.slice(phase * plan.orders, (phase + 1) * plan.orders);
  log('A quiet shop does its usual work, once to warm up.');
  await doUsualWork(stack, quiet, ordersOf(phases.length), new Map());
  const measured: Record<'alone' | 'beside', Measured> = {
    alone: { times: new Map(), connectionsAwaited: [] },
    beside: { times: new Map(), connectionsAwaited: [] },
  };
  for (const [index, phase] of phases.entries()) {
    log(phase === 'alone' ? 'Alone.' : 'Beside the large shop.');
    const { times, connectionsAwaited } = measured[phase];
    if (phase === 'beside') await large.start();
    const watch = watchConnections(stack, connectionsAwaited);
    await doUsualWork(stack, quiet, ordersOf(index), times);
    await watch.stop();
    if (phase === 'beside') await large.stop();
  }
  return { plan, ...measured, work: await large.done(), serverErrors: stack.serverErrors() };
}

const watchEveryMs = 1000;

/** Adds how much work waits for a connection in each process, again and again until it is stopped. */
function watchConnections(stack: IsolatedStack, awaited: number[]): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      for (const { url } of stack.servers)
        awaited.push((await readMetrics(url)).get('courierdesk_database_connections{state="awaited"}') ?? 0);
      await delay(watchEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  // Its error is thrown by `stop`.
  watching.catch(() => undefined);
  return {
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}

const slowAnswers = ({ courierMs, storeMs }: FairnessPlan): object[] => [
  ...['book', 'track', 'label'].map((operation) => ({
    target: '*',
    operation,
    kind: 'delay',
    rate: 1,
    delayMs: courierMs,
  })),
  { target: 'shopify', operation: 'graphql', kind: 'delay', rate: 1, delayMs: storeMs },
];
