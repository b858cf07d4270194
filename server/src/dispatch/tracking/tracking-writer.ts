import { inParts } from '@courierdesk/contract/in-parts';
import type { Context } from '../../base/context.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import type { CourierTracking } from '../../adapters/couriers/courier.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { applyTrackings, type TrackingResult } from './apply-tracking.ts';
import type { DueShipment } from './due-shipments.ts';
import { recordLastChecked } from './tracking-runs.ts';

/** Parcels in one transaction: few, so that other answers do not wait long. */
const maxParcels = 100;
const flushAfterMs = 500;

/** Collects answers and saves them together, while other calls run. A killed process loses at most half a second of answers. */
export type TrackingWriter = {
  /** Waits only if too many answers are unsaved. */
  add(batch: readonly DueShipment[], trackings: readonly CourierTracking[], askedAt: Date): Promise<void>;
  /** Saves the rest. Returns whether saving failed for some parcels. */
  finish(): Promise<{ failed: boolean }>;
};

export function trackingWriter(context: Context, account: AccountRow): TrackingWriter {
  let collected = new Map<string, TrackingResult>();
  let writing: Promise<void> = Promise.resolve();
  let waiting = 0;
  let failed = false;
  let timer: NodeJS.Timeout | undefined;

  const write = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (collected.size === 0) return writing;
    const batch = [...collected];
    collected = new Map();
    waiting += 1;
    writing = writing.then(async () => {
      try {
        for (const part of inParts(batch, maxParcels))
          await withShop(context.db, account.shop_id, (trx) =>
            applyTrackings(trx, context, account.shop_id, new Map(part)),
          );
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
      return { failed };
    },
  };
}
