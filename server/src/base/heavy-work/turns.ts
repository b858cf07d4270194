import { createShopQueue } from '../db/shop-queue.ts';
import { AppError } from '../errors.ts';

type TurnLimits = {
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
  const queue = createShopQueue({ atOnce, ofOneShop: 1 });
  const hasRoom = (shopId: string): boolean => queue.waiting() < waiting && queue.waitingOf(shopId) < waitingOfShop;
  return {
    hasRoom,
    async run(shopId, work) {
      if (!hasRoom(shopId)) throw queue.waitingOf(shopId) < waitingOfShop ? allBusy() : shopBusy();
      return queue.run(shopId, work);
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
