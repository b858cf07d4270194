import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { accountFrom, type AccountRow } from '../courier-accounts/load-account.ts';
import { newId } from '../db/ids.ts';
import { acrossShops, withShop } from '../db/tenancy.ts';
import { claimDueRows } from '../jobs/claim-due-rows.ts';

/** The right to ask a courier for the due parcels of one account: one worker at a time has it. */
export type TrackingLease = { readonly account: AccountRow; readonly leaseId: string };

/** Longer than a turn lasts. Who dies within it has written down what it asked; the rest is still due. */
const leaseMs = 3 * 60_000;
/** An account is looked at this often even when nothing was said to be due. */
const idleMs = 5 * 60_000;

/** The account that has waited longest, whatever its shop has due: the line is one of accounts, not of parcels. */
export async function takeTrackingLease(context: Context): Promise<TrackingLease | undefined> {
  const now = context.clock();
  const until = new Date(now.getTime() + leaseMs);
  const leaseId = newId(now);
  const [row] = await acrossShops(context.db, (trx) =>
    claimDueRows(trx, 'courier_account', {
      due: sql`track_next_at <= ${now} and (track_lease_until is null or track_lease_until <= ${now})`,
      orderBy: sql`track_next_at`,
      limit: 1,
      set: sql`track_lease_id = ${leaseId}, track_lease_until = ${until}, track_next_at = ${until}`,
    }),
  );
  return row && { account: accountFrom(row), leaseId };
}

export type TrackingRunResult =
  /** Goes on when the next parcel is due. */
  | { readonly kind: 'done' }
  /** Not before a time: the plan does not follow parcels, or the lines are taken. */
  | { readonly kind: 'later'; readonly afterMs: number }
  /** The courier did not answer, or refuses the credentials: less and less often until it works again. */
  | { readonly kind: 'failed'; readonly refused: boolean };

export async function releaseTrackingLease(
  context: Context,
  { account, leaseId }: TrackingLease,
  end: TrackingRunResult,
): Promise<void> {
  const now = context.clock();
  await acrossShops(context.db, async (trx) => {
    // Pushes that came meanwhile wait for this lock, or are seen by the next statement.
    const held = await trx
      .selectFrom('courier_account')
      .select('track_failures')
      .where('shop_id', '=', account.shop_id)
      .where('id', '=', account.id)
      .where('track_lease_id', '=', leaseId)
      .forUpdate()
      .executeTakeFirst();
    if (!held) return;
    const failures = end.kind === 'failed' ? held.track_failures + 1 : 0;
    const due = await trx
      .selectFrom('shipment')
      .select((eb) => eb.fn.min('next_track_at').as('at'))
      .where('shop_id', '=', account.shop_id)
      .where('account_id', '=', account.id)
      .where('next_track_at', 'is not', null)
      .executeTakeFirst();
    await trx
      .updateTable('courier_account')
      .set({
        track_lease_id: null,
        track_lease_until: null,
        track_failures: failures,
        track_next_at: nextRunAt(end, failures, due?.at ?? null, now),
      })
      .where('shop_id', '=', account.shop_id)
      .where('id', '=', account.id)
      .execute();
  });
}

const minute = 60_000;

function nextRunAt(end: TrackingRunResult, failures: number, due: Date | null, now: Date): Date {
  const after = (ms: number): Date => new Date(now.getTime() + ms);
  if (end.kind === 'later') return after(end.afterMs);
  if (end.kind === 'failed')
    return after(Math.min((end.refused ? 30 : 1) * minute * 2 ** Math.min(failures - 1, 8), 6 * 60 * minute));
  const latest = now.getTime() + idleMs;
  return new Date(Math.max(now.getTime(), Math.min(due?.getTime() ?? latest, latest)));
}

/** The courier said something of the parcels of this account. */
export function recordLastChecked(context: Context, account: AccountRow): Promise<unknown> {
  return withShop(context.db, account.shop_id, (trx) =>
    trx
      .updateTable('courier_account')
      .set({ last_checked_at: context.clock() })
      .where('shop_id', '=', account.shop_id)
      .where('id', '=', account.id)
      .execute(),
  );
}
