import { performance } from 'node:perf_hooks';
import { companies } from '@courierdesk/contract/companies';
import { getAllOrders } from '@courierdesk/contract/shipments';
import { getStoreOrders } from '@courierdesk/contract/store-orders';
import { callApi } from '../../scripts/isolated-stack/call-api.ts';
import { installShop, type InstalledShop } from '../../scripts/isolated-stack/install-shop.ts';
import type { IsolatedStack } from '../../scripts/isolated-stack/isolated-stack.ts';
import { openForm, sendBooking } from '../../scripts/proof/book-through-api.ts';
import { placeOrders, type ProofOrder } from '../../scripts/proof/place-orders.ts';
import { shown, type Figure } from './figure.ts';

const people = 8;
const rounds = 2;

type SmallShop = { stack: IsolatedStack; shop: InstalledShop; orders: ProofOrder[] };

/**
 * What many small shops get done together on a cluster, against one PostgreSQL that has the same processors to itself meanwhile. Eight people
 * take the shops in turns: a person opens both lists and books an order.
 */
export async function manyShopsFigure(
  plain: IsolatedStack,
  cluster: IsolatedStack,
  count: number,
  log: (line: string) => void,
): Promise<Figure> {
  log(`Installing ${count} small shops on both.`);
  const sides = { plain: await smallShops(plain, count), cluster: await smallShops(cluster, count) };
  const seconds = { plain: 0, cluster: 0 };
  for (let round = 0; round < rounds; round += 1)
    for (const side of ['plain', 'cluster'] as const) {
      log(`All ${count} shops book an order: ${side}.`);
      const startedAt = performance.now();
      await inTurns(sides[side], (small, index) => bookOne(small, index, round));
      seconds[side] += (performance.now() - startedAt) / 1000;
    }
  const perSecond = (side: keyof typeof seconds): number => (count * rounds) / seconds[side];
  return {
    what: `${count} small shops, ${people} people: bookings a second on the cluster (${shown(perSecond('plain'))} on one PostgreSQL, ${shown(seconds.plain / seconds.cluster)} of it)`,
    measured: `${shown(perSecond('cluster'))} a second`,
    target: 'none: both are on one machine',
    passed: true,
  };
}

function smallShops(stack: IsolatedStack, count: number): Promise<SmallShop[]> {
  return inTurns(Array.from({ length: count }), async (_, index) => {
    const shop = await installShop(stack, { users: 1, store: `small-store-${index}` });
    return { stack, shop, orders: await placeOrders(stack, shop, rounds) };
  });
}

async function bookOne({ stack, shop, orders }: SmallShop, index: number, round: number): Promise<void> {
  const [token = ''] = shop.tokens;
  for (const { path } of [getAllOrders, getStoreOrders]) {
    const { status } = await callApi(stack.url, token, 'GET', path);
    if (status !== 200) throw new Error(`${path} was answered with ${status}`);
  }
  const order = orders[round];
  if (!order) throw new Error('There are fewer orders than rounds.');
  const opened = await openForm(stack, shop, token, order, companies[index % companies.length] ?? 'LEOPARD');
  const answer = 'form' in opened ? await sendBooking(stack, token, opened.form, `small-${order.id}`) : opened;
  if (answer.kind !== 'booked') throw new Error(`${order.name}: ${JSON.stringify(answer)}`);
}

/** Each person takes the next piece when the one before is done. */
async function inTurns<Piece, Result>(
  pieces: readonly Piece[],
  work: (piece: Piece, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = pieces.entries();
  const person = async (): Promise<void> => {
    for (const [index, piece] of waiting) results[index] = await work(piece, index);
  };
  await Promise.all(Array.from({ length: people }, person));
  return results;
}
