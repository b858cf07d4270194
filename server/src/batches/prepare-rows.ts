import type { UserActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import type { BookingRequest } from '../booking/booking-request.ts';
import { checkBookings, type CheckedBooking } from '../booking/check-booking.ts';
import { followClaim } from './follow-claim.ts';
import { raiseChange } from './raise-change.ts';
import { actorsOf } from './row-actors.ts';
import { failRow, failRowBy } from './row-ends.ts';
import { takeRows, type Hand } from './row-leases.ts';
import { requestOf } from './row-request.ts';
import type { Row } from './row.ts';

/** A row that may be claimed: its order, account and city were found right a moment ago. */
export type Prepared = { readonly row: Row; readonly actor: UserActor; readonly checked: CheckedBooking };

/** Takes the account's next rows and checks them together; those that cannot be booked end here. `more`: ask again. */
export async function prepareRows(
  context: Context,
  hand: Hand,
  limit: number,
): Promise<{ prepared: Prepared[]; more: boolean }> {
  const taken = await takeRows(context, hand, limit);
  const begun = taken.filter((row) => row.state === 'booking');
  for (const row of begun) await followClaim(context, hand, row);
  const waiting = taken.filter((row) => row.state === 'queued');
  const prepared = waiting.length > 0 ? await checkRows(context, hand, waiting) : [];
  return { prepared, more: taken.length === limit };
}

async function checkRows(context: Context, hand: Hand, rows: readonly Row[]): Promise<Prepared[]> {
  const actorFor = await actorsOf(context, hand.account.shop_id, rows);
  const asked: { row: Row; request: BookingRequest; actor: UserActor }[] = [];
  for (const row of rows) {
    const [request, actor] = [requestOf(row), actorFor(row)];
    if (request && actor) asked.push({ row, request, actor });
    else if (!actor)
      await failRow(context, hand, row, 'forbidden', 'The person who asked for it is no longer a user of this shop.');
    else await failRow(context, hand, row, 'invalid-input', 'A cell of this row is not valid. Correct it, then retry.');
  }
  const results = await checkBookings(
    context,
    hand.account,
    asked.map((one) => one.request),
  ).catch((error: unknown) => {
    // The store withdrew our access, or the courier's cities cannot be had: the same for all of them.
    if (error instanceof AppError) return asked.map(() => error);
    throw error;
  });
  const prepared: Prepared[] = [];
  for (const [index, { row, actor }] of asked.entries()) {
    const result = results[index];
    if (result instanceof AppError) {
      if (result.code === 'order-changed') await raiseChange(context, hand, row);
      else await failRowBy(context, hand, row, result);
    } else if (result) prepared.push({ row, actor, checked: result });
  }
  return prepared;
}
