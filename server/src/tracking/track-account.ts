import { performance } from 'node:perf_hooks';
import type { Context } from '../context.ts';
import { callCourier } from '../courier-accounts/call-courier.ts';
import type { AccountRow } from '../courier-accounts/load-account.ts';
import { AccountUnavailable } from '../courier-accounts/account-unavailable.ts';
import { CourierError } from '../couriers/courier-error.ts';
import type { CourierTracking } from '../couriers/courier.ts';
import { withShop } from '../db/tenancy.ts';
import { currentPlan } from '../subscriptions/current-plan.ts';
import { dueParcels, postponeParcels, type DueParcel } from './due-parcels.ts';
import { needsEvents } from './tracking-change.ts';
import { trackingWriter, type TrackingWriter, type WriteQueue } from './tracking-writer.ts';
import type { TrackingRunResult } from './tracking-leases.ts';

const turnMs = 20_000;
const parcelsATurn = 5_000;
const busyMs = 60_000;

/** Asks for the due parcels of one account, with as many calls at a time as it allows, until none is due or time is up. */
export async function trackAccount(
  context: Context,
  account: AccountRow,
  signal: AbortSignal,
  queue: WriteQueue,
): Promise<{ checked: number; end: TrackingRunResult }> {
  const due = await dueForAccount(context, account);
  if (due === 'not-followed') return { checked: 0, end: { kind: 'later', afterMs: 10 * 60_000 } };
  const writer = trackingWriter(context, account, queue);
  const work: Work = {
    batches: inBatches(due, context.couriers[account.company].abilities.maxTrackedAtOnce),
    until: performance.now() + turnMs,
    signal,
    failuresInRow: 0,
    end: { kind: 'done' },
    stopped: false,
  };
  const callsAtOnce = Math.max(1, Math.min(account.parallel_calls, work.batches.length));
  await Promise.all(Array.from({ length: callsAtOnce }, () => askBatches(context, account, work, writer)));
  // What is known counts when the turn ends before its events are known: they are asked for at the next look.
  for (const { parcels, told } of work.batches) if (told) await writer.add(parcels, [told.tracking], told.askedAt);
  const { written, failed } = await writer.finish();
  return { checked: written, end: failed ? { kind: 'failed', refused: false } : work.end };
}

/** What one call asks for: many, or one of which the answer for many told news without its events. */
type Batch = {
  readonly parcels: readonly DueParcel[];
  readonly told?: { readonly tracking: CourierTracking; readonly askedAt: Date };
};

type Work = {
  readonly batches: Batch[];
  readonly until: number;
  readonly signal: AbortSignal;
  /** Failures in a row. */
  failuresInRow: number;
  end: TrackingRunResult;
  stopped: boolean;
};

/** Automatic on paid plans, for shops that have us installed; on FREE when a person opens or asks. */
async function dueForAccount(context: Context, account: AccountRow): Promise<DueParcel[] | 'not-followed'> {
  return withShop(context.db, account.shop_id, async (trx) => {
    const { plan } = await currentPlan(trx, account.shop_id, context.clock());
    if (plan === 'FREE') return 'not-followed';
    const shop = await trx
      .selectFrom('shop')
      .select('uninstalled_at')
      .where('id', '=', account.shop_id)
      .executeTakeFirst();
    if (!shop || shop.uninstalled_at) return 'not-followed';
    return dueParcels(trx, account, { before: context.clock(), limit: parcelsATurn });
  });
}

const inBatches = (due: readonly DueParcel[], size: number): Batch[] =>
  Array.from({ length: Math.ceil(due.length / size) }, (_, batch) => ({
    parcels: due.slice(batch * size, (batch + 1) * size),
  }));

const isOver = (work: Work): boolean =>
  work.stopped || work.signal.aborted || work.batches.length === 0 || performance.now() > work.until;

/** Each call waits in the queue of the account, so that bookings come in between. */
async function askBatches(context: Context, account: AccountRow, work: Work, writer: TrackingWriter): Promise<void> {
  while (!isOver(work)) {
    const batch = work.batches.shift();
    if (batch) await ask(context, account, work, batch, writer);
  }
}

async function ask(
  context: Context,
  account: AccountRow,
  work: Work,
  { parcels, told }: Batch,
  writer: TrackingWriter,
): Promise<void> {
  const numbers = parcels.map((parcel) => parcel.tracking_number);
  const askedAt = context.clock();
  try {
    const trackings = await callCourier(context, account, 'track', (courier, access, call) =>
      courier.track(access, numbers, call),
    );
    work.failuresInRow = 0;
    if (!told) await writer.add(queueForEvents(work, parcels, trackings, askedAt), trackings, askedAt);
    else if (trackings[0]?.found) await writer.add(parcels, trackings, askedAt);
    else await writer.add(parcels, [told.tracking], told.askedAt);
  } catch (error) {
    if (told) await writer.add(parcels, [told.tracking], told.askedAt);
    if (!(error instanceof CourierError)) {
      context.log.error({ err: error, company: account.company }, 'tracking answer could not be read');
      return told ? undefined : postponeParcels(context, account, { parcels, askedAt, afterMs: 60 * 60_000 });
    }
    if (error.kind === 'rejected')
      return told ? undefined : splitRejected(context, account, work, { parcels, askedAt });
    recordFailure(account, work, error);
  }
}

/** Parcels of which there is news without its events come next in the line, each alone. Answers with the others. */
function queueForEvents(
  work: Work,
  parcels: readonly DueParcel[],
  trackings: readonly CourierTracking[],
  askedAt: Date,
): DueParcel[] {
  const byNumber = new Map(trackings.map((tracking) => [tracking.trackingNumber, tracking]));
  return parcels.filter((parcel) => {
    const tracking = byNumber.get(parcel.tracking_number);
    if (!tracking || !needsEvents(parcel, tracking)) return true;
    work.batches.unshift({ parcels: [parcel], told: { tracking, askedAt } });
    return false;
  });
}

/** One number may spoil a batch: halves find it, and it is asked for again much later. */
async function splitRejected(
  context: Context,
  account: AccountRow,
  work: Work,
  { parcels, askedAt }: { parcels: readonly DueParcel[]; askedAt: Date },
): Promise<void> {
  if (parcels.length === 1) return postponeParcels(context, account, { parcels, askedAt, afterMs: 12 * 60 * 60_000 });
  const middle = Math.ceil(parcels.length / 2);
  work.batches.push({ parcels: parcels.slice(0, middle) }, { parcels: parcels.slice(middle) });
}

/** Refused credentials, "too many requests" and several failures in a row end the turn. What was not asked stays due. */
function recordFailure(account: AccountRow, work: Work, error: CourierError): void {
  if (error instanceof AccountUnavailable && error.reason === 'busy') {
    work.stopped = true;
    work.end = { kind: 'later', afterMs: busyMs };
    return;
  }
  work.failuresInRow += 1;
  const refused = error.kind === 'unauthorised';
  const atOnce = refused || error instanceof AccountUnavailable || error.trace?.status === 429;
  if (atOnce || work.failuresInRow >= Math.max(2, account.parallel_calls)) work.stopped = true;
  work.end = { kind: 'failed', refused };
}
