import { getAllOrders } from '@courierdesk/contract/shipments';
import { callApi } from '../../scripts/isolated-stack/call-api.ts';
import { installShop } from '../../scripts/isolated-stack/install-shop.ts';
import type { InstalledShop } from '../../scripts/isolated-stack/install-shop.ts';
import { withIsolatedStack } from '../../scripts/isolated-stack/isolated-stack.ts';
import type { IsolatedStack } from '../../scripts/isolated-stack/isolated-stack.ts';
import { buildWeb } from '../../scripts/stack/build-web.ts';
import { activityLogFigures } from './activity-log.ts';
import { batchFigure } from './batch-booking.ts';
import { bookingFigure } from './booking-time.ts';
import { clusterFigures } from './cluster.ts';
import { backfillFigures } from './backfill.ts';
import { exportFigures } from './exports.ts';
import { under } from './figure.ts';
import type { Figure } from './figure.ts';
import { figuresByDay } from './figures.ts';
import { firstPaintFigures } from './first-paint.ts';
import { importFigure } from './import-csv.ts';
import { labelsFigure } from './labels.ts';
import { loadShops } from './load-shops.ts';
import type { LoadedShop } from './load-shops.ts';
import { machinePace } from './machine-pace.ts';
import { watchMemory } from './memory.ts';
import type { MemoryWatch } from './memory.ts';
import { noisyNeighbourFigures } from './noisy-neighbour.ts';
import { measureOrdersPages, ordersPageFigures } from './orders-page.ts';
import { pageWeightFigures } from './page-weight.ts';
import { processorCostFigures } from './processor-cost.ts';
import { searchFigures } from './search.ts';
import { signInTimeFigures } from './sign-in-time.ts';
import { startFigure } from './start-time.ts';
import { trackingPageFigures } from './tracking-page.ts';
import { trackingSyncFigure } from './tracking-sync.ts';
import { throughputFigure } from './throughput.ts';

type BenchSize = {
  shops: number[];
  /** Of the shop that eight clients ask for. */
  busyShop: number;
  loadSeconds: number;
  bookings: number;
  /** Orders of a batch. */
  batch: number;
  dueParcels: number;
  /** Bookings whose processor time is measured. */
  costs: number;
  /** On a cluster and on one PostgreSQL. */
  smallShops: number;
  /** Orders of the stores that are imported. */
  imported: readonly [small: number, large: number];
};

export const fullSize: BenchSize = {
  shops: [10_000, 100_000, 1_000_000],
  busyShop: 100_000,
  loadSeconds: 15,
  bookings: 100,
  batch: 500,
  dueParcels: 10_000,
  costs: 200,
  smallShops: 500,
  imported: [10_000, 100_000],
};

/** Five shops with five million shipments, as after many years. */
export const largeSize: BenchSize = {
  ...fullSize,
  shops: Array.from({ length: 5 }, () => 1_000_000),
  busyShop: 1_000_000,
};

export const quickSize: BenchSize = {
  shops: [2000, 20_000],
  busyShop: 20_000,
  loadSeconds: 5,
  bookings: 40,
  batch: 100,
  dueParcels: 2000,
  costs: 40,
  smallShops: 40,
  imported: [500, 5000],
};

type Measured = {
  readonly stack: IsolatedStack;
  readonly shop: InstalledShop;
  readonly size: BenchSize;
  readonly log: (line: string) => void;
  /** Shops with past shipments, loaded when the first part needs them. */
  readonly shops: () => Promise<LoadedShop[]>;
};

/** In the order in which they are measured. */
const parts = {
  // Runs before any booking: in a shop without past shipments no amount is unusual, so every row is ready.
  batch: async ({ stack, shop, size }: Measured) => [await batchFigure(stack, shop, size.batch)],
  bookings: async ({ stack, shop, size }: Measured) => [await bookingFigure(stack, shop, size.bookings)],
  'processor-cost': async ({ stack, shop, size }: Measured) => processorCostFigures(stack, shop, size.costs),
  'orders-page': async ({ stack, shops, log }: Measured) =>
    ordersPageFigures(await measureOrdersPages(stack.url, stack.database.adminUrl, await shops(), log)),
  figures: async (bench: Measured) =>
    figuresByDay(bench.stack.url, bench.stack.database.adminUrl, await largestShop(bench), bench.log),
  'activity-log': async (bench: Measured) =>
    activityLogFigures(bench.stack.url, bench.stack.database.adminUrl, await largestShop(bench)),
  search: async (bench: Measured) =>
    searchFigures(bench.stack.url, bench.stack.database.adminUrl, await largestShop(bench), bench.log),
  throughput: async (bench: Measured) => [
    await throughputFigure(bench.stack.url, await busyShop(bench), bench.size.loadSeconds),
  ],
  labels: async (bench: Measured) => [await labelsFigure(bench.stack.url, await busyShop(bench))],
  'noisy-neighbour': async (bench: Measured) =>
    noisyNeighbourFigures(bench.stack.url, await busyShop(bench), bench.shop),
  exports: async (bench: Measured) => exportFigures(bench.stack, await largestShop(bench), bench.log),
  imports: async (bench: Measured) => [
    await importFigure(bench.stack.url, bench.stack.database.adminUrl, await largestShop(bench)),
  ],
  'sign-in-time': async ({ stack, shop }: Measured) => signInTimeFigures(stack, shop),
  'tracking-sync': async ({ stack, shop, size }: Measured) => [await trackingSyncFigure(stack, shop, size.dueParcels)],
  backfill: async ({ stack, size, log }: Measured) => backfillFigures(stack, size.imported, log),
  'page-weight': async ({ stack, shop }: Measured) =>
    pageWeightFigures({ url: stack.url, token: shop.tokens[0] ?? '', trackingNumber: await newestNumber(stack, shop) }),
  'tracking-page': async ({ stack, shop }: Measured) => trackingPageFigures(stack, shop),
  'first-paint': async ({ stack, shop }: Measured) =>
    firstPaintFigures({ url: stack.url, token: shop.tokens[0] ?? '' }),
};
type PartName = keyof typeof parts | 'start' | 'cluster';
/** Without `--only`. */
export const usualParts = [...Object.keys(parts), 'start'] as PartName[];
/** The last one needs a cluster. */
export const partNames: readonly PartName[] = [...usualParts, 'cluster'];

