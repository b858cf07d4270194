import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { eventId, type FoundTracking } from './tracking-change.ts';
import { trackedColumns, type TrackedRow, type ShipmentRow } from '../../shipments/record/shipment-row.ts';

// Each function takes one statement for any number of parcels of one shop.

/** Reads and locks the rows, always in the same order, so that transactions cannot deadlock. */
export function lockShipments(trx: Db, shopId: string, ids: readonly string[]): Promise<TrackedRow[]> {
  return trx
    .selectFrom('shipment')
    .select(trackedColumns)
    .where('shop_id', '=', shopId)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Parcels without news: saves only the times of this and the next check. */
export async function saveUnchanged(trx: Db, shopId: string, rows: readonly TrackedRow[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  const checks = rows.map(({ id, next_track_at }) => ({ id, next_track_at }));
  await sql`
    update shipment set last_tracked_at = ${now}, next_track_at = checked.next_track_at
    from jsonb_to_recordset(${JSON.stringify(checks)}::jsonb) as checked(id text, next_track_at timestamptz)
    where shipment.shop_id = ${shopId} and shipment.id = checked.id`.execute(trx);
}

export async function saveChanged(trx: Db, shopId: string, rows: readonly TrackedRow[]): Promise<void> {
  // Triggers: update_days_taken sets the days when the parcel has arrived, and update_void_needed flags the store order of a
  // cancelled parcel that the courier still has.
  await sql`
    update shipment set
      status = tracked.status, final = tracked.final, courier_live = tracked.courier_live,
      status_text = tracked.status_text, trouble = tracked.trouble, status_at = tracked.status_at, delivered_at = tracked.delivered_at,
      cancelled_at = tracked.cancelled_at, began_at = tracked.began_at, expected_at = tracked.expected_at, tracking_fingerprint = tracked.tracking_fingerprint,
      last_tracked_at = tracked.last_tracked_at, next_track_at = tracked.next_track_at, last_courier_update_at = tracked.last_courier_update_at
    from jsonb_to_recordset(${JSON.stringify(rows.map(changedColumns))}::jsonb) as tracked(
      id text, status text, final boolean, courier_live boolean, status_text text, trouble text, status_at timestamptz,
      delivered_at timestamptz, cancelled_at timestamptz, began_at timestamptz, expected_at timestamptz, tracking_fingerprint text,
      last_tracked_at timestamptz, next_track_at timestamptz, last_courier_update_at timestamptz)
    where shipment.shop_id = ${shopId} and shipment.id = tracked.id`.execute(trx);
}

function changedColumns(row: TrackedRow) {
  const { id, status, final, courier_live, status_text, trouble, status_at, delivered_at } = row;
  const { cancelled_at, began_at, expected_at, tracking_fingerprint } = row;
  const { last_tracked_at, next_track_at, last_courier_update_at } = row;
  return {
    ...{ id, status, final, courier_live, status_text, trouble, status_at, delivered_at },
    ...{ cancelled_at, began_at, expected_at, tracking_fingerprint },
    ...{ last_tracked_at, next_track_at, last_courier_update_at },
  };
}

/** Inserts the events that are new. Their details may name the customer, so those of an erased one are not kept. */
export async function insertEvents(
  trx: Db,
  shopId: string,
  changed: readonly { after: TrackedRow; tracking: FoundTracking }[],
  now: Date,
): Promise<void> {
  const events = changed.flatMap(({ after, tracking }) =>
    tracking.events.map((event, place) => ({ ...event, place, shipment_id: after.id, id: eventId(event) })),
  );
  if (events.length === 0) return;
  await sql`
    insert into shipment_event (shop_id, shipment_id, id, at, place, text, code, location, detail, recorded_at)
    select ${shopId}, event.shipment_id, event.id, event.at, event.place, event.text, event.code, event.location,
      case when s.customer_erased_at is null then event.detail else '' end, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as event(
      shipment_id text, id text, at timestamptz, place integer, text text, code text, location text, detail text)
    join shipment as s on s.shop_id = ${shopId} and s.id = event.shipment_id
    on conflict do nothing`.execute(trx);
}

/** A cancelled parcel moves: the courier has it. */
export async function markMoving(trx: Db, { shop_id, id }: Pick<ShipmentRow, 'shop_id' | 'id'>): Promise<void> {
  // Trigger update_void_needed: the store order is flagged.
  await trx
    .updateTable('shipment')
    .set({ courier_live: true })
    .where('shop_id', '=', shop_id)
    .where('id', '=', id)
    .where('courier_live', '=', false)
    .execute();
}

/** The courier voided a cancelled number. */
export async function markVoided(trx: Db, { shop_id, id }: Pick<ShipmentRow, 'shop_id' | 'id'>): Promise<void> {
  // Trigger update_void_needed: the store order is no longer flagged.
  await trx
    .updateTable('shipment')
    .set({ courier_live: false, final: true })
    .where('shop_id', '=', shop_id)
    .where('id', '=', id)
    .execute();
}
