import type { Context } from '../context.ts';
import { withShop } from '../db/tenancy.ts';
import { PlatformError, type PlatformOrder } from '../platforms/platform.ts';
import { platformAccess } from '../shops/platform-access.ts';
import { storeError } from '../shops/store-error.ts';
import { markGone } from './mark-gone.ts';
import { isMirrored, mirrorOrders } from './mirror-orders.ts';
import { storeOrdersByPlatformIds } from './find-store-orders.ts';
import type { StoreOrderRow } from './store-order-row.ts';

const patienceMs = 5_000;
const idsAtOnce = 250;

export type Afresh = {
  /** By the platform's id; from the mirror where the store was out of reach. */
  readonly orders: Map<string, StoreOrderRow>;
  /** The store answered and has no such order for us. */
  readonly gone: Set<string>;
  readonly reachable: boolean;
};

/**
 * The orders as the store has them now, mirrored on the way. A store that does not answer within five seconds is
 * worked without; one that has withdrawn our access is told to the caller. What the mirror has is read while the store
 * is asked, by the caller if it wants to.
 */
export async function readAfresh(
  context: Context,
  shopId: string,
  platformOrderIds: readonly string[],
  readMirror = (ids: readonly string[]): Promise<Map<string, StoreOrderRow>> =>
    withShop(context.db, shopId, (trx) => storeOrdersByPlatformIds(trx, shopId, ids), { pipelined: true }),
): Promise<Afresh> {
  const ids = [...new Set(platformOrderIds)];
  const [read, mirrored] = await Promise.all([fromStore(context, shopId, ids), readMirror(ids)]);
  if (!read) return { orders: mirrored, gone: new Set(), reachable: false };
  const found = read.filter((order) => order !== undefined);
  const gone = new Set(ids.filter((_, index) => read[index] === undefined));
  if (gone.size === 0 && isMirrored(found, mirrored)) return { orders: mirrored, gone, reachable: true };
  const { orders } = await withShop(
    context.db,
    shopId,
    async (trx) => {
      if (gone.size > 0) await markGone(trx, shopId, [...gone], context.clock());
      return mirrorOrders(trx, context, shopId, found);
    },
    { durable: false },
  );
  return { orders, gone, reachable: true };
}

/** Nothing when the store could not be reached in time. */
async function fromStore(
  context: Context,
  shopId: string,
  ids: readonly string[],
): Promise<(PlatformOrder | undefined)[] | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, patienceMs, undefined);
  });
  const reading = readAll(context, shopId, ids);
  // What comes after the time-out concerns nobody any more.
  reading.catch(() => undefined);
  try {
    return await Promise.race([reading, tooLate]);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.kind === 'unauthorised') throw storeError(error);
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

async function readAll(
  context: Context,
  shopId: string,
  ids: readonly string[],
): Promise<(PlatformOrder | undefined)[]> {
  const access = await platformAccess(context, shopId);
  const all: (PlatformOrder | undefined)[] = [];
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    all.push(...(await context.platform.ordersByIds(access, ids.slice(start, start + idsAtOnce))));
  }
  return all;
}
