import { companies } from '@courierdesk/contract/companies';
import { installShop, type InstalledShop } from '../isolated-stack/install-shop.ts';
import { withIsolatedStack } from '../isolated-stack/isolated-stack.ts';
import type { IsolatedStack, IsolatedStackOptions } from '../isolated-stack/isolated-stack.ts';
import { releasedCode } from '../releases/released-code.ts';
import { releases } from '../releases/release.ts';
import { checkBatchRows, rowsOfBatches, type BatchRowState } from './check-batch-rows.ts';
import { checkOrders, inWords, type OrdersCheck } from './check-orders.ts';
import { disastersOf, type Disaster } from './disasters.ts';
import { faultCounts, type FaultCounts } from './fault-counts.ts';
import { readFinalState, type FinalState } from './final-state.ts';
import { bookOnce, bookOrdersOfShop, type WorkOfPeople } from './people.ts';
import { placeOrders, type ProofOrder } from './place-orders.ts';
import { faultRules, type ProofPlan } from './proof-plan.ts';
import { steppedClock, type SteppedClock } from './stepped-clock.ts';
import { waitUntilSettled } from './wait-until-settled.ts';

export type ProofResult = {
  plan: ProofPlan;
  /** What of the plan this machine could not do, in sentences. */
  notTried: string[];
  work: WorkOfPeople;
  disasters: string[];
  faults: FaultCounts;
  bookingSeconds: number;
  settlingSeconds: number;
  /** When everything was settled. */
  finalState: FinalState;
  check: OrdersCheck;
  rows: BatchRowState[];
  /** After failed rows were retried and the other free orders booked, without faults. */
  afterwards: string[];
  serverErrors: string[];
};

/** Books under faults and disasters, waits until everything is settled, and compares couriers, stores and database. */
export async function proveBookings(
  wanted: ProofPlan,
  log: (line: string) => void,
  options: Pick<IsolatedStackOptions, 'database' | 'signal'> = {},
): Promise<ProofResult> {
  const plan = { ...wanted };
  const notTried: string[] = [];
  const leaveOut = (part: 'fullDisk' | 'clockStep' | 'upgrade', why: string): void => {
    plan[part] = false;
    notTried.push(why);
  };
  if (plan.fullDisk && process.getuid?.() !== 0) leaveOut('fullDisk', 'The disk was not filled: that needs root.');
  const clock = plan.clockStep ? steppedClock() : undefined;
  if (plan.clockStep && !clock) leaveOut('clockStep', "The clock was not moved: that needs Debian's faketime.");
  const release = plan.upgrade ? releasedCode(releases().at(-1)?.version ?? '') : undefined;
  if (typeof release === 'string') leaveOut('upgrade', `No release was replaced: ${release}`);
  const old = typeof release === 'object' ? release : undefined;
  const ahead = clock?.variables ?? {};
  try {
    return await withIsolatedStack(
      {
        ...options,
        ...(old && { code: old.folder }),
        ...(plan.fullDisk && { diskMegabytes: 4096 }),
        variables: { LOOK_UP_SECONDS: plan.lookUpSeconds.join(',') },
        servers: [
          { role: 'web' },
          { role: 'web', variables: ahead },
          { role: 'worker' },
          { role: 'worker', variables: ahead },
        ],
      },
      async (stack) => ({ ...(await proveOn(stack, plan, log, { clock })), notTried }),
    );
  } finally {
    old?.remove();
    clock?.remove();
  }
}

/** Each request goes to one of the web processes. */
function behindBalancer(stack: IsolatedStack): IsolatedStack {
  const webs = stack.servers.filter(({ role }) => role === 'web');
  let next = 0;
  return {
    ...stack,
    get url() {
      return webs[next++ % webs.length]?.url ?? stack.url;
    },
  };
}

/** Last names of the customers of each shop. */
const families = ['Ahmed', 'Butt', 'Chaudhry', 'Durrani', 'Elahi', 'Farooqi', 'Gondal', 'Hashmi'];

