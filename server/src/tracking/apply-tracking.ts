import { courierName } from '@courierdesk/contract/companies';
import { statusName, type ShipmentStatus } from '@courierdesk/contract/statuses';
import type { Context } from '../context.ts';
import type { CourierTracking, StatusMeaning } from '../couriers/courier.ts';
import type { Db } from '../db/client.ts';
import { requestProgress, type Progress } from '../store-sync/request-progress.ts';
import { requestUnfulfilled } from '../store-sync/request-fulfilment.ts';
import { closeCases, openCase } from '../shipments/cases.ts';
import { addHistory, addHistoryEntries } from '../shipments/history.ts';
import { releaseOrders } from '../shipments/release-orders.ts';
import { statusTimeOf, nextStatus, updatedRow, isUnchanged, type FoundTracking } from './tracking-change.ts';
import { insertEvents, lockShipments, saveUnchanged, saveChanged, markVoided } from './save-tracking.ts';
import type { TrackedRow } from '../shipments/shipment-row.ts';
import { storeEventOf } from './store-event.ts';
import { stopTracking } from './stop-tracking.ts';
import { hasNoNews, nextTrackAt } from './tracking-schedule.ts';

/** What a courier said, and when it was asked. */
export type TrackingResult = { readonly tracking: CourierTracking; readonly askedAt: Date };

/**
 * Writes down what a courier says of parcels of one shop: the one door for it. Status moves forward only; unknown words
 * move nothing and are counted. A batch takes a few statements, whatever its size: parcels that stand as they stood
 * share one update. `told` is by shipment id. The caller holds a transaction of the shop. Answers with the rows as they
 * are now.
 */
export async function applyTrackings(
  trx: Db,
  context: Context,
  shopId: string,
  told: ReadonlyMap<string, TrackingResult>,
): Promise<TrackedRow[]> {
  const now = context.clock();
  const shipments = await lockShipments(trx, shopId, [...told.keys()]);
  const looked: TrackedRow[] = [];
  const silent: TrackedRow[] = [];
  const changed: { before: TrackedRow; after: TrackedRow; tracking: FoundTracking }[] = [];
  for (const before of shipments) {
    const { tracking, askedAt = now } = told.get(before.id) ?? {};
    const same = !tracking?.found || isUnchanged(before, tracking);
    const row = same ? { ...before, last_tracked_at: now } : updatedRow(before, tracking, now);
    const after = { ...row, next_track_at: nextLook(row, askedAt, now) };
    if (same) looked.push(after);
    if (before.next_track_at && !after.next_track_at && hasNoNews(after, now)) silent.push(after);
    if (!same) changed.push({ before, after, tracking });
  }
  await saveUnchanged(trx, shopId, looked, now);
  await stopTracking(trx, shopId, silent, now);
  if (changed.length === 0) return looked;

  await insertEvents(trx, shopId, changed, now);
  await saveChanged(
    trx,
    shopId,
    changed.map(({ after }) => after),
  );
  const moved = changed.filter(({ before, tracking }) => nextStatus(before, tracking.status));
  await addHistoryEntries(
    trx,
    shopId,
    moved.map(({ after, tracking }) => ({
      shipmentId: after.id,
      at: now,
      who: courierName(after.company),
      what: `${statusName[after.status as ShipmentStatus]}: ${tracking.statusText}`,
    })),
  );
  await requestProgress(trx, shopId, changed.flatMap(progressOf), now);
  const rows = [...looked];
  for (const { before, after, tracking } of changed) {
    if (!before.next_track_at) await closeCases(trx, after, ['no-news'], now, courierName(after.company));
    if (tracking.statusText && !tracking.status) reportUnknownStatus(context, before, tracking.statusText);
    if (after.status === 'CANCELLED' && before.status !== 'CANCELLED')
      await recordCourierCancel(trx, after, tracking.statusText, now);
    rows.push(tracking.status ? await checkCancelledParcel(trx, before, after, tracking.status, tracking, now) : after);
  }
  return rows;
}

/** One parcel alone. */
export async function applyTracking(
  trx: Db,
  context: Context,
  key: { shop_id: string; id: string },
  told: TrackingResult,
): Promise<TrackedRow | undefined> {
  const [row] = await applyTrackings(trx, context, key.shop_id, new Map([[key.id, told]]));
  return row;
}

/** A push that came after the courier was asked may tell of what this answer does not: it stays due. */
function nextLook(row: TrackedRow, askedAt: Date, now: Date): Date | null {
  const next = nextTrackAt(row, now);
  const due = row.next_track_at;
  return next && due && due > askedAt && due <= now ? due : next;
}

/** What the store should show of it. A parcel cancelled by the courier is un-fulfilled instead. */
function progressOf({ after, tracking }: { after: TrackedRow; tracking: FoundTracking }): Progress[] {
  const status = after.status as ShipmentStatus;
  if (!tracking.status || status === 'CANCELLED' || after.booking_state !== 'booked') return [];
  const event = storeEventOf(status, tracking.status, tracking);
  const at = statusTimeOf(tracking) ?? after.last_tracked_at ?? after.created_at;
  return [
    { shipmentId: after.id, status, ...(event && { event: { status: event, at, message: tracking.statusText } }) },
  ];
}

const reports = new WeakMap<Context['metrics'], Set<string>>();

function reportUnknownStatus(context: Context, shipment: TrackedRow, words: string): void {
  context.metrics.unknownStatuses.inc({ company: shipment.company });
  const reported = reports.get(context.metrics) ?? new Set();
  reports.set(context.metrics, reported);
  const key = `${shipment.company}:${words}`;
  if (reported.has(key) || reported.size > 1_000) return;
  reported.add(key);
  context.log.warn({ company: shipment.company, words }, 'unknown courier status');
}

/** A parcel that moves although it was cancelled, or a void that M&P shows at last. */
async function checkCancelledParcel(
  trx: Db,
  before: TrackedRow,
  after: TrackedRow,
  meaning: StatusMeaning,
  { statusText: words }: FoundTracking,
  now: Date,
): Promise<TrackedRow> {
  if (before.status !== 'CANCELLED' || before.booking_state !== 'booked') return after;
  if (meaning.status === 'CANCELLED') {
    if (!before.courier_live) return after;
    await markVoided(trx, after);
    await closeCases(trx, after, ['void-at-courier', 'moving-after-cancel'], now, 'Courierdesk');
    await addHistory(trx, after, { at: now, who: courierName(after.company), what: 'The number is void' });
    return { ...after, courier_live: false, final: true };
  }
  if (meaning.moving ?? meaning.status !== 'FULFILLED')
    await openCase(trx, after, 'moving-after-cancel', now, { message: words });
  return after;
}

/** Cancelled by the courier, or in its portal: the order is free, its fulfilment goes, a person is told. */
async function recordCourierCancel(trx: Db, shipment: TrackedRow, words: string, now: Date): Promise<void> {
  await releaseOrders(trx, shipment);
  await requestUnfulfilled(trx, shipment, now);
  await openCase(trx, shipment, 'cancelled-by-courier', now, { message: words });
}
