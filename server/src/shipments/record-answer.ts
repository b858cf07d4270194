import { setTimeout as pause } from 'node:timers/promises';
import { Company, courierName } from '@courierdesk/contract/companies';
import { sql } from 'kysely';
import { systemActor, type Actor } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Context } from '../context.ts';
import type { CourierErrorKind } from '../couriers/courier-error.ts';
import { brokenConstraint, isPassing, type Db } from '../db/client.ts';
import { withShopByKey } from '../db/tenancy.ts';
import { oweSlip } from '../documents/slips.ts';
import { wantFulfilled } from '../store-updates/want-store-state.ts';
import { closeAttention, openAttention } from './attention.ts';
import { addHistory } from './history.ts';
import { noteLateConsignment } from './late-consignments.ts';
import { giveUpClaim } from './let-go.ts';
import { lookDelaysMs } from './look-up-schedule.ts';
import { lockShipment } from './queries.ts';
import type { ShipmentRow } from './shipment-row.ts';
import { trackFirstAt } from './track-schedule.ts';

/** What became of asking the courier. */
export type CourierAnswer =
  | {
      readonly kind: 'booked';
      readonly trackingNumber: string;
      readonly labelUrl?: string | undefined;
      readonly how: 'answer' | 'look-up' | 'person';
    }
  | { readonly kind: Exclude<CourierErrorKind, 'uncertain'>; readonly words: string }
  | { readonly kind: 'uncertain'; readonly words: string };

const patienceMs = 30_000;

/**
 * Step 4 of booking: writes the answer down, in one transaction, tried again for 30 s if the database stumbles.
 * It counts only for the attempt it answers; a consignment of an attempt that was closed meanwhile becomes a case.
 */
export async function recordAnswer(
  context: Context,
  shipment: Pick<ShipmentRow, 'shop_id' | 'id' | 'attempt_id' | 'company'>,
  answer: CourierAnswer,
  actor: Actor = systemActor(shipment.shop_id),
): Promise<ShipmentRow> {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      return await withShopByKey(context.db, shipment.shop_id, (trx) => record(context, trx, shipment, answer, actor));
    } catch (error) {
      if (brokenConstraint(error) === 'shipment_number')
        return recordAnswer(
          context,
          shipment,
          { kind: 'uncertain', words: 'The number it gave belongs to another shipment' },
          actor,
        );
      if (!isPassing(error) || Date.now() > until) throw error;
      await pause(250);
    }
  }
}

async function record(
  context: Context,
  trx: Db,
  key: Pick<ShipmentRow, 'shop_id' | 'id' | 'attempt_id'>,
  answer: CourierAnswer,
  actor: Actor,
): Promise<ShipmentRow> {
  const now = context.clock();
  if (answer.kind === 'booked') {
    const booked = await recordBooked(trx, key, answer, actor, now, context.couriers);
    if (booked) return booked;
  }
  const shipment = await lockShipment(trx, key);
  const open = shipment.booking_state === 'asking' || shipment.booking_state === 'uncertain';
  if (answer.kind === 'booked') {
    await noteLateConsignment(trx, shipment, answer.trackingNumber, 'answer', now);
    return shipment;
  }
  if (!open || shipment.attempt_id !== key.attempt_id) return shipment;
  if (answer.kind === 'uncertain') {
    if (shipment.booking_state === 'uncertain') return shipment;
    return recordUncertain(trx, shipment, answer.words, now, context);
  }
  return recordNotBooked(trx, shipment, answer, now);
}

