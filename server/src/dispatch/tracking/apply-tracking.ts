import { Company, courierName } from '@courierdesk/contract/companies';
import { formatRupees } from '@courierdesk/contract/money';
import type { CustomerMailKind } from '@courierdesk/contract/customer-mails';
import { statusName, type ShipmentStatus } from '@courierdesk/contract/statuses';
import { systemActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Courier, CourierTracking, StatusMeaning } from '../../adapters/couriers/courier.ts';
import type { Db } from '../../base/db/client.ts';
import { sentWithin } from '../../shipments/customer-mails/still-true.ts';
import { requestCustomerMails } from '../../shipments/customer-mails/request-customer-mails.ts';
import { requestProgress, type Progress } from '../../store/sync/request-progress.ts';
import type { PlatformFulfilmentEvent } from '../../adapters/platforms/platform.ts';
import { requestUnfulfilled } from '../../store/sync/request-fulfilment.ts';
import { closeCases, openCase } from '../../shipments/record/cases.ts';
import { addHistoryEntries } from '../../shipments/record/history.ts';
import { recordShipmentChange } from '../../shipments/record/record-shipment-change.ts';
import { shipmentLabel } from '../../shipments/record/shipment-label.ts';
import { releaseOrders } from '../../shipments/record/release-orders.ts';
import { statusTimeOf, nextStatus, updatedRow, isUnchanged, type FoundTracking } from './tracking-change.ts';
import { insertEvents, lockShipments, saveUnchanged, saveChanged, markMoving, markVoided } from './save-tracking.ts';
import { sql } from 'kysely';
import { collectsCod, wholeCod } from '../../shipments/record/shipment-state.ts';
import type { TrackedRow } from '../../shipments/record/shipment-row.ts';
import { storeEventOf } from './store-event.ts';
import { wordsOfTakenBack } from './taken-back.ts';
import { stopTracking } from './stop-tracking.ts';
import { openUnknownNumbers } from './unknown-numbers.ts';
import { hasNoNews, nextTrackAt } from './tracking-schedule.ts';

/** A courier's tracking of one parcel, and when we asked for it. */
export type TrackingResult = { readonly tracking: CourierTracking; readonly askedAt: Date };

type Change = { readonly before: TrackedRow; readonly after: TrackedRow; readonly tracking: FoundTracking };

/**
 * Records what a courier says about parcels of one shop; all tracking goes through here. A status only moves forward.
 * Unknown words do not change the status, but are counted. Takes a few statements for any number of parcels: parcels without
 * news share one update. `results` is by shipment id. Returns the rows after the change.
 */
export async function applyTrackings(
  trx: Db,
  context: Context,
  shopId: string,
  results: ReadonlyMap<string, TrackingResult>,
): Promise<TrackedRow[]> {
  const now = context.clock();
  const unchanged: TrackedRow[] = [];
  const changed: Change[] = [];
  const silent: TrackedRow[] = [];
  const notFound: TrackedRow[] = [];
  for (const before of await lockShipments(trx, shopId, [...results.keys()])) {
    const { tracking, askedAt = now } = results.get(before.id) ?? {};
    const update = tracking?.found && !isUnchanged(before, tracking) ? tracking : undefined;
    const row = update ? updatedRow(before, update, now) : { ...before, last_tracked_at: now };
    const after = { ...row, next_track_at: nextCheckAt(row, askedAt, now) };
    if (update) changed.push({ before, after, tracking: update });
    else unchanged.push(after);
    if (tracking?.found === false && !tracking.unsure) notFound.push(before);
    if (before.next_track_at && !after.next_track_at && hasNoNews(after, now)) silent.push(after);
  }
  await saveUnchanged(trx, shopId, unchanged, now);
  await stopTracking(trx, shopId, silent, now);
  await openUnknownNumbers(trx, shopId, notFound, now);
  if (changed.length === 0) return unchanged;

  await insertEvents(trx, shopId, changed, now);
  const changedRows = changed.map(({ after }) => after);
  await saveChanged(trx, shopId, changedRows);
  await addHistoryEntries(
    trx,
    shopId,
    changed.flatMap((change) => historyOf(change, now)),
  );
  await requestProgress(trx, shopId, changed.flatMap(progressOf), { jobs: context.jobs, now });
  await requestCustomerMails(
    trx,
    context,
    shopId,
    changed.flatMap((change) => customerMailsOf(change, now)),
    now,
  );
  const rows = [...unchanged];
  for (const change of changed) rows.push(await applyConsequences(trx, context, change, now));
  return rows;
}

