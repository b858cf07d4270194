import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { companies } from '@courierdesk/contract/companies';
import * as z from 'zod';
import type { InstalledShop } from '../../scripts/isolated-stack/install-shop.ts';
import type { IsolatedStack } from '../../scripts/isolated-stack/isolated-stack.ts';
import { loadDueParcels } from '../../scripts/isolated-stack/load-due-parcels.ts';
import { trackSoon } from '../../scripts/isolated-stack/track-soon.ts';
import { atMost } from './figure.ts';
import type { Figure } from './figure.ts';

const latencyMs = 20;
const linesPerAccount = 4;
/** Numbers that a courier takes in one call. Source: docs/contracts. */
const batch = { LEOPARD: 50, MNP: 200, POSTEX: 50, TCS: 1 };

/**
 * Due parcels of four accounts, one per courier, from the first turn of a warm worker until the
 * last one is stored, compared with the couriers' latency alone. The accounts are served in parallel,
 * so the slowest counts.
 */
export async function trackingSyncFigure(stack: IsolatedStack, shop: InstalledShop, parcels: number): Promise<Figure> {
  const each = Math.floor(parcels / companies.length);
  await stack.control('faults', [
    { id: 'bench-track', target: '*', operation: 'track', kind: 'delay', delayMs: latencyMs },
  ]);
  try {
    await follow(stack, shop, { each: Math.ceil(each / 10), round: 'WARMUP' });
    const tookMs = await follow(stack, shop, { each, round: 'BENCH' });
    const idealMs = Math.max(
      ...companies.map((company) => Math.ceil(each / batch[company] / linesPerAccount) * latencyMs),
    );
    return atMost(
      `${(each * companies.length).toLocaleString('en-US')} due parcels at ${latencyMs} ms (${(tookMs / 1000).toFixed(1)} s, ideal ${(idealMs / 1000).toFixed(1)} s)`,
      tookMs / idealMs,
      1.2,
      'times',
    );
  } finally {
    await stack.control('faults', { clear: true });
  }
}

type Round = { readonly each: number; readonly round: string };

/** From the worker's first turn until all of a round are followed, in milliseconds. */
async function follow(stack: IsolatedStack, shop: InstalledShop, round: Round): Promise<number> {
  await loadDueParcels(stack, shop, round);
  await stack.query(`update courier_account set parallel_calls = ${linesPerAccount} where shop_id = $1`, z.never(), [
    shop.shopId,
  ]);
  await trackSoon(stack, shop);
  await until(async () => (await lookAt(stack, shop)).serving, 25);
  const startedAt = performance.now();
  // Polling costs time as well, so not too often.
  await until(async () => !(await lookAt(stack, shop)).due, 100);
  const tookMs = performance.now() - startedAt;
  await until(async () => !(await lookAt(stack, shop)).serving, 100);
  return tookMs;
}

async function lookAt(stack: IsolatedStack, shop: InstalledShop): Promise<{ due: boolean; serving: boolean }> {
  const [row] = await stack.query(
    `select exists (select 1 from shipment where shop_id = $1 and next_track_at <= now()) as due,
            exists (select 1 from pgboss.job where name = 'tracking' and group_id = $1 and state = 'active') as serving`,
    z.object({ due: z.boolean(), serving: z.boolean() }),
    [shop.shopId],
  );
  return row ?? { due: false, serving: false };
}

async function until(isSo: () => Promise<boolean>, everyMs: number): Promise<void> {
  const givenUpAt = performance.now() + 180_000;
  while (!(await isSo())) {
    if (performance.now() > givenUpAt) throw new Error('the worker did not follow the parcels within three minutes');
    await pause(everyMs);
  }
}