/** Nothing when the attempt is not open any more: the condition holds once the row is ours, as a lock taken first would. */
async function recordBooked(
  trx: Db,
  shipment: Pick<ShipmentRow, 'shop_id' | 'id' | 'attempt_id'>,
  answer: Extract<CourierAnswer, { kind: 'booked' }>,
  actor: Actor,
  now: Date,
  couriers: Context['couriers'],
): Promise<ShipmentRow | undefined> {
  const booked = await trx
    .updateTable('shipment')
    .set({
      booking_state: 'booked',
      status: 'FULFILLED',
      tracking_number: answer.trackingNumber,
      label_url: answer.labelUrl ?? null,
      booked_at: now,
      status_at: now,
      courier_live: true,
      answer: '',
      lease_until: null,
      next_look_at: null,
      watch_until: null,
      next_track_at: trackFirstAt(now),
      search_text: sql<string>`search_text || ' ' || lower(${answer.trackingNumber}::text)`,
    })
    .where('shop_id', '=', shipment.shop_id)
    .where('id', '=', shipment.id)
    .where('booking_state', 'in', ['asking', 'uncertain'])
    .where('attempt_id', '=', shipment.attempt_id)
    .returningAll()
    .executeTakeFirst();
  if (!booked) return undefined;
  const company = Company.parse(booked.company);
  const courier = courierName(company);
  const owesSlip = answer.labelUrl && couriers[company].abilities.label === 'at-booking';
  const how = {
    answer: `Booked with ${courier}: ${answer.trackingNumber}`,
    'look-up': `Found at ${courier} by its reference: ${answer.trackingNumber}`,
    person: `Number given by ${actor.name}: ${answer.trackingNumber}`,
  }[answer.how];
  await Promise.all([
    closeAttention(trx, booked, ['uncertain', 'two-consignments'], now, actor.name),
    wantFulfilled(trx, booked, now),
    ...(owesSlip ? [oweSlip(trx, booked, now)] : []),
    addHistory(trx, booked, { at: now, who: answer.how === 'person' ? actor.name : courier, what: how }),
    recordAuditEvent(trx, actor, {
      at: now,
      action: 'shipment.booked',
      subjectKind: 'shipment',
      subjectId: booked.id,
      detail: { tracking_number: answer.trackingNumber, how: answer.how },
    }),
  ]);
  return booked;
}

async function recordNotBooked(
  trx: Db,
  shipment: ShipmentRow,
  answer: { kind: 'rejected' | 'unavailable' | 'unauthorised'; words: string },
  now: Date,
): Promise<ShipmentRow> {
  const ended = await endAttempt(
    trx,
    shipment,
    answer.kind === 'rejected' ? 'rejected' : 'released',
    answer.words,
    now,
  );
  await addHistory(trx, ended, { at: now, who: 'Courierdesk', what: `Not booked: ${answer.words}` });
  return ended;
}

/** Closes an attempt that came to nothing: the orders are free, the plan's count is given back. */
export async function endAttempt(
  trx: Db,
  shipment: ShipmentRow,
  state: 'rejected' | 'released',
  words: string,
  now: Date,
  watchUntil: Date | null = null,
): Promise<ShipmentRow> {
  await giveUpClaim(trx, shipment);
  await closeAttention(trx, shipment, ['uncertain', 'two-consignments'], now, 'Courierdesk');
  return trx
    .updateTable('shipment')
    .set({
      booking_state: state,
      answer: words,
      lease_until: null,
      next_look_at: watchUntil ? new Date(now.getTime() + 30 * 60_000) : null,
      watch_until: watchUntil,
    })
    .where('shop_id', '=', shipment.shop_id)
    .where('id', '=', shipment.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The courier may or may not have booked it: the order stays held, and we look. */
export async function recordUncertain(
  trx: Db,
  shipment: ShipmentRow,
  words: string,
  now: Date,
  context: Pick<Context, 'config'>,
): Promise<ShipmentRow> {
  const [first = 5_000] = lookDelaysMs(context.config);
  const uncertain = await trx
    .updateTable('shipment')
    .set({
      booking_state: 'uncertain',
      answer: words,
      lease_until: null,
      looks: 0,
      next_look_at: new Date(now.getTime() + first),
    })
    .where('shop_id', '=', shipment.shop_id)
    .where('id', '=', shipment.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await openAttention(trx, uncertain, 'uncertain', now);
  await addHistory(trx, uncertain, {
    at: now,
    who: 'Courierdesk',
    what: `No clear answer: ${words}. Looking for it at the courier`,
  });
  return uncertain;
}
