import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { AppError } from '../../base/errors.ts';
import type { BookingRequest } from '../booking/booking-request.ts';
import { cancelNotInStoreText } from '../booking/order-errors.ts';
import { checkBookings, type CheckedBooking } from '../booking/check-booking.ts';
import { resumeClaimedRow } from './resume-claimed-row.ts';
import { markRowChanged } from './mark-row-changed.ts';
import { actorsOfRows } from './row-actors.ts';
import { failRow, failRowWith, requeueRow } from './row-outcomes.ts';
import { bookingRequestOf } from './row-booking-request.ts';
import type { Row } from '../batches/row.ts';

/** A row that is ready to be claimed: its order, account and city were checked a moment ago. */
export type PreparedRow = { readonly row: Row; readonly actor: UserActor; readonly checked: CheckedBooking };

/** Checks due rows of the account together. Rows that cannot be booked get their result here. */
export async function prepareRows(context: Context, account: AccountRow, rows: readonly Row[]): Promise<PreparedRow[]> {
  for (const row of rows) if (row.state === 'booking') await resumeClaimedRow(context, row);
  const queued = rows.filter((row) => row.state === 'queued');
  return queued.length > 0 ? checkRows(context, account, queued) : [];
}

async function checkRows(context: Context, account: AccountRow, rows: readonly Row[]): Promise<PreparedRow[]> {
  const actorFor = await actorsOfRows(context, account.shop_id, rows);
  const requests: { row: Row; request: BookingRequest; actor: UserActor }[] = [];
  for (const row of rows) {
    const [request, actor] = [bookingRequestOf(row), actorFor(row)];
    if (request && actor) requests.push({ row, request, actor });
    else if (!actor)
      await failRow(
        context,
        row,
        'forbidden',
        'The person who booked this row may no longer book orders. Please retry.',
      );
    else await failRow(context, row, 'invalid-input', 'A cell of this row is not valid. Correct it, then retry.');
  }
  const results = await checkBookings(
    context,
    account,
    requests.map(({ request }) => request),
  ).catch((error: unknown) => {
    // The store withdrew our access, or the courier did not send its cities. The error applies to every row.
    if (error instanceof AppError) return requests.map(() => error);
    throw error;
  });
  const prepared: PreparedRow[] = [];
  for (const [index, { row, actor }] of requests.entries()) {
    const result = results[index];
    if (result instanceof AppError) {
      if (result.code === 'order-changed') await markRowChanged(context, row);
      else if (result.code === 'store-unavailable') await waitForStore(context, row);
      else await failRowWith(context, row, result);
    } else if (result) prepared.push({ row, actor, checked: result });
  }
  return prepared;
}

const waitForStoreMs = 30_000;

/** The store still shows the fulfilment of a cancelled booking. */
const waitForStore = (context: Context, row: Row): Promise<void> =>
  requeueRow(
    context,
    row,
    new Date(context.clock().getTime() + waitForStoreMs),
    `${cancelNotInStoreText} We’ll retry automatically.`,
  );