/** One run of the parts, each figure on the same machine at nearly the same time. */
export async function runBench(
  size: BenchSize,
  wanted: readonly PartName[],
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<Figure[]> {
  await buildWeb(log);
  const pace = (): void => log(`A fixed task takes this machine ${machinePace().toFixed(2)} ms (less is faster).`);
  pace();
  const partsOnStack = Object.entries(parts).filter(([name]) => wanted.some((one) => one === name));
  const figures: Figure[] = [];
  if (partsOnStack.length > 0) {
    log('Starting PostgreSQL, the sandbox, the web process and the worker.');
    figures.push(
      ...(await withIsolatedStack({ servers: [{ role: 'web' }, { role: 'worker' }], signal }, (stack) =>
        measure(stack, partsOnStack, size, log),
      )),
    );
  }
  if (wanted.includes('start')) {
    log('npm start, twice.');
    figures.push(await startFigure(log, signal));
  }
  if (wanted.includes('cluster')) {
    const nodes = process.env.TEST_CLUSTER_URLS?.split(',') ?? [];
    figures.push(...(await clusterFigures(nodes, size, log, signal)));
  }
  pace();
  return figures;
}

async function measure(
  stack: IsolatedStack,
  partsOnStack: readonly [name: string, part: (bench: Measured) => Promise<Figure[]>][],
  size: BenchSize,
  log: (line: string) => void,
): Promise<Figure[]> {
  const memory = watchMemory(
    stack.servers.map(({ role, url }) => ({ name: role === 'web' ? 'web process' : role, url })),
  );
  try {
    const shop = await installShop(stack, { users: 8 });
    let loaded: Promise<LoadedShop[]> | undefined;
    const shops = () => (loaded ??= loadShops(stack, size.shops, log));
    const figures: Figure[] = [];
    for (const [name, part] of partsOnStack) {
      log(`${name}:`);
      figures.push(...(await part({ stack, shop, size, log, shops }).catch((error: unknown) => [failed(name, error)])));
      log(
        `  most memory so far: ${[...memory.peaks()].map(([process, mb]) => `${process} ${mb.toFixed(0)} MB`).join(', ')}`,
      );
    }
    return [...figures, ...memoryFigures(memory)];
  } finally {
    memory.stop();
  }
}

/** A part that fails loses only its own figures. */
const failed = (name: string, error: unknown): Figure => ({
  what: `${name}: ${error instanceof Error ? error.message : String(error)}`,
  measured: 'nothing',
  target: 'to be measured',
  passed: false,
});

async function busyShop({ shops, size }: Measured): Promise<LoadedShop> {
  const busy = (await shops()).find((one) => one.shipments === size.busyShop);
  if (!busy) throw new Error(`no shop has ${size.busyShop} shipments`);
  return busy;
}

async function largestShop({ shops }: Measured): Promise<LoadedShop> {
  const [largest] = (await shops()).toSorted((one, other) => other.shipments - one.shipments);
  if (!largest) throw new Error('no shop was loaded');
  return largest;
}

async function newestNumber(stack: IsolatedStack, shop: InstalledShop): Promise<string> {
  const { body } = await callApi(stack.url, shop.tokens[0] ?? '', 'GET', getAllOrders.path);
  return getAllOrders.reply.parse(body).data[0]?.tracking_number ?? '';
}

const memoryFigures = (memory: MemoryWatch): Figure[] =>
  [...memory.peaks()].map(([name, megabytes]) => under(`memory of the ${name} while doing so`, megabytes, 400, 'MB'));
