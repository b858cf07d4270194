import { performance } from 'node:perf_hooks';
import { inParts } from '@courierdesk/contract/in-parts';
import { planHas } from '@courierdesk/contract/plans';
import type { Context } from '../../base/context.ts';
import { AccountUnavailable } from '../../shop/courier-accounts/account-unavailable.ts';
import { callCourier } from '../../shop/courier-accounts/call-courier.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import { CourierError } from '../../adapters/couriers/courier-error.ts';
import type { CourierTracking } from '../../adapters/couriers/courier.ts';
import { halvesOf } from '../../adapters/couriers/halves.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { currentPlan } from '../../shop/subscriptions/current-plan.ts';
import { dueShipments, postponeShipments, type DueShipment } from './due-shipments.ts';
import { needsEvents } from './tracking-change.ts';
import { recordEarlierShipments, type TrackingRunResult } from './tracking-runs.ts';
import { trackingWriter, type TrackingWriter } from './tracking-writer.ts';

const minute = 60_000;
const maxRunMs = 20_000;
const maxParcels = 5_000;
const pause = { notTracked: 10 * minute, busy: minute, failed: 60 * minute, rejected: 12 * 60 * minute };

/** Tracks the due parcels of one account until none is due or the time is up. */
export async function trackAccount(
  context: Context,
  account: AccountRow,
  signal: AbortSignal,
): Promise<TrackingRunResult> {
  const due = await dueForAccount(context, account);
  if (due === 'not-tracked') return { kind: 'later', afterMs: pause.notTracked };
  const run: TrackingRun = {
    context,
    account,
    signal,
    writer: trackingWriter(context, account),
    until: performance.now() + maxRunMs,
    batches: inParts(due, context.couriers[account.company].abilities.maxTrackedAtOnce),
    withoutEvents: [],
    halves: [],
    failedAlone: [],
    answered: false,
    earlierParcels: undefined,
    failuresInRow: 0,
    stoppedBy: undefined,
  };
  const callsAtOnce = Math.max(1, Math.min(account.parallel_calls, run.batches.length));
  await Promise.all(Array.from({ length: callsAtOnce }, () => makeCalls(run)));
  // The run is over: save these parcels without their events. The next check asks for the events.
  for (const { parcel, tracking, askedAt } of run.withoutEvents) await run.writer.add([parcel], [tracking], askedAt);
  const { failed } = await run.writer.finish();
  const result = resultOf(run);
  if (result.kind === 'done') await postponeFailed(run);
  if (run.earlierParcels) await recordEarlierShipments(context, account, run.earlierParcels);
  return failed ? { kind: 'failed', refused: false } : result;
}

type TrackingRun = {
  readonly context: Context;
  readonly account: AccountRow;
  readonly signal: AbortSignal;
  readonly writer: TrackingWriter;
  readonly until: number;
  /** Parcels still to ask for, one call per batch. */
  readonly batches: (readonly DueShipment[])[];
  /** Parcels with news, for which the courier left out the events. Each needs a call of its own. */
  readonly withoutEvents: {
    readonly parcel: DueShipment;
    readonly tracking: CourierTracking;
    readonly askedAt: Date;
  }[];
  /** Halves of batches for which the courier failed without refusing them. They come last. */
  readonly halves: (readonly DueShipment[])[];
  /** Parcels for which the courier failed although it was asked for one alone. */
  readonly failedAlone: DueShipment[];
  /** The courier answered at least one call of this run. */
  answered: boolean;
  /** Whether the courier still knows a parcel that was booked before the credentials were changed. Undefined: none was due. */
  earlierParcels: 'known' | 'unknown' | undefined;
  failuresInRow: number;
  /** Why the run asks for no more parcels, although some may be due. */
  stoppedBy: 'busy' | 'failed' | 'refused' | undefined;
};

/** Tracking is automatic on paid plans, for shops that have the app installed. */
async function dueForAccount(context: Context, account: AccountRow): Promise<DueShipment[] | 'not-tracked'> {
  return withShop(context.db, account.shop_id, async (trx) => {
    const now = context.clock();
    const { plan } = await currentPlan(trx, account.shop_id, now);
    if (!planHas(plan, 'automaticStatus')) return 'not-tracked';
    const shop = await trx
      .selectFrom('shop')
      .select('uninstalled_at')
      .where('id', '=', account.shop_id)
      .executeTakeFirst();
    if (!shop || shop.uninstalled_at) return 'not-tracked';
    return dueShipments(trx, account, { before: now, limit: maxParcels });
  });
}

/** One call after the other. Each takes a slot of the account, so bookings get their turn between two calls. */
async function makeCalls(run: TrackingRun): Promise<void> {
  while (!run.stoppedBy && !run.signal.aborted && performance.now() <= run.until) {
    const alone = run.withoutEvents.shift();
    const batch = alone ? undefined : (run.batches.shift() ?? run.halves.shift());
    if (alone) await trackWithEvents(run, alone);
    else if (batch) await trackBatch(run, batch);
    else return;
  }
}

