export type ShopQueue = {
  /** Runs the work when it is the shop's turn. Throws when that does not come within `maxWaitMs`. */
  run<T>(shopId: string, work: () => Promise<T>): Promise<T>;
  /** How much waits of all shops together, and of one. */
  waiting(): number;
  waitingOf(shopId: string): number;
  /** How much waits of shops that have their part already. */
  waitingOfBusyShops(): number;
};

/** The shop's other work took too long. */
export class WaitedTooLong extends Error {
  constructor() {
    super('the other work of this shop took too long');
  }
}

type ShopQueueLimits = { readonly atOnce: number; readonly ofOneShop: number; readonly maxWaitMs?: number };

/** Runs work of shops, so much at once, and of one shop at most a part of it. What waits begins in turns, shop by shop. */
export function createShopQueue({ atOnce, ofOneShop, maxWaitMs }: ShopQueueLimits): ShopQueue {
  /** What each shop waits for. The shop whose turn is next comes first. */
  const queues = new Map<string, (() => void)[]>();
  const running = new Map<string, number>();
  let runningInAll = 0;

  const count = (shopId: string, more: 1 | -1): void => {
    const now = (running.get(shopId) ?? 0) + more;
    if (now === 0) running.delete(shopId);
    else running.set(shopId, now);
    runningInAll += more;
  };
  const hasItsPart = (shopId: string): boolean => (running.get(shopId) ?? 0) >= ofOneShop;
  /** All others that wait come before it. */
  const moveBack = (shopId: string): void => {
    const queue = queues.get(shopId);
    queues.delete(shopId);
    if (queue && queue.length > 0) queues.set(shopId, queue);
  };
  // A shop that is moved back during the loop comes again at its end.
  const startNext = (): void => {
    for (const [shopId, queue] of queues) {
      if (runningInAll >= atOnce) return;
      if (hasItsPart(shopId)) continue;
      const start = queue.shift();
      moveBack(shopId);
      count(shopId, 1);
      start?.();
    }
  };
  const waitingOf = (shopId: string): number => queues.get(shopId)?.length ?? 0;
  const sumOf = (shopIds: readonly string[]): number => shopIds.reduce((sum, shopId) => sum + waitingOf(shopId), 0);

  return {
    waitingOf,
    waiting: () => sumOf([...queues.keys()]),
    waitingOfBusyShops: () => sumOf([...queues.keys()].filter(hasItsPart)),
    async run(shopId, work) {
      await new Promise<void>((start, fail) => {
        const giveUp = maxWaitMs === undefined ? undefined : setTimeout(leave, maxWaitMs);
        const begin = (): void => {
          clearTimeout(giveUp);
          start();
        };
        function leave(): void {
          const others = queues.get(shopId)?.filter((one) => one !== begin) ?? [];
          if (others.length > 0) queues.set(shopId, others);
          else queues.delete(shopId);
          fail(new WaitedTooLong());
        }
        queues.set(shopId, [...(queues.get(shopId) ?? []), begin]);
        startNext();
      });
      try {
        return await work();
      } finally {
        count(shopId, -1);
        moveBack(shopId);
        startNext();
      }
    },
  };
}
