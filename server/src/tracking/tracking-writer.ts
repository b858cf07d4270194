import type { Context } from '../context.ts';
import type { AccountRow } from '../courier-accounts/load-account.ts';
import type { CourierTracking } from '../couriers/courier.ts';
import { withShop } from '../db/tenancy.ts';
import { applyTrackings, type TrackingResult } from './apply-tracking.ts';
import type { DueParcel } from './due-parcels.ts';
import { recordLastChecked } from './tracking-leases.ts';

/** Most parcels in one transaction: few enough that answers to other calls are not kept waiting. */
const enough = 100;
const soonMs = 500;

/** Does one piece of work after the other, in the order in which they were given; none of them may fail. */
export type WriteQueue = (work: () => Promise<void>) => Promise<void>;

export function createWriteQueue(): WriteQueue {
  let last: Promise<void> = Promise.resolve();
  return (work) => (last = last.then(work));
}

/** Gathers answers and writes them down together, beside the calls; a kill loses at most half a second of looks. */
export type TrackingWriter = {
  /** Waits only while so much is unwritten that memory would grow. */
  add(batch: readonly DueParcel[], trackings: readonly CourierTracking[], askedAt: Date): Promise<void>;
  /** Everything is written; answers how many parcels were, and whether some could not be. */
  finish(): Promise<{ written: number; failed: boolean }>;
};

/**
 * Writers of one queue take turns: a courier that answers for two hundred parcels at once must not keep the lines of one
 * that answers for each alone waiting for the processor.
 */
export function trackingWriter(context: Context, account: AccountRow, queue: WriteQueue): TrackingWriter {
  let gathered = new Map<string, TrackingResult>();
  let writing: Promise<void> = Promise.resolve();
  let waiting = 0;
  let written = 0;
  let failed = false;
  let timer: NodeJS.Timeout | undefined;

  const write = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (gathered.size === 0) return writing;
    const batch = [...gathered];
    gathered = new Map();
    waiting += 1;
    writing = queue(async () => {
      try {
        for (let from = 0; from < batch.length; from += enough) {
          const some = new Map(batch.slice(from, from + enough));
          await withShop(context.db, account.shop_id, (trx) => applyTrackings(trx, context, account.shop_id, some));
          written += some.size;
        }
        await recordLastChecked(context, account);
      } catch (error) {
        // Not written is still due.
        failed = true;
        context.log.error({ err: error, account: account.id }, 'trackings could not be written down');
      } finally {
        waiting -= 1;
      }
    });
    return writing;
  };

  return {
    async add(batch, trackings, askedAt) {
      const byNumber = new Map(trackings.map((tracking) => [tracking.trackingNumber, tracking]));
      for (const { id, tracking_number: number } of batch)
        gathered.set(id, { tracking: byNumber.get(number) ?? { trackingNumber: number, found: false }, askedAt });
      timer ??= setTimeout(() => void write(), soonMs);
      if (gathered.size < enough) return;
      const done = write();
      if (waiting > 1) await done;
    },
    async finish() {
      await write();
      await writing;
      return { written, failed };
    },
  };
}
