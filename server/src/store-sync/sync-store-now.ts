import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { reconcileStoreOrder, convergeTaken, type Settled, type Taken } from './reconcile-store-order.ts';
import type { WantedRow } from './queries.ts';

const patienceMs = 3_000;

/**
 * The first try, within the request and for at most 3 s. True when the store has been told about every order; what is
 * left goes on by itself.
 */
export async function syncStoreNow(
  context: Context,
  shopId: string,
  storeOrderIds: readonly string[],
): Promise<boolean> {
  const tries = storeOrderIds.map(async (id): Promise<Settled> => ({
    end: await reconcileStoreOrder(context, shopId, id),
  }));
  return (await firstTry(context, tries)) !== undefined;
}

/** The same for orders whose lease is held: their rows as they stand when the store has been told about every one. */
export async function tellStoreTaken(context: Context, taken: readonly Taken[]): Promise<WantedRow[] | undefined> {
  const settled = await firstTry(
    context,
    taken.map((one) => convergeTaken(context, one)),
  );
  return settled?.flatMap(({ row }) => row ?? []);
}

async function firstTry(context: Context, tries: readonly Promise<Settled>[]): Promise<Settled[] | undefined> {
  const all = Promise.all(tries).catch((error: unknown): Settled[] => {
    context.log.error({ err: error }, 'first store update failed');
    return [];
  });
  const timer = new AbortController();
  const settled = await Promise.race([all, pause(patienceMs, [], { signal: timer.signal }).catch(() => [])]);
  timer.abort();
  const told = settled.length === tries.length && settled.every(({ end }) => end === 'done');
  if (!told) context.wake('store-sync-orders');
  return told ? settled : undefined;
}