async function trackBatch(run: TrackingRun, parcels: readonly DueShipment[]): Promise<void> {
  const { context, account } = run;
  const askedAt = context.clock();
  try {
    const trackings = await askCourier(run, parcels);
    const complete = queueWithoutEvents(run, parcels, trackings, askedAt);
    await run.writer.add(complete, trackings, askedAt);
  } catch (error) {
    const isRejected = error instanceof CourierError && error.kind === 'rejected';
    if (isRejected) countAnswer(run);
    else countFailure(run, error);
    if (parcels.length > 1) splitBatch(run, parcels, isRejected);
    else if (isRejected) await postponeShipments(context, account, { parcels, askedAt, afterMs: pause.rejected });
    else run.failedAlone.push(...parcels);
  }
}

/** Asks for one parcel alone, so that the answer has its events. If that fails, saves what the batch said. */
async function trackWithEvents(
  run: TrackingRun,
  { parcel, tracking, askedAt }: TrackingRun['withoutEvents'][number],
): Promise<void> {
  const askedAgainAt = run.context.clock();
  try {
    const [alone] = await askCourier(run, [parcel]);
    if (alone?.found) return await run.writer.add([parcel], [alone], askedAgainAt);
  } catch (error) {
    if (!(error instanceof CourierError && error.kind === 'rejected')) countFailure(run, error);
  }
  await run.writer.add([parcel], [tracking], askedAt);
}

async function askCourier(run: TrackingRun, parcels: readonly DueShipment[]): Promise<CourierTracking[]> {
  const numbers = parcels.map((parcel) => parcel.tracking_number);
  const trackings = await callCourier(run.context, run.account, 'track', (courier, access, call) =>
    courier.track(access, numbers, call),
  );
  countAnswer(run);
  noteEarlierParcels(run, parcels, trackings);
  return trackings;
}

/** Parcels on their way that the courier knew before. New credentials may be those of another merchant. */
function noteEarlierParcels(
  run: TrackingRun,
  parcels: readonly DueShipment[],
  trackings: readonly CourierTracking[],
): void {
  const { version } = run.account;
  const earlier = new Set(
    parcels
      .filter((one) => one.account_version !== null && one.account_version !== version)
      .filter((one) => !one.final && one.status !== 'CANCELLED' && one.tracking_fingerprint !== '')
      .map((one) => one.tracking_number),
  );
  for (const tracking of trackings.filter(({ trackingNumber }) => earlier.has(trackingNumber))) {
    if (tracking.found) run.earlierParcels = 'known';
    else if (!tracking.unsure) run.earlierParcels ??= 'unknown';
  }
}

function countAnswer(run: TrackingRun): void {
  run.answered = true;
  run.failuresInRow = 0;
}

/** Queues parcels whose events the courier left out. Returns the others. */
function queueWithoutEvents(
  run: TrackingRun,
  parcels: readonly DueShipment[],
  trackings: readonly CourierTracking[],
  askedAt: Date,
): DueShipment[] {
  const byNumber = new Map(trackings.map((tracking) => [tracking.trackingNumber, tracking]));
  return parcels.filter((parcel) => {
    const tracking = byNumber.get(parcel.tracking_number);
    if (!tracking || !needsEvents(parcel, tracking)) return true;
    run.withoutEvents.push({ parcel, tracking, askedAt });
    return false;
  });
}

/**
 * One number may make a courier fail for the whole batch. Halves of a refused batch are next: if the courier refuses all
 * batches and soon says "too many requests", we know at least some parcels.
 */
function splitBatch(run: TrackingRun, parcels: readonly DueShipment[], isRejected: boolean): void {
  if (isRejected) run.batches.unshift(...halvesOf(parcels));
  else run.halves.push(...halvesOf(parcels));
}

/** The courier answers, but not for these parcels: they wait, so that the next run does not begin with them again. */
async function postponeFailed({ context, account, failedAlone, halves }: TrackingRun): Promise<void> {
  const parcels = [...failedAlone, ...halves.flat()];
  if (parcels.length === 0) return;
  await postponeShipments(context, account, { parcels, askedAt: context.clock(), afterMs: pause.failed });
}

/**
 * Refused credentials, "too many requests" or several failures in a row stop the run. The other parcels stay due. A few
 * failures among answers do not count against the account.
 */
function countFailure(run: TrackingRun, error: unknown): void {
  if (!(error instanceof CourierError))
    run.context.log.error({ err: error, company: run.account.company }, 'tracking answer is not readable');
  if (error instanceof AccountUnavailable && error.reason === 'busy') {
    run.stoppedBy = 'busy';
    return;
  }
  run.failuresInRow += 1;
  const isRefused = error instanceof CourierError && error.kind === 'unauthorised';
  const isThrottled = error instanceof CourierError && error.trace?.status === 429;
  const stopsAtOnce = isRefused || isThrottled || error instanceof AccountUnavailable;
  if (run.stoppedBy || stopsAtOnce || run.failuresInRow >= Math.max(2, run.account.parallel_calls))
    run.stoppedBy = isRefused ? 'refused' : 'failed';
}

function resultOf({ stoppedBy, answered, failuresInRow }: TrackingRun): TrackingRunResult {
  if (stoppedBy === 'busy') return { kind: 'later', afterMs: pause.busy };
  // Without any answer, one failure is enough.
  if (stoppedBy || (failuresInRow > 0 && !answered))
    return { kind: 'failed', refused: stoppedBy === 'refused', afterAnswers: answered };
  return { kind: 'done' };
}
