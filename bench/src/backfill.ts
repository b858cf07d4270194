import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { installInSandbox } from '../../scripts/isolated-stack/install-shop.ts';
import type { IsolatedStack } from '../../scripts/isolated-stack/isolated-stack.ts';
import { atMost } from './figure.ts';
import type { Figure } from './figure.ts';
import { residentMegabytes, watchMemory } from './memory.ts';

const pollMs = 250;
const giveUpMs = 30 * 60_000;
/** The store shows apps the orders of its last 60 days. */
const days = 50;

type Imported = {
  orders: number;
  /** Of reading the file and saving its orders. How long the export takes is up to Shopify. */
  readingMs: number;
  peakMegabytes: number;
  requests: number;
};

/** The first import of a small and of a large store, from the installation to the last order. */
export async function backfillFigures(
  stack: IsolatedStack,
  [small, large]: readonly [number, number],
  log: (line: string) => void,
): Promise<Figure[]> {
  const process = (stack.servers[1] ?? stack).url;
  // The first import of a process loads code and fills caches, so it is not measured.
  await importStore(stack, process, Math.ceil(small / 10), log);
  const before = await residentMegabytes(process);
  const few = await importStore(stack, process, small, log);
  const many = await importStore(stack, process, large, log);
  const count = (orders: number): string => orders.toLocaleString('en-US');
  const perOrder = ({ readingMs, orders }: Imported): number => readingMs / orders;
  return [
    atMost(
      `import of ${count(large)} orders, time per order (${seconds(many)} s), against ${count(small)} (${seconds(few)} s)`,
      perOrder(many) / perOrder(few),
      1.5,
      'times',
    ),
    atMost(
      `import of ${count(large)} orders, most memory (${many.peakMegabytes.toFixed(0)} MB, ${before.toFixed(0)} MB before), against ${count(small)} orders`,
      many.peakMegabytes / few.peakMegabytes,
      1.3,
      'times',
    ),
    atMost(
      `import of ${count(large)} orders, requests to the store, against ${count(small)} (${few.requests})`,
      many.requests / few.requests,
      large / small,
      'times',
    ),
  ];
}

const seconds = ({ readingMs }: Imported): string => (readingMs / 1000).toFixed(1);

async function importStore(
  stack: IsolatedStack,
  process: string,
  orders: number,
  log: (line: string) => void,
): Promise<Imported> {
  const domain = `store-of-${orders}.myshopify.com`;
  await stack.control(`shops/${domain}`, { past: { orders, days } });
  const memory = watchMemory([{ name: 'import', url: process }]);
  try {
    const before = await storeCalls(process);
    const shopId = await installInSandbox(stack, domain);
    await until(stack, shopId, ({ phase }) => phase !== 'export');
    const startedAt = performance.now();
    const { read } = await until(stack, shopId, ({ phase }) => phase === null);
    const readingMs = performance.now() - startedAt;
    if (read !== orders) throw new Error(`${read} of ${orders} orders were imported`);
    const requests = (await storeCalls(process)) - before;
    const peakMegabytes = memory.peaks().get('import') ?? (await residentMegabytes(process));
    log(
      `  ${orders} orders: ${(readingMs / 1000).toFixed(1)} s, at most ${peakMegabytes.toFixed(0)} MB, ${requests} requests to the store`,
    );
    return { orders, readingMs, peakMegabytes, requests };
  } finally {
    memory.stop();
  }
}

type State = {
  phase: string | null;
  /** Orders saved. */
  read: number;
};

async function until(stack: IsolatedStack, shopId: string, isSo: (state: State) => boolean): Promise<State> {
  const givenUpAt = performance.now() + giveUpMs;
  for (;;) {
    const [row] = await stack.query(
      'select backfill_phase as phase, backfill_read as read from store_sync where shop_id = $1',
      z.object({ phase: z.string().nullable(), read: z.number() }),
      [shopId],
    );
    if (row && isSo(row)) return row;
    if (performance.now() > givenUpAt) throw new Error('the import did not end within half an hour');
    await pause(pollMs);
  }
}

/** Requests that the process has sent to stores. */
async function storeCalls(process: string): Promise<number> {
  const metrics = await (await fetch(`${process}/metrics`)).text();
  const counts = metrics.matchAll(/^courierdesk_store_calls_total\{[^}]*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}
