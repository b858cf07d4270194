import { companyName } from '@courierdesk/contract/companies';
import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { inNewTrace } from '../../base/tracing/tracing.ts';
import { askCourier, type CourierOutcome } from '../booking/ask-courier.ts';
import { AccountChanged, claimShipment, type ClaimResult, type WithClaim } from '../booking/claim-shipment.ts';
import { loadAccount, type AccountRow } from '../../shop/courier-accounts/load-account.ts';
import { lockBatchesOf } from '../batches/lock-batches.ts';
import type { AccountConcurrency } from './account-concurrency.ts';
import type { PreparedRow } from './prepare-rows.ts';
import { markRowChanged } from './mark-row-changed.ts';
import {
  failWaitingRowsOfAccount,
  failWaitingRowsOfShop,
  failRow,
  failRowWith,
  postponeRow,
  postponeAccount,
  requeueRow,
  unauthorisedMessage,
} from './row-outcomes.ts';

const busyMs = 1_000;
const checkAgainMs = 5_000;

/** Whether the worker books more rows of this account now. */
type AccountNextStep = 'continue' | 'stop';

/**
 * Books one row as a single order is booked: claim, ask, record. One transaction claims the order and updates the row,
 * so that a row that someone stopped is not claimed. The store is updated in the background.
 */
export function bookRow(
  context: Context,
  prepared: PreparedRow,
  concurrency: AccountConcurrency,
): Promise<AccountNextStep> {
  const { row } = prepared;
  const attributes = { 'courierdesk.request': row.asked_request_id, 'courierdesk.shop': row.shop_id };
  return inNewTrace({ name: 'book a batch row', attributes }, () => claimAndAsk(context, prepared, concurrency));
}

async function claimAndAsk(
  context: Context,
  prepared: PreparedRow,
  concurrency: AccountConcurrency,
): Promise<AccountNextStep> {
  const { row, actor, checked } = prepared;
  const key = `batch:${row.id}:${row.attempt}`;
  let claim: ClaimResult;
  try {
    claim = await claimShipment(context, actor, checked, key, { withClaim: markRowBooking(prepared) });
  } catch (error) {
    if (error instanceof RowStopped) return 'continue';
    if (error instanceof AppError) return recordRefusedClaim(context, prepared, error);
    context.log.error({ err: error, batch_row: row.id }, 'could not claim a batch row');
    await failRow(context, row, 'internal', 'Something went wrong. Nothing was sent to the courier. Please retry.');
    return 'continue';
  }
  // The key is unique to this attempt: an earlier worker used it, and either died or is asking the courier now.
  if (claim.repeated) {
    await postponeRow(context, row, new Date(context.clock().getTime() + checkAgainMs));
    return 'continue';
  }
  const startedAt = performance.now();
  const outcome = await askCourier(context, claim.shipment, checked.account);
  return recordOutcome(context, prepared, concurrency, outcome, performance.now() - startedAt);
}

class RowStopped extends Error {}

const markRowBooking =
  ({ row }: PreparedRow): WithClaim =>
  async (trx, shipment) => {
    await lockBatchesOf(trx, row.shop_id, sql`${row.batch_id}`);
    const updated = await trx
      .updateTable('batch_row')
      .set({ state: 'booking', shipment_id: shipment.id, message: '' })
      .where('shop_id', '=', row.shop_id)
      .where('id', '=', row.id)
      .where('state', '=', 'queued')
      .where('attempt', '=', row.attempt)
      .executeTakeFirst();
    if (updated.numUpdatedRows !== 1n) throw new RowStopped();
  };

async function recordRefusedClaim(context: Context, { row }: PreparedRow, error: AppError): Promise<AccountNextStep> {
  // The row is still queued, and the next round loads the account again.
  if (error instanceof AccountChanged) return 'stop';
  if (error.code === 'plan-limit') {
    await failWaitingRowsOfShop(context, row.shop_id, error);
    return 'stop';
  }
  if (error.code === 'order-changed') await markRowChanged(context, row);
  else await failRowWith(context, row, error);
  return 'continue';
}

async function recordOutcome(
  context: Context,
  { row, checked: { account } }: PreparedRow,
  concurrency: AccountConcurrency,
  { answer, notAsked }: CourierOutcome,
  tookMs: number,
): Promise<AccountNextStep> {
  const now = context.clock().getTime();
  switch (answer?.kind) {
    case undefined:
      await postponeRow(context, row, new Date(now + checkAgainMs));
      return 'continue';
    case 'booked':
      concurrency.recordAnswer(tookMs);
      return 'continue';
    case 'rejected':
      concurrency.recordAnswer(tookMs);
      return 'continue';
    case 'uncertain': {
      const pauseMs = concurrency.recordUnclearAnswer();
      if (pauseMs === 0) return 'continue';
      const message = `${companyName[account.company]} isn’t answering clearly. We’ll try the next bookings in a minute, and we’re checking whether the last ones went through.`;
      await postponeAccount(context, account, new Date(now + pauseMs), message);
      return 'stop';
    }
    case 'unauthorised': {
      const stored = await storedAccount(context, account);
      if (stored && stored.version !== account.version) {
        await requeueRow(context, row, new Date(now), '');
        return 'stop';
      }
      await failRow(context, row, 'courier-unauthorised', unauthorisedMessage(account, answer.words));
      await failWaitingRowsOfAccount(context, account, answer.words);
      return 'stop';
    }
    case 'unavailable': {
      if (notAsked === 'busy' || notAsked === 'stopped') {
        await requeueRow(context, row, new Date(now + busyMs), '');
        return 'continue';
      }
      if (notAsked === 'account-changed') {
        await requeueRow(context, row, new Date(now), '');
        return 'stop';
      }
      const until = await pausedUntil(context, account, now + concurrency.recordRefusal());
      const message = `${companyName[account.company]}: ${answer.words}. Nothing was booked. We’ll retry automatically.`;
      await requeueRow(context, row, until, message);
      await postponeAccount(context, account, until, message);
      return 'stop';
    }
  }
}

/** The later of `atLeast` and the end of the account's own pause, which the courier may have asked for. */
async function pausedUntil(context: Context, account: AccountRow, atLeast: number): Promise<Date> {
  const stored = await storedAccount(context, account);
  return new Date(Math.max(atLeast, stored?.paused_until?.getTime() ?? 0));
}

const storedAccount = ({ db }: Context, { shop_id: shopId, id }: AccountRow): Promise<AccountRow | undefined> =>
  withShop(db, shopId, (trx) => loadAccount(trx, shopId, id));