/** `disasters` are those that the plan does not name. */
export async function proveOn(
  started: IsolatedStack,
  plan: ProofPlan,
  log: (line: string) => void,
  disasters: { clock?: SteppedClock | undefined; more?: readonly Disaster[] },
): Promise<Omit<ProofResult, 'notTried'>> {
  const stack = behindBalancer(started);
  const shops: { shop: InstalledShop; orders: ProofOrder[] }[] = [];
  log(`Customers place ${plan.orders} orders in ${plan.shops} stores.`);
  for (const family of families.slice(0, plan.shops)) {
    const shop = await installShop(stack, { users: 2, store: `${family.toLowerCase()}-store` });
    shops.push({ shop, orders: await placeOrders(stack, shop, Math.floor(plan.orders / plan.shops), { family }) });
  }
  await stack.control('faults', { clear: true, rules: faultRules(plan) });

  log('Two people of each shop book them, under faults and disasters.');
  const startedAt = performance.now();
  const striking = disastersOf(stack, plan, disasters);
  let begun = 0;
  const onStart = (): void => {
    striking.begun();
    begun += 1;
    if (begun % 500 === 0) log(`${begun} orders are begun after ${secondsSince(startedAt).toFixed(0)} s.`);
  };
  const [struck, ...worked] = await Promise.all([
    striking.done,
    ...shops.map(({ shop, orders }) => bookOrdersOfShop(stack, shop, orders, plan, onStart)),
  ]);
  const bookingSeconds = secondsSince(startedAt);
  const work = {
    forms: worked.flatMap(({ forms }) => forms),
    batches: worked.flatMap(({ batches }) => batches),
  };
  const faults = await faultCounts(stack);
  await stack.control('faults', { clear: true });

  log(`No more faults. Waiting at most ${plan.settleSeconds} s until everything is settled.`);
  const { seconds: settlingSeconds, left } = await waitUntilSettled(stack, plan);
  const finalState = await readFinalState(stack);
  const all = shops.flatMap(({ orders }) => orders);
  const check = checkOrders(all, work.forms, finalState);
  const rows = await rowsOfBatches(stack);
  check.violations.push(...left, ...checkBatchRows(rows));

  log('Retrying failed rows and booking the other free orders, to prove that they are free.');
  for (const batch of work.batches) await batch.press('retry');
  await waitUntilSettled(stack, plan);
  const afterRetry = checkOrders(all, work.forms, await readFinalState(stack));
  for (const { shop, orders } of shops) {
    const free = orders.filter(({ id }) => afterRetry.ends.get(id) === 'free');
    await bookFree(stack, shop, free);
  }
  const atLast = await waitUntilSettled(stack, plan);
  const last = checkOrders(all, work.forms, await readFinalState(stack));
  const stillFree = all.filter(({ id }) => last.ends.get(id) === 'free');
  return {
    plan,
    work,
    disasters: struck,
    faults,
    bookingSeconds,
    settlingSeconds,
    finalState,
    check,
    rows,
    afterwards: [
      ...atLast.left,
      ...last.violations,
      ...checkBatchRows(await rowsOfBatches(stack)),
      ...stillFree.map((order) => `${inWords(order)} could not be booked afterwards`),
    ],
    serverErrors: stack.serverErrors(),
  };
}

const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1000;

async function bookFree(stack: IsolatedStack, shop: InstalledShop, orders: ProofOrder[]): Promise<void> {
  const waiting = [...orders.entries()];
  const person = async (_: unknown, user: number): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, order] = next;
      const company = companies[index % companies.length] ?? 'LEOPARD';
      await bookOnce(stack, shop, [order], {
        kind: 'one click',
        presses: [{ user, company, key: `proof-${order.id}-free` }],
      });
    }
  };
  await Promise.all(Array.from({ length: 2 }, person));
}