/** A parcel stays due if a push arrived after we asked: the push may be newer than this answer. */
function nextCheckAt(row: TrackedRow, askedAt: Date, now: Date): Date | null {
  const next = nextTrackAt(row, now);
  const due = row.next_track_at;
  return next && due && due > askedAt && due <= now ? due : next;
}

function historyOf({ before, after, tracking }: Change, now: Date) {
  if (!nextStatus(before, tracking.status)) return [];
  const what = `${statusName[after.status as ShipmentStatus]}: ${tracking.statusText}`;
  return [{ shipmentId: after.id, at: now, who: courierName(after.company), what }];
}

/** What the store should show about the parcel. A parcel that its courier cancelled is unfulfilled instead. */
function progressOf({ after, tracking }: Change): Progress[] {
  const status = after.status as ShipmentStatus;
  if (!tracking.status || status === 'CANCELLED' || after.booking_state !== 'booked') return [];
  const event = storeEventOf(status, tracking.status, tracking);
  const now = after.last_tracked_at ?? after.created_at;
  // Under way means from the pick-up on: what happens to the parcel then has the time of the newest event.
  const newest = status === 'INPROCESS' ? tracking.events.at(-1)?.at : undefined;
  const at = (newest && newest <= now ? newest : statusTimeOf(tracking, now)) ?? now;
  return [
    { shipmentId: after.id, status, ...(event && { event: { status: event, at, message: tracking.statusText } }) },
  ];
}

const newsForCustomers: Partial<Record<PlatformFulfilmentEvent, CustomerMailKind>> = {
  OUT_FOR_DELIVERY: 'out-for-delivery',
  ATTEMPTED_DELIVERY: 'attempted',
  DELIVERED: 'delivered',
};
/** What the customer can be emailed about. Old news would only confuse them. */
function customerMailsOf(change: Change, now: Date): { shipmentId: string; kind: CustomerMailKind }[] {
  const { statusText, events } = change.tracking;
  const wasRefused = [statusText, ...events.map(({ text }) => text)].some((words) => /refus/i.test(words));
  return progressOf(change).flatMap(({ shipmentId, event }) => {
    const kind = event && newsForCustomers[event.status];
    // Who refused the parcel is not told that the courier tries again.
    if (kind === 'attempted' && wasRefused) return [];
    return kind && now.getTime() - event.at.getTime() < sentWithin[kind] ? [{ shipmentId, kind }] : [];
  });
}

/** Opens and closes cases, and frees the orders of a parcel that its courier cancelled. */
async function applyConsequences(
  trx: Db,
  context: Context,
  { before, after, tracking }: Change,
  now: Date,
): Promise<TrackedRow> {
  if (!before.next_track_at) await closeCases(trx, after, ['no-news'], now, courierName(after.company));
  if (before.needs_attention) await closeCases(trx, after, ['unknown-number'], now, courierName(after.company));
  await tellUnknownWords(trx, context, after, tracking.unknownWords ?? '', now);
  await compareCod(trx, after, tracking.cod, now);
  await closeAtEnd(trx, before, after, now);
  const cameBack = after.status === 'RTS' && after.final && !before.final;
  if (cameBack && after.payment_status === 'PAID' && Number(after.cod) > 0)
    await openCase(trx, after, 'returned-after-paid', now, { message: formatRupees(after.cod) });
  if (after.status === 'CANCELLED' && before.status !== 'CANCELLED')
    await recordCourierCancel(trx, context, after, tracking.statusText, now);
  await compareEnd(trx, context, { before, after, tracking }, now);
  const wasCancelled = before.status === 'CANCELLED' && before.booking_state === 'booked';
  return wasCancelled && tracking.status
    ? checkCancelledParcel(trx, after, tracking.status, tracking.statusText, now)
    : after;
}

/** What was delivered or came back can no longer be stopped, and what came back is not collected. */
async function closeAtEnd(trx: Db, before: TrackedRow, after: TrackedRow, now: Date): Promise<void> {
  const hasArrived = after.final && !before.final && after.status !== 'CANCELLED';
  if (!hasArrived || !before.needs_attention) return;
  const ofReturn = after.status === 'RTS' ? (['other-cod-at-courier'] as const) : [];
  await closeCases(trx, after, ['cancel-refused', ...ofReturn], now, courierName(after.company));
}

/**
 * Opens a case when the courier is to collect, or has collected, another amount, and closes it when it is the same again. Couriers
 * leave 0 for unknown.
 */
