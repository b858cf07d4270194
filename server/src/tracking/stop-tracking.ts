import type { Db } from '../db/client.ts';
import { openCase } from '../shipments/cases.ts';
import { keepHistory } from './parcel-writes.ts';
import type { FollowedRow } from '../shipments/shipment-row.ts';

/** No news for 30 days: the courier is not asked again automatically, and a case asks a person. */
export async function stopTracking(
  trx: Db,
  shopId: string,
  rows: readonly Pick<FollowedRow, 'shop_id' | 'id'>[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await trx
    .updateTable('shipment')
    .set({ next_track_at: null })
    .where('shop_id', '=', shopId)
    .where('id', '=', (where) => where.fn.any(where.val(ids)))
    .execute();
  const what = 'No news for 30 days: we stopped checking automatically';
  await keepHistory(
    trx,
    shopId,
    ids.map((shipmentId) => ({ shipmentId, at: now, who: 'Courierdesk', what })),
  );
  for (const row of rows) await openCase(trx, row, 'no-news', now);
}
