import { setTimeout as pause } from 'node:timers/promises';
import { Company } from '@courierdesk/contract/companies';
import type { Context } from '../context.ts';
import { callCourier } from '../courier-accounts/call-courier.ts';
import { takeSlot, type Slot } from '../courier-accounts/courier-slots.ts';
import type { AccountRow } from '../courier-accounts/load-account.ts';
import { NotAsked } from '../courier-accounts/not-asked.ts';
import { CourierError, wordsOf } from '../couriers/courier-error.ts';
import type { CourierBooking } from '../couriers/courier.ts';
import { withShopAtOnce } from '../db/tenancy.ts';
import { askingFrom } from './asking.ts';
import { recordAnswer, type CourierAnswer, type Recorded } from './record-answer.ts';
import type { ShipmentRow } from '../shipments/shipment-row.ts';

/** How long a booking waits for its turn at the courier. */
const waitForTurnMs = 30_000;
/** A free slot is taken in a millisecond or two. */
const momentMs = 20;

export type CourierOutcome = Recorded & {
  /** What the courier said to this question; nothing when someone else is asking it. */
  readonly answer: CourierAnswer | undefined;
  /** Why the courier was not asked at all, where it was not. */
  readonly notAsked?: NotAsked['reason'] | undefined;
};

/**
 * Step 3 of booking: asks the courier, once. `asking` is committed before a byte leaves us; whatever comes back, or does
 * not, is written down under the attempt's id.
 */
export async function askCourier(
  context: Context,
  claimed: ShipmentRow,
  account: AccountRow,
  { turn = awaitTurn(context, account), tellsStore }: AskOptions = {},
): Promise<CourierOutcome> {
  let slot: Slot;
  try {
    slot = await turn.slot;
  } catch (error) {
    if (!(error instanceof NotAsked)) throw error;
    const turned = await markAsking(context, claimed);
    const answer: CourierAnswer = { kind: 'unavailable', words: wordsOf(error) };
    return { ...(await recordAnswer(context, turned ?? claimed, answer)), answer, notAsked: error.reason };
  }
  const asking = await markAsking(context, claimed).catch(async (error: unknown) => {
    await slot.release();
    throw error;
  });
  if (!asking) {
    await slot.release();
    return { shipment: await currentShipment(context, claimed), taken: [], answer: undefined };
  }
  const { answer, notAsked } = await ask(context, asking, account, slot);
  context.metrics.bookings.inc({ company: asking.company, outcome: answer.kind });
  return { ...(await recordAnswer(context, asking, answer, { tellsStore })), answer, notAsked };
}

type AskOptions = {
  readonly turn?: Turn;
  /** The caller tells the store about a booking at once. */
  readonly tellsStore?: boolean;
};

/** A place in the line for one of the account's parallel calls. */
export type Turn = {
  readonly slot: Promise<Slot>;
  /** True when the slot is there, or comes within a moment. */
  isSoon(): Promise<boolean>;
  /** Leaves the line, or gives the slot back: there is nothing to ask. */
  giveBack(): void;
};

export function awaitTurn(context: Context, account: AccountRow): Turn {
  const leaving = new AbortController();
  const slot = takeSlot(context, account, { waitMs: waitForTurnMs, signal: leaving.signal });
  slot.catch(() => undefined);
  return {
    slot,
    isSoon: () =>
      Promise.race([
        slot.then(
          () => true,
          () => false,
        ),
        pause(momentMs, false, { ref: false }),
      ]),
    giveBack() {
      leaving.abort();
      slot.then(
        (taken) => taken.release(),
        () => undefined,
      );
    },
  };
}

async function markAsking(context: Context, claimed: ShipmentRow): Promise<ShipmentRow | undefined> {
  if (claimed.booking_state === 'asking') return claimed;
  const now = context.clock();
  return withShopAtOnce(context.db, claimed.shop_id, (trx) =>
    trx
      .updateTable('shipment')
      .set(askingFrom(context, Company.parse(claimed.company), now))
      .where('shop_id', '=', claimed.shop_id)
      .where('id', '=', claimed.id)
      .where('booking_state', '=', 'claimed')
      .where('attempt_id', '=', claimed.attempt_id)
      .returningAll()
      .executeTakeFirst(),
  );
}

async function ask(
  context: Context,
  shipment: ShipmentRow,
  account: AccountRow,
  slot: Slot,
): Promise<{ answer: CourierAnswer; notAsked?: NotAsked['reason'] }> {
  try {
    const booked = await callCourier(
      context,
      account,
      'book',
      (courier, access, call) => courier.book(access, bookingOf(shipment), call),
      { slot },
    );
    const { trackingNumber, labelUrl } = booked;
    return { answer: { kind: 'booked', trackingNumber, labelUrl, how: 'answer' } };
  } catch (error) {
    if (error instanceof NotAsked)
      return { answer: { kind: 'unavailable', words: wordsOf(error) }, notAsked: error.reason };
    if (error instanceof CourierError) return { answer: { kind: error.kind, words: wordsOf(error) } };
    context.log.error({ err: error, shipment: shipment.id }, 'booking failed in an unknown way');
    return { answer: { kind: 'uncertain', words: 'an unknown failure' } };
  }
}

export function bookingOf(shipment: ShipmentRow): CourierBooking {
  return {
    reference: shipment.reference,
    consignee: {
      name: shipment.consignee_name,
      email: shipment.consignee_email,
      phone: shipment.consignee_phone,
      phone2: shipment.consignee_phone2,
      phone3: shipment.consignee_phone3,
      address: shipment.consignee_address,
    },
    city: { id: shipment.destination_city_id, name: shipment.destination_city },
    cod: Math.round(Number(shipment.cod)),
    weight: shipment.weight,
    pieces: shipment.pieces,
    products: shipment.products_list,
    remarks: shipment.remarks,
    orderNames: shipment.order_name.split(', '),
  };
}

function currentShipment(context: Context, shipment: ShipmentRow): Promise<ShipmentRow> {
  return withShopAtOnce(context.db, shipment.shop_id, (trx) =>
    trx
      .selectFrom('shipment')
      .selectAll()
      .where('shop_id', '=', shipment.shop_id)
      .where('id', '=', shipment.id)
      .executeTakeFirstOrThrow(),
  );
}
