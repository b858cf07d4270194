import type { Context } from '../../base/context.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import type { CourierTracking } from '../../adapters/couriers/courier.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { applyTrackings, type TrackingResult } from './apply-tracking.ts';
import type { DueParcel } from './due-parcels.ts';
import { recordLastChecked } from './tracking-leases.ts';

/** Parcels in one transaction: few, so that other answers do not wait long. */
const maxParcels = 100;
const flushAfterMs = 500;

/** Runs one piece of work after the other, in the order of the calls. None of them may fail. */
export type WriteQueue = (work: () => Promise<void>) => Promise<void>;

export function createWriteQueue(): WriteQueue {
  let last: Promise<void> = Promise.resolve();
  return (work) => (last = last.then(work));
}

/** Collects answers and saves them together, while other calls run. A killed process loses at most half a second of answers. */
export type TrackingWriter = {
  /** Waits only if too many answers are unsaved. */
  add(batch: readonly DueParcel[], trackings: readonly CourierTracking[], askedAt: Date): Promise<void>;
  /** Saves the rest. Returns how many parcels were saved, and whether saving failed for some. */
  finish(): Promise<{ written: number; failed: boolean }>;
};

/**
 * Writers share a queue, so that a courier with large batches does not slow down a courier that answers for one parcel at a
 * time.
 */
export function trackingWriter(context: Context, account: AccountRow, queue: WriteQueue): TrackingWriter {
  let collected = new Map<string, TrackingResult>();
  let writing: Promise<void> = Promise.resolve();
  let waiting = 0;
  let written = 0;
  let failed = false;
  let timer: NodeJS.Timeout | undefined;

  const write = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (collected.size === 0) return writing;
    const batch = [...collected];
    collected = new Map();
    waiting += 1;
    writing = queue(async () => {
      try {
        for (let from = 0; from < batch.length; from += maxParcels) {
          const some = new Map(batch.slice(from, from + maxParcels));
          await withShop(context.db, account.shop_id, (trx) => applyTrackings(trx, context, account.shop_id, some));
          written += some.size;
        }
        await recordLastChecked(context, account);
      } catch (error) {
        // Parcels that were not saved stay due.
        failed = true;
        context.log.error({ err: error, account: account.id }, 'tracking results not saved');
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
        collected.set(id, { tracking: byNumber.get(number) ?? { trackingNumber: number, found: false }, askedAt });
      timer ??= setTimeout(() => void write(), flushAfterMs);
      if (collected.size < maxParcels) return;
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