async function compareCod(trx: Db, after: TrackedRow, cod: number | undefined, now: Date): Promise<void> {
  if (!cod || !collectsCod(after) || after.booking_state !== 'booked') return;
  if (cod === wholeCod(after)) {
    if (after.needs_attention) await closeCases(trx, after, ['other-cod-at-courier'], now, courierName(after.company));
    return;
  }
  if (after.final && after.payment_status === 'PAID') return;
  const { rows } = await sql`
    select from attention
    where shop_id = ${after.shop_id} and shipment_id = ${after.id} and kind = 'other-cod-at-courier'
      and (detail ->> 'cod')::integer = ${cod}
      and (closed_by is null or closed_by <> ${courierName(after.company)}) limit 1`.execute(trx);
  // Open already, or a person has decided about this amount.
  if (rows.length === 0) await openCase(trx, after, 'other-cod-at-courier', now, { cod });
}

/** Words that we do not know are counted, and a person is told while the parcel is on its way. */
async function tellUnknownWords(
  trx: Db,
  context: Context,
  shipment: TrackedRow,
  words: string,
  now: Date,
): Promise<void> {
  if (words !== '') reportUnknownStatus(context, shipment, words);
  const isOnWay = shipment.booking_state === 'booked' && !shipment.final;
  if (words !== '' && isOnWay) await openCase(trx, shipment, 'unknown-status', now, { message: words });
  else if (shipment.needs_attention)
    await closeCases(trx, shipment, ['unknown-status'], now, courierName(shipment.company));
}

/** Opens a case when the courier contradicts the end of the parcel, and closes it when the courier says the same again. */
async function compareEnd(trx: Db, { couriers }: Context, change: Change, now: Date): Promise<void> {
  const { before, after, tracking } = change;
  if (before.booking_state !== 'booked' || !before.final) return;
  const words = contradictingWords(couriers[Company.parse(before.company)], change);
  if (words !== undefined) await openCase(trx, after, 'end-contradicted', now, { message: words });
  else if (before.needs_attention && tracking.status?.status === before.status)
    await closeCases(trx, after, ['end-contradicted'], now, courierName(after.company));
}

/** Delivered, and now on its way back or out again; or returned, and now delivered. */
function contradictingWords(courier: Courier, { before, tracking }: Change): string | undefined {
  const said = tracking.status?.status;
  if (before.status === 'DELIVERED' && said !== 'RTS') return wordsOfTakenBack(courier, tracking);
  const contradicts = before.status === 'DELIVERED' || (before.status === 'RTS' && said === 'DELIVERED');
  return contradicts ? tracking.statusText : undefined;
}

const reportedStatuses = () => new Set<string>();

/** Counts the status, and logs it once. */
function reportUnknownStatus(context: Context, { company }: TrackedRow, words: string): void {
  context.metrics.unknownStatuses.inc({ company });
  const reported = context.memory.of(reportedStatuses);
  const key = `${company}:${words}`;
  if (reported.has(key) || reported.size > 1_000) return;
  reported.add(key);
  context.log.warn({ company, words }, 'unknown courier status');
}

/** The courier cancelled the parcel: the order is free, the store unfulfils it, and a case tells a person. */
async function recordCourierCancel(
  trx: Db,
  context: Context,
  shipment: TrackedRow,
  words: string,
  now: Date,
): Promise<void> {
  await releaseOrders(trx, shipment);
  await requestUnfulfilled(trx, shipment, { jobs: context.jobs, now });
  await openCase(trx, shipment, 'cancelled-by-courier', now, { message: words });
  await recordAuditEvent(trx, systemActor(shipment.shop_id, 'Courier'), {
    at: now,
    action: 'shipment.cancelled-by-courier',
    subjectKind: 'shipment',
    subjectId: shipment.id,
    label: shipmentLabel(shipment),
    detail: { what: words },
  });
}

/** A parcel that was cancelled before: M&P may now show it as void, or it moves although it was cancelled. */
async function checkCancelledParcel(
  trx: Db,
  shipment: TrackedRow,
  meaning: StatusMeaning,
  words: string,
  now: Date,
): Promise<TrackedRow> {
  if (meaning.status === 'CANCELLED') {
    if (!shipment.courier_live) return shipment;
    await markVoided(trx, shipment);
    await closeCases(trx, shipment, ['void-at-courier', 'moving-after-cancel'], now, 'Courierdesk');
    await recordShipmentChange(trx, shipment, {
      ...{ at: now, who: courierName(shipment.company), what: 'The number is void' },
      action: 'shipment.voided',
      actor: systemActor(shipment.shop_id, 'Courier'),
    });
    return { ...shipment, courier_live: false, final: true };
  }
  if (!(meaning.moving ?? meaning.status !== 'FULFILLED')) return shipment;
  await openCase(trx, shipment, 'moving-after-cancel', now, { message: words });
  // The courier has the parcel: its orders are not booked again before a person stopped it.
  await markMoving(trx, shipment);
  return { ...shipment, courier_live: true };
}
