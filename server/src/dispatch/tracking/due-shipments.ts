import type { Context } from '../../base/context.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { withShop } from '../../base/db/tenancy.ts';
import type { TrackedState } from './tracking-change.ts';
import { trackedColumns } from '../../shipments/record/shipment-row.ts';
import { stopTracking } from './stop-tracking.ts';
import { hasNoNews } from './tracking-schedule.ts';

export type DueShipment = TrackedState & {
  readonly id: string;
  readonly tracking_number: string;
  readonly account_version: number | null;
};

/** The due parcels of one account, the longest waiting first. */
export async function dueShipments(
  trx: Db,
  account: Pick<AccountRow, 'shop_id' | 'id'>,
  { before, limit }: { before: Date; limit: number },
): Promise<DueShipment[]> {
  const rows = await trx
    .selectFrom('shipment')
    .select(['id', 'tracking_number', 'account_version', 'booking_state', 'status', 'final', 'status_text'])
    .select('tracking_fingerprint')
    .where('shop_id', '=', account.shop_id)
    .where('account_id', '=', account.id)
    .where('next_track_at', '<=', before)
    .orderBy('next_track_at')
    .limit(limit)
    .execute();
  return rows.flatMap(({ tracking_number, ...row }) => (tracking_number ? [{ ...row, tracking_number }] : []));
}

/**
 * Postpones parcels that the courier cannot answer for, except those with a push since `askedAt`. Stops tracking parcels
 * without news for 30 days.
 */
export async function postponeShipments(
  context: Context,
  account: Pick<AccountRow, 'shop_id'>,
  { parcels, askedAt, afterMs }: { parcels: readonly DueShipment[]; askedAt: Date; afterMs: number },
): Promise<void> {
  const now = context.clock();
  await withShop(context.db, account.shop_id, async (trx) => {
    const postponed = await trx
      .updateTable('shipment')
      .set({ next_track_at: new Date(now.getTime() + afterMs) })
      .where('shop_id', '=', account.shop_id)
      .where('id', '=', anyOf(parcels.map(({ id }) => id)))
      .where('next_track_at', '<=', askedAt)
      .returning(trackedColumns)
      .execute();
    const silent = postponed.filter((row) => row.booking_state === 'booked' && hasNoNews(row, now));
    await stopTracking(trx, account.shop_id, silent, now);
  });
}
