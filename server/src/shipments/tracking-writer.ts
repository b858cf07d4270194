import type { Context } from '../context.ts';
import type { AccountRow } from '../courier-accounts/load-account.ts';
import type { CourierTracking } from '../couriers/courier.ts';
import { withShopByKey } from '../db/tenancy.ts';
import { applyTrackings } from './apply-tracking.ts';
import type { DueParcel } from './due-parcels.ts';
import { noteCheck } from './tracking-turns.ts';

/** Most parcels in one transaction. */
const enough = 200;
const soonMs = 500;

/** Gathers answers and writes them down together, beside the calls; a kill loses at most half a second of looks. */
export type TrackingWriter = {
  /** Waits only while so much is unwritten that memory would grow. */
  add(batch: readonly DueParcel[], trackings: readonly CourierTracking[]): Promise<void>;
  /** Everything is written; answers how many parcels were, and whether some could not be. */
  finish(): Promise<{ written: number; failed: boolean }>;
};

export function trackingWriter(context: Context, account: AccountRow): TrackingWriter {
  let gathered = new Map<string, CourierTracking>();
  let writing: Promise<void> = Promise.resolve();
  let waiting = 0;
  let written = 0;
  let failed = false;
  let timer: NodeJS.Timeout | undefined;

  const write = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (gathered.size === 0) return writing;
    const batch = gathered;
    gathered = new Map();
    waiting += 1;
    writing = writing.then(async () => {
      try {
        await withShopByKey(context.db, account.shop_id, (trx) => applyTrackings(trx, context, account.shop_id, batch));
        await noteCheck(context, account);
        written += batch.size;
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
    async add(batch, trackings) {
      const byNumber = new Map(trackings.map((tracking) => [tracking.trackingNumber, tracking]));
      for (const { id, tracking_number: number } of batch)
        gathered.set(id, byNumber.get(number) ?? { trackingNumber: number, found: false });
      timer ??= setTimeout(() => void write(), soonMs);
      if (gathered.size < enough) return;
      const done = write();
      if (waiting > 4) await done;
    },
    async finish() {
      await write();
      await writing;
      return { written, failed };
    },
  };
}
