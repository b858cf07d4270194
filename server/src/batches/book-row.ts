import { companyName } from '@courierdesk/contract/companies';
import type { Context } from '../context.ts';
import { withShop } from '../db/tenancy.ts';
import { AppError } from '../errors.ts';
import { askCourier, type CourierOutcome } from '../booking/ask-courier.ts';
import { claimShipment, type ClaimResult, type WithClaim } from '../booking/claim-shipment.ts';
import { rememberDestination } from '../booking/remember-destination.ts';
import { loadAccount } from '../courier-accounts/load-account.ts';
import type { Pace } from './account-pace.ts';
import type { Prepared } from './prepare-rows.ts';
import { raiseChange } from './raise-change.ts';
import {
  failAllOfAccount,
  failAllOfShop,
  failRow,
  failRowBy,
  lookLater,
  putOffAccount,
  tryAgain,
  unauthorisedWords,
} from './row-ends.ts';
import type { Hand } from './row-leases.ts';

const busyMs = 1_000;
const lookAgainMs = 5_000;

/** Whether the account's turn goes on after this row. */
export type RowEnd = 'go-on' | 'stop';

/**
 * Books one row as one order is booked: claim, ask, record. The claim and the row's own state are one transaction, so
 * that a row stopped or taken by another worker meanwhile is not claimed; telling the store goes on beside it.
 */
export async function bookRow(context: Context, hand: Hand, prepared: Prepared, pace: Pace): Promise<RowEnd> {
  const { row, actor, checked } = prepared;
  const key = `batch:${row.id}:${row.attempt}`;
  let claim: ClaimResult;
  try {
    claim = await claimShipment(context, actor, checked, key, { withClaim: beginRow(hand, prepared) });
  } catch (error) {
    if (error instanceof NotInHand) return 'go-on';
    if (error instanceof AppError) return refusedClaim(context, hand, prepared, error);
    context.log.error({ err: error, batch_row: row.id }, 'row of a batch not claimed');
    await failRow(context, hand, row, 'internal', 'Something went wrong here; nothing was sent. Please retry.');
    return 'go-on';
  }
  // The key belongs to this attempt alone: who used it had the row in hand before, and is gone or is asking.
  if (claim.repeated) {
    await lookLater(context, hand, row, new Date(context.clock().getTime() + lookAgainMs));
    return 'go-on';
  }
  const startedAt = performance.now();
  const asked = await askCourier(context, claim.shipment, checked.account);
  return endOf(context, hand, prepared, pace, asked, performance.now() - startedAt);
}

class NotInHand extends Error {}

const beginRow =
  (hand: Hand, { row }: Prepared): WithClaim =>
  async (trx, shipment) => {
    const begun = await trx
      .updateTable('batch_row')
      .set({ state: 'booking', shipment_id: shipment.id, message: '' })
      .where('shop_id', '=', row.shop_id)
      .where('id', '=', row.id)
      .where('state', '=', 'queued')
      .where('attempt', '=', row.attempt)
      .where('lease_id', '=', hand.leaseId)
      .executeTakeFirst();
    if (begun.numUpdatedRows !== 1n) throw new NotInHand();
  };

async function refusedClaim(context: Context, hand: Hand, { row }: Prepared, error: AppError): Promise<RowEnd> {
  if (error.code !== 'plan-limit') {
    if (error.code === 'order-changed') await raiseChange(context, hand, row);
    else await failRowBy(context, hand, row, error);
    return 'go-on';
  }
  await failAllOfShop(context, row.shop_id, error);
  return 'stop';
}

async function endOf(
  context: Context,
  hand: Hand,
  { row, checked }: Prepared,
  pace: Pace,
  { answer, accountUnavailable }: CourierOutcome,
  tookMs: number,
): Promise<RowEnd> {
  const now = context.clock().getTime();
  switch (answer?.kind) {
    case undefined:
      await lookLater(context, hand, row, new Date(now + lookAgainMs));
      return 'go-on';
    case 'booked':
      pace.answered(tookMs);
      context.wake('store-sync-orders');
      // A city that nobody chose was certain: there is nothing to remember.
      if ('destination_city' in row.edited) await rememberDestination(context, checked);
      return 'go-on';
    case 'rejected':
      pace.answered(tookMs);
      return 'go-on';
    case 'uncertain': {
      context.wake('booking-look-ups');
      const pauseMs = pace.unclear();
      if (pauseMs === 0) return 'go-on';
      const words = `${courierOf(hand)} does not answer clearly. The next bookings wait a minute; those under way are being looked for.`;
      await putOffAccount(context, hand.account, new Date(now + pauseMs), words);
      return 'stop';
    }
    case 'unauthorised': {
      await failRow(context, hand, row, 'courier-unauthorised', unauthorisedWords(hand.account, answer.words));
      await failAllOfAccount(context, hand.account, answer.words);
      return 'stop';
    }
    case 'unavailable': {
      if (accountUnavailable === 'busy') {
        await tryAgain(context, hand, row, new Date(now + busyMs), '');
        return 'go-on';
      }
      const until = await aloneUntil(context, hand, now + pace.refused());
      const words = `${courierOf(hand)}: ${answer.words}. Nothing was booked; it is tried again by itself.`;
      await tryAgain(context, hand, row, until, words);
      await putOffAccount(context, hand.account, until, words);
      return 'stop';
    }
  }
}

const courierOf = (hand: Hand): string => companyName[hand.account.company];

/** The account itself may be paused for longer, as the courier asked. */
async function aloneUntil(context: Context, { account }: Hand, atLeast: number): Promise<Date> {
  const current = await withShop(context.db, account.shop_id, (trx) => loadAccount(trx, account.shop_id, account.id));
  return new Date(Math.max(atLeast, current?.paused_until?.getTime() ?? 0));
}
