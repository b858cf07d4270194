import { setTimeout as pause } from 'node:timers/promises';
import { Company, courierName } from '@courierdesk/contract/companies';
import { sql } from 'kysely';
import { systemActor, type Actor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { CourierErrorKind } from '../../adapters/couriers/courier-error.ts';
import { brokenConstraint, isTransient, type Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { inStep } from '../../base/tracing/tracing.ts';
import { requestCustomerMails } from '../../shipments/customer-mails/request-customer-mails.ts';
import { queueLabelDownload } from '../../shipments/documents/stored-courier-labels.ts';
import { requestFulfilled } from '../../store/sync/request-fulfilment.ts';
import { newSyncLease, type LeasedStateRow } from '../../store/sync/sync-lease.ts';
import { closeCases } from '../../shipments/record/cases.ts';
import { addHistory } from '../../shipments/record/history.ts';
import { recordShipmentChange } from '../../shipments/record/record-shipment-change.ts';
import { addLateConsignment } from '../../shipments/record/late-consignments.ts';
import { closeUnbooked } from './close-unbooked.ts';
import { recordUncertain } from './record-uncertain.ts';
import { lockShipment } from '../../shipments/record/find-shipments.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { firstTrackAt } from '../tracking/tracking-schedule.ts';

/** What the courier answered to a booking. */
export type CourierAnswer =
  | {
      readonly kind: 'booked';
      readonly trackingNumber: string;
      readonly labelUrl?: string | undefined;
      readonly how: 'answer' | 'look-up' | 'person';
    }
  | { readonly kind: Exclude<CourierErrorKind, 'uncertain'>; readonly words: string }
  /** `isForPerson`: looking for the booking at the courier cannot settle it. */
  | { readonly kind: 'uncertain'; readonly words: string; readonly isForPerson?: boolean };

const retryForMs = 30_000;

/**
 * Step 4 of booking: records the courier's answer in one transaction. While the database is unavailable, retries for 30 s after the first failure.
 * The answer counts only for its own attempt. If that attempt is already closed, a booked parcel opens a case.
 */
export const recordAnswer = (
  context: Context,
  shipment: Attempt,
  answer: CourierAnswer,
  options: RecordOptions = {},
): Promise<RecordedAnswer> => inStep({ name: 'record' }, () => recordUntilSaved(context, shipment, answer, options));

async function recordUntilSaved(
  context: Context,
  shipment: Attempt,
  answer: CourierAnswer,
  { actor = systemActor(shipment.shop_id), syncsStore = false }: RecordOptions,
): Promise<RecordedAnswer> {
  let until: number | undefined;
  for (;;) {
    try {
      if (answer.kind === 'booked') {
        return await withShop(context.db, shipment.shop_id, (trx) =>
          recordBooked(trx, context, shipment, answer, { actor, syncsStore }),
        );
      }
      return await withShop(context.db, shipment.shop_id, async (trx) => ({
        shipment: await recordNotBooked(trx, context, shipment, answer),
        leased: [],
      }));
    } catch (error) {
      if (answer.kind === 'booked' && brokenConstraint(error) === 'shipment_number')
        return recordUntilSaved(
          context,
          shipment,
          {
            kind: 'uncertain',
            words: `${courierName(shipment.company)} answered with ${answer.trackingNumber}, which is the number of another parcel of yours`,
            isForPerson: true,
          },
          { actor },
        );
      // A try may take longer than all others together, when the database falls silent.
      until ??= Date.now() + retryForMs;
      if (!isTransient(error) || Date.now() > until) throw error;
      await pause(250);
    }
  }
}

type RecordOptions = {
  readonly actor?: Actor;
  /** The caller updates the store next: leases that update together with the answer. */
  readonly syncsStore?: boolean | undefined;
};

export type RecordedAnswer = {
  readonly shipment: ShipmentRow;
  /** What the store should show for each order that the caller leased. */
  readonly leased: readonly LeasedStateRow[];
};

type ShipmentKey = Pick<ShipmentRow, 'shop_id' | 'id'>;

type Attempt = Pick<ShipmentRow, 'shop_id' | 'id' | 'attempt_id' | 'company' | 'order_name'>;
type Booked = Extract<CourierAnswer, { kind: 'booked' }>;

/** If the attempt is no longer open, a person must decide about the parcel. */
async function recordBooked(
  trx: Db,
  { clock, couriers, jobs }: Pick<Context, 'clock' | 'couriers' | 'jobs'>,
  attempt: Attempt,
  answer: Booked,
  { actor, syncsStore }: { readonly actor: Actor; readonly syncsStore: boolean },
): Promise<RecordedAnswer> {
  const now = clock();
  const company = Company.parse(attempt.company);
  const courier = courierName(company);
  const needsLabelDownload = answer.labelUrl && couriers[company].abilities.label === 'at-booking';
  const what = {
    answer: `Booked with ${courier}: ${answer.trackingNumber}`,
    'look-up': `Found at ${courier} by its reference: ${answer.trackingNumber}`,
    person: `Number entered by ${actor.name}: ${answer.trackingNumber}`,
  }[answer.how];
  const shipment = await markBooked(trx, attempt, answer, now);
  if (!shipment) return { shipment: await recordLateAnswer(trx, attempt, answer, now), leased: [] };
  // Parcels are locked before what the store should show of them, as tracking does.
  for (const earlier of await earlierParcels(trx, attempt))
    await closeCases(trx, earlier, ['cancelled-by-courier'], now, actor.name);
  const leased = await requestFulfilled(trx, attempt, {
    jobs,
    now,
    lease: syncsStore ? newSyncLease(now) : undefined,
    by: answer.how === 'answer' ? 'job' : 'request',
  });
  if (shipment.needs_attention) await closeCases(trx, attempt, ['uncertain', 'two-consignments'], now, actor.name);
  if (shipment.booking_state === 'cancelling')
    await jobs.request(trx, 'cancels', { shopId: attempt.shop_id, key: attempt.id, at: now });
  if (needsLabelDownload) await queueLabelDownload(trx, { jobs }, attempt, now);
  await requestCustomerMails(trx, { jobs }, attempt.shop_id, [{ shipmentId: attempt.id, kind: 'booked' }], now);
  await addHistory(trx, attempt, { at: now, who: answer.how === 'person' ? actor.name : courier, what });
  await recordAuditEvent(trx, actor, {
    at: now,
    action: 'shipment.booked',
    subjectKind: 'shipment',
    subjectId: attempt.id,
    label: attempt.order_name,
    detail: { tracking_number: answer.trackingNumber, how: answer.how, company },
  });
  return { shipment, leased };
}

/** Parcels without an order that is still to be booked, of which this parcel has one. Their cases ask to book them again. */
async function earlierParcels(trx: Db, attempt: Attempt): Promise<ShipmentKey[]> {
  const { rows } = await sql<ShipmentKey>`
    select earlier.shop_id, earlier.shipment_id as id
    from shipment_order as booked
    join shipment_order as earlier on earlier.shop_id = booked.shop_id and earlier.store_order_id = booked.store_order_id
      and earlier.claim < booked.claim and not earlier.holds
    where booked.shop_id = ${attempt.shop_id} and booked.shipment_id = ${attempt.id} and booked.claim > 1
      and not exists (
        select from shipment_order as other
        where other.shop_id = ${attempt.shop_id} and other.shipment_id = earlier.shipment_id and not exists (
          select from shipment_order as again
          where again.shop_id = ${attempt.shop_id} and again.store_order_id = other.store_order_id and again.holds
            and again.claim > other.claim))
    order by 2`.execute(trx);
  return rows;
}

/** Undefined if the attempt is closed. If a person asked to cancel the booking when it is found, the cancel starts here. */
function markBooked(trx: Db, attempt: Attempt, answer: Booked, now: Date): Promise<ShipmentRow | undefined> {
  // Trigger settle_batch_row: a batch row of this shipment gets the outcome in this transaction.
  return trx
    .updateTable('shipment')
    .set({
      booking_state: sql<string>`case when cancel_when_found then 'cancelling' else 'booked' end`,
      cancel_asked_at: sql<Date | null>`case when cancel_when_found then ${now}::timestamptz end`,
      cancel_attempt_id: sql<string | null>`case when cancel_when_found then ${newId(now)}::text end`,
      cancel_next_at: sql<Date | null>`case when cancel_when_found then ${now}::timestamptz end`,
      status: 'FULFILLED',
      tracking_number: answer.trackingNumber,
      label_url: answer.labelUrl ?? null,
      booked_at: now,
      status_at: now,
      courier_live: true,
      answer: '',
      next_look_up_at: null,
      look_up_until: null,
      next_track_at: firstTrackAt(now),
      search_text: sql<string>`search_text || ' ' || lower(${answer.trackingNumber}::text)`,
    })
    .where('shop_id', '=', attempt.shop_id)
    .where('id', '=', attempt.id)
    .where('booking_state', 'in', ['asking', 'uncertain'])
    .where('attempt_id', '=', attempt.attempt_id)
    .returningAll()
    .executeTakeFirst();
}

async function recordLateAnswer(trx: Db, attempt: Attempt, answer: Booked, now: Date): Promise<ShipmentRow> {
  const shipment = await lockShipment(trx, attempt);
  await addLateConsignment(trx, shipment, answer.trackingNumber, 'answer', now);
  return shipment;
}

async function recordNotBooked(
  trx: Db,
  context: Context,
  attempt: Attempt,
  answer: Exclude<CourierAnswer, Booked>,
): Promise<ShipmentRow> {
  const now = context.clock();
  const shipment = await lockShipment(trx, attempt);
  const { booking_state: state } = shipment;
  // Claimed: the account had no free slot, so we did not ask.
  const open = state === 'claimed' || state === 'asking' || state === 'uncertain';
  if (!open || shipment.attempt_id !== attempt.attempt_id) return shipment;
  if (answer.kind === 'uncertain')
    return state === 'uncertain' ? shipment : recordUncertain(trx, shipment, answer, now, context);
  const closed = await closeUnbooked(
    trx,
    shipment,
    { state: answer.kind === 'rejected' ? 'rejected' : 'released', words: answer.words },
    now,
    context,
  );
  await recordShipmentChange(trx, closed, {
    ...{ at: now, who: 'Courierdesk', what: `Not booked: ${answer.words}` },
    action: 'shipment.not-booked',
  });
  return closed;
}
