import { performance } from 'node:perf_hooks';
import { installShop } from '../bare-world/install-shop.ts';
import { inBareWorld } from '../bare-world/bare-world.ts';
import type { BareWorld, BareWorldOptions } from '../bare-world/bare-world.ts';
import { bookFreeOrders } from './book-free-orders.ts';
import { bookOrders } from './book-orders.ts';
import type { OrderStory } from './book-orders.ts';
import { placeOrders } from './chaos-orders.ts';
import { faultRules } from './chaos-plan.ts';
import type { ChaosPlan } from './chaos-plan.ts';
import { gatherEvidence } from './evidence.ts';
import type { Evidence } from './evidence.ts';
import { faultHits } from './fault-hits.ts';
import type { FaultHits } from './fault-hits.ts';
import { judge } from './judge.ts';
import type { Judgement } from './judge.ts';
import { killServers } from './kill-servers.ts';
import type { Kill } from './kill-servers.ts';
import { settle } from './settle.ts';

export interface ChaosResult {
  plan: ChaosPlan;
  stories: OrderStory[];
  kills: Kill[];
  faults: FaultHits;
  bookingSeconds: number;
  settlingSeconds: number;
  evidence: Evidence;
  judgement: Judgement;
  /** The free orders were booked afterwards, without faults: what did not work. */
  notFree: string[];
  serverErrors: string[];
}

/** Books under faults and kills, lets things settle, and compares the couriers, the store and the database. */
export function runChaos(
  plan: ChaosPlan,
  log: (line: string) => void,
  options: Pick<BareWorldOptions, 'database' | 'signal'> = {},
): Promise<ChaosResult> {
  log('Starting PostgreSQL, the sandbox and the server.');
  const variables = { LOOK_UP_SECONDS: plan.lookUpSeconds.join(',') };
  return inBareWorld({ ...options, variables }, (world) => runIn(world, plan, log));
}

async function runIn(world: BareWorld, plan: ChaosPlan, log: (line: string) => void): Promise<ChaosResult> {
  const shop = await installShop(world, { users: plan.clients });
  log(`Customers place ${plan.orders} orders in the store.`);
  const orders = await placeOrders(world, shop, plan.orders);
  await world.control('faults', { clear: true, rules: faultRules(plan) });

  log(`${plan.clients} clients book them; the server is killed ${plan.kills} times.`);
  const startedAt = performance.now();
  const killer = killServers(world, plan);
  const booking = bookOrders(world, shop, orders, plan, (begun) => {
    killer.begun(begun);
    if (begun % 100 === 0) log(`${begun} orders are begun.`);
  });
  const [stories, kills] = await Promise.all([booking, killer.done]);
  const bookingSeconds = (performance.now() - startedAt) / 1000;
  const faults = await faultHits(world);
  await world.control('faults', { clear: true });

  log(`No more faults. Waiting at most ${plan.settleSeconds} s until everything is settled.`);
  const settlingSeconds = await settle(world, plan);
  const evidence = await gatherEvidence(world);
  const judgement = judge(
    orders.map((order) => order.name),
    stories,
    evidence,
  );
  const free = orders.filter((order) => judgement.ends.get(order.name) === 'free');
  log(`Booking the ${free.length} free orders, to prove that they are.`);
  const notFree = await bookFreeOrders(world, shop, free, plan);
  return {
    plan,
    stories,
    kills,
    faults,
    bookingSeconds,
    settlingSeconds,
    evidence,
    judgement,
    notFree,
    serverErrors: world.serverErrors(),
  };
}
