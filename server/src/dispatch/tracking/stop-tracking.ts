import { systemActor } from '../../base/actor.ts';
import { recordAuditEvents } from '../../base/audit/record-audit-event.ts';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { openCase } from '../../shipments/record/cases.ts';
import { addHistoryEntries } from '../../shipments/record/history.ts';
import { shipmentLabel } from '../../shipments/record/shipment-label.ts';
import type { TrackedRow } from '../../shipments/record/shipment-row.ts';

/** No news for 30 days: stops automatic tracking and opens a case. */
export async function stopTracking(trx: Db, shopId: string, rows: readonly TrackedRow[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await trx
    .updateTable('shipment')
    .set({ next_track_at: null })
    .where('shop_id', '=', shopId)
    .where('id', '=', anyOf(ids))
    .execute();
  const what = 'No news for 30 days: we stopped checking automatically';
  await addHistoryEntries(
    trx,
    shopId,
    ids.map((shipmentId) => ({ shipmentId, at: now, who: 'Courierdesk', what })),
  );
  await recordAuditEvents(
    trx,
    systemActor(shopId),
    rows.map((row) => ({
      at: now,
      action: 'shipment.tracking-stopped',
      subjectKind: 'shipment',
      subjectId: row.id,
      label: shipmentLabel(row),
      detail: { what },
    })),
  );
  for (const row of rows) await openCase(trx, row, 'no-news', now);
}
