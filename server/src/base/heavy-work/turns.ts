import { AppError } from '../errors.ts';

export type TurnLimits = {
  /** Pieces of work that run at the same time in this process, each of another shop. */
  readonly atOnce: number;
  /** Pieces of work that may wait: of one shop, and of all shops together. */
  readonly waitingOfShop: number;
  readonly waiting: number;
};

export type Turns = {
  /** Runs the work when it is the shop's turn. Refused, with a time to wait, when too much waits. */
  run<T>(shopId: string, work: () => Promise<T>): Promise<T>;
  /** Whether `run` would take more work of the shop. */
  hasRoom(shopId: string): boolean;
};

/** Shops take turns: what one shop asks for runs one after the other, and delays another shop by one piece of work at most. */
export function createTurns({ atOnce, waitingOfShop, waiting }: TurnLimits): Turns {
  /** What each shop waits for. The shop whose turn is next comes first. */
  const queues = new Map<string, (() => void)[]>();
  const running = new Set<string>();
  let count = 0;

  const startNext = (): void => {
    for (const [shopId, queue] of queues) {
      if (running.size >= atOnce) return;
      if (running.has(shopId)) continue;
      const start = queue.shift();
      if (queue.length === 0) queues.delete(shopId);
      count -= 1;
      running.add(shopId);
      start?.();
    }
  };
  /** The shop's turn is over: all others that wait come before it. */
  const end = (shopId: string): void => {
    running.delete(shopId);
    const queue = queues.get(shopId);
    queues.delete(shopId);
    if (queue) queues.set(shopId, queue);
    startNext();
  };
  const waitingFor = (shopId: string): number => queues.get(shopId)?.length ?? 0;
  const hasRoom = (shopId: string): boolean => count < waiting && waitingFor(shopId) < waitingOfShop;

  return {
    hasRoom,
    async run(shopId, work) {
      if (!hasRoom(shopId)) throw waitingFor(shopId) < waitingOfShop ? allBusy() : shopBusy();
      await new Promise<void>((start) => {
        queues.set(shopId, [...(queues.get(shopId) ?? []), start]);
        count += 1;
        startNext();
      });
      try {
        return await work();
      } finally {
        end(shopId);
      }
    },
  };
}

const retryAfter = { detail: { retry_after: 5 } };

const shopBusy = (): AppError =>
  new AppError(
    'too-many-requests',
    'Your shop has many papers and pictures under way. Wait until they are ready, then try again.',
    retryAfter,
  );

const allBusy = (): AppError =>
  new AppError(
    'unavailable',
    'Many papers and pictures are under way at the moment. Try again in a few seconds.',
    retryAfter,
  );
