import { companies } from '@courierdesk/contract/companies';
import { installShop, type InstalledShop } from '../../scripts/isolated-stack/install-shop.ts';
import { withIsolatedStack, type IsolatedStack } from '../../scripts/isolated-stack/isolated-stack.ts';
import { createClusterDatabase, createDatabase, dropClusterDatabase } from '../../scripts/postgres/cluster-database.ts';
import { placeOrders, type ProofOrder } from '../../scripts/proof/place-orders.ts';
import { bookTimed } from './booking-time.ts';
import { atMost, type Figure } from './figure.ts';
import { manyShopsFigure } from './many-shops.ts';
import { median } from './statistics.ts';
import { timedCall } from './timed-call.ts';

const warmUps = 30;
const names = { plain: 'courierdesk_bench_plain', cluster: 'courierdesk_bench_cluster' };
const lists = ['/get-all-orders', '/store-orders?tab=all'];

type Side = { stack: IsolatedStack; shop: InstalledShop; orders: ProofOrder[]; own: number[] };

/**
 * What the way to a node costs: the same work on one PostgreSQL and on a cluster, on the same machine and in turns. `nodes` are the addresses of
 * a Citus cluster as superuser, the coordinator first; its server has the plain database too.
 */
export async function clusterFigures(
  nodes: readonly string[],
  { bookings, smallShops }: { bookings: number; smallShops: number },
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<Figure[]> {
  const [coordinator] = nodes;
  if (!coordinator) throw new Error('TEST_CLUSTER_URLS: name the nodes of a Citus cluster, the coordinator first.');
  const databases = {
    plain: await createDatabase(coordinator, names.plain),
    cluster: await createClusterDatabase(nodes, names.cluster),
  };
  const servers = [{ role: 'web' }, { role: 'worker' }] as const;
  try {
    return await withIsolatedStack({ servers, signal, database: databases.plain }, (plain) =>
      withIsolatedStack({ servers, signal, database: databases.cluster }, async (cluster) => {
        const sides = { plain: await sideOf(plain, bookings), cluster: await sideOf(cluster, bookings) };
        log('Booking and listing on both, in turns.');
        return [...(await compare(sides, bookings)), await manyShopsFigure(plain, cluster, smallShops, log)];
      }),
    );
  } finally {
    await dropClusterDatabase(nodes, names.cluster);
    await dropClusterDatabase([coordinator], names.plain);
  }
}

async function sideOf(stack: IsolatedStack, bookings: number): Promise<Side> {
  const shop = await installShop(stack, { users: 4 });
  return { stack, shop, orders: await placeOrders(stack, shop, bookings + warmUps), own: [] };
}

async function compare({ plain, cluster }: { plain: Side; cluster: Side }, bookings: number): Promise<Figure[]> {
  for (let index = 0; index < bookings + warmUps; index += 1)
    for (const side of [plain, cluster]) await bookOne(side, index);
  const [own, ownThere] = [median(plain.own), median(cluster.own)];
  const figures = [
    atMost(
      `own time of a booking on the cluster (${ownThere.toFixed(1)} ms, ${own.toFixed(1)} on one PostgreSQL)`,
      ownThere / own,
      2.5,
      'times',
    ),
  ];
  for (const path of lists) {
    const [ms, there] = [await timeOf(plain, path), await timeOf(cluster, path)];
    const what = `${path} on the cluster (${there.toFixed(1)} ms, ${ms.toFixed(1)} on one PostgreSQL)`;
    figures.push(atMost(what, there / ms, 1.6, 'times'));
  }
  const me = { plain: await timeOf(plain, '/me'), cluster: await timeOf(cluster, '/me') };
  figures.push(atMost(`/me on the cluster (${me.plain.toFixed(1)} ms on one PostgreSQL)`, me.cluster, 3, 'ms'));
  return figures;
}

async function bookOne({ stack, shop, orders, own }: Side, index: number): Promise<void> {
  const order = orders[index];
  if (!order) throw new Error('There are fewer orders than bookings.');
  const company = companies[index % companies.length] ?? 'LEOPARD';
  const token = shop.tokens[index % shop.tokens.length] ?? '';
  const took = await bookTimed(stack, shop, { order, company, token, afterOthers: index >= warmUps });
  if (index >= warmUps) own.push(took.own);
}

const timeOf = ({ stack, shop }: Side, path: string): Promise<number> => timedCall(stack.url, shop.tokens, path);
