import { companies } from '@courierdesk/contract/companies';
import type { InstalledShop } from '../isolated-stack/install-shop.ts';
import type { IsolatedStack } from '../isolated-stack/isolated-stack.ts';
import { bookOne } from './book-orders.ts';
import type { ChaosOrder } from './chaos-orders.ts';
import type { ChaosPlan } from './chaos-plan.ts';
import { readFinalState } from './final-state.ts';
import { checkOrders } from './check-orders.ts';
import { waitUntilSettled } from './wait-until-settled.ts';

/** Books the free orders, to prove that they can be booked. Returns those that did not end booked and fulfilled. */
export async function bookFreeOrders(
  stack: IsolatedStack,
  shop: InstalledShop,
  orders: ChaosOrder[],
  plan: ChaosPlan,
): Promise<string[]> {
  const waiting = [...orders.entries()];
  const client = async (_: unknown, user: number): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, order] = next;
      const company = companies[index % companies.length] ?? 'LEOPARD';
      const press = { user, company, key: `free-${plan.seed}-${order.id}` };
      await bookOne(stack, shop, order, { kind: 'one click', presses: [press] });
    }
  };
  await Promise.all(Array.from({ length: plan.clients }, client));
  await waitUntilSettled(stack, plan);
  const { ends, violations } = checkOrders(
    orders.map((order) => order.name),
    [],
    await readFinalState(stack),
  );
  const left = orders.filter(
    (order) =>
      ends.get(order.name) !== 'booked and fulfilled' && !violations.some((one) => one.startsWith(`${order.name}:`)),
  );
  return [...violations, ...left.map((order) => `${order.name}: could not be booked afterwards`)];
}
