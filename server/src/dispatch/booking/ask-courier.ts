import { Company } from '@courierdesk/contract/companies';
import type { Context } from '../../base/context.ts';
import { callCourier } from '../../shop/courier-accounts/call-courier.ts';
import { takeSlot, type Slot } from '../../shop/courier-accounts/courier-slots.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import { AccountUnavailable } from '../../shop/courier-accounts/account-unavailable.ts';
import { CourierError, wordsOf } from '../../adapters/couriers/courier-error.ts';
import type { CourierBooking } from '../../adapters/couriers/courier.ts';
import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';
import { leaseTime } from '../../base/db/leases.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { describeStep, inStep } from '../../base/tracing/tracing.ts';
import { recordAnswer, type CourierAnswer, type RecordedAnswer } from './record-answer.ts';
import { consigneeOf, type ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { wholeCod } from '../../shipments/record/shipment-state.ts';

/** How long a booking waits for a free slot of its account. */
const waitMs = 30_000;

export type CourierOutcome = RecordedAnswer & {
  /** Undefined if another process asks the courier. */
  readonly answer: CourierAnswer | undefined;
  /** Why we did not ask the courier, if we did not. */
  readonly notAsked?: NotAsked | undefined;
};

type NotAsked = AccountUnavailable['reason'] | 'stopped' | 'account-changed';

/**
 * Step 3 of booking: asks the courier once. The state `asking` is committed before we send anything. Every outcome, also a
 * missing answer, is recorded for this attempt.
 */
export function askCourier(
  context: Context,
  claimed: ShipmentRow,
  account: AccountRow,
  options: AskOptions = {},
): Promise<CourierOutcome> {
  return inStep({ name: 'ask', attributes: { 'courierdesk.company': claimed.company } }, async () => {
    const outcome = await askInSlot(context, claimed, account, options);
    describeStep({ 'courierdesk.outcome': outcome.answer?.kind ?? 'not-asked' });
    return outcome;
  });
}

async function askInSlot(
  context: Context,
  claimed: ShipmentRow,
  account: AccountRow,
  { syncsStore }: AskOptions,
): Promise<CourierOutcome> {
  let slot: Slot;
  try {
    slot = await takeSlot(context, account, { waitMs });
  } catch (error) {
    if (!(error instanceof AccountUnavailable)) throw error;
    const answer: CourierAnswer = { kind: 'unavailable', words: wordsOf(error) };
    return { ...(await recordAnswer(context, claimed, answer)), answer, notAsked: error.reason };
  }
  const asking = await markAsking(context, claimed, account).catch(async (error: unknown) => {
    await slot.release();
    throw error;
  });
  if (!asking) {
    await slot.release();
    const { shipment, isAccountChanged } = await whyNotAsking(context, claimed, account);
    if (shipment.booking_state !== 'claimed') return { shipment, leased: [], answer: undefined };
    const [notAsked, words] = isAccountChanged
      ? (['account-changed', 'its courier account was just changed'] as const)
      : (['stopped', 'the batch was stopped'] as const);
    const answer: CourierAnswer = { kind: 'unavailable', words };
    return { ...(await recordAnswer(context, claimed, answer)), answer, notAsked };
  }
  const { answer, notAsked } = await ask(context, asking, account, slot);
  context.metrics.bookings.inc({ company: asking.company, outcome: answer.kind });
  return { ...(await recordAnswer(context, asking, answer, { syncsStore })), answer, notAsked };
}

type AskOptions = {
  /** The caller updates the store next: leases that update together with the answer. */
  readonly syncsStore?: boolean;
};

/** Extra time after the courier's timeout to record its answer. */
const leaseSlackMs = 30_000;

/**
 * Undefined if another process continues this booking, or if a person stopped the batch or changed the account: the shipment
 * stays claimed.
 */
async function markAsking(
  context: Context,
  claimed: ShipmentRow,
  account: AccountRow,
): Promise<ShipmentRow | undefined> {
  const now = context.clock();
  const { timeoutMs } = context.couriers[Company.parse(claimed.company)].abilities;
  return withShop(context.db, claimed.shop_id, (trx) =>
    trx
      .updateTable('shipment')
      .set({
        booking_state: 'asking',
        attempt_id: newId(now),
        asked_at: now,
        account_version: account.version,
        ...leaseTime(now, timeoutMs + leaseSlackMs),
      })
      .where('shop_id', '=', claimed.shop_id)
      .where('id', '=', claimed.id)
      .where('booking_state', '=', 'claimed')
      .where('attempt_id', '=', claimed.attempt_id)
      .where(({ exists }) => exists(sameAccount(trx, account)))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('batch_row')
              .whereRef('batch_row.shop_id', '=', 'shipment.shop_id')
              .whereRef('batch_row.shipment_id', '=', 'shipment.id')
              .where('batch_row.asked_by_user_id', 'is', null),
          ),
        ),
      )
      .returningAll()
      .executeTakeFirst(),
  );
}

async function ask(
  context: Context,
  shipment: ShipmentRow,
  account: AccountRow,
  slot: Slot,
): Promise<{ answer: CourierAnswer; notAsked?: NotAsked }> {
  try {
    const booked = await callCourier(
      context,
      account,
      'book',
      (courier, access, call) => courier.book(access, courierBooking(shipment), call),
      { slot },
    );
    const { trackingNumber, labelUrl } = booked;
    return { answer: { kind: 'booked', trackingNumber, labelUrl, how: 'answer' } };
  } catch (error) {
    if (error instanceof AccountUnavailable)
      return { answer: { kind: 'unavailable', words: wordsOf(error) }, notAsked: error.reason };
    if (error instanceof CourierError) {
      const about = { company: shipment.company, reference: shipment.reference, call: error.trace };
      if (error.kind === 'uncertain') context.log.warn({ ...about, reason: error.message }, 'booking is uncertain');
      return { answer: { kind: error.kind, words: wordsOf(error) } };
    }
    context.log.error({ err: error, shipment: shipment.id }, 'booking failed with an unknown error');
    return { answer: { kind: 'uncertain', words: 'an unknown error' } };
  }
}

function courierBooking(shipment: ShipmentRow): CourierBooking {
  return {
    reference: shipment.reference,
    consignee: consigneeOf(shipment),
    city: { id: shipment.destination_city_id, name: shipment.destination_city },
    cod: wholeCod(shipment),
    weight: shipment.weight,
    pieces: shipment.pieces,
    products: shipment.products_list,
    remarks: shipment.remarks,
    orderNames: shipment.order_name.split(', '),
  };
}

function whyNotAsking(
  context: Context,
  { shop_id: shopId, id }: ShipmentRow,
  account: AccountRow,
): Promise<{ shipment: ShipmentRow; isAccountChanged: boolean }> {
  return withShop(context.db, shopId, async (trx) => ({
    shipment: await trx
      .selectFrom('shipment')
      .selectAll()
      .where('shop_id', '=', shopId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
    isAccountChanged: (await sameAccount(trx, account).executeTakeFirst()) === undefined,
  }));
}

/** The account, if it still has the credentials and settings that the booking was checked with, and is active. */
const sameAccount = (trx: Db, { shop_id: shopId, id, version }: AccountRow) =>
  trx
    .selectFrom('courier_account')
    .select('id')
    .where('shop_id', '=', shopId)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('in_active', '=', false);
