import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import { accountFrom, type AccountRow } from '../../shop/courier-accounts/load-account.ts';
import { newId } from '../../base/db/ids.ts';
import { acrossShops, withShop } from '../../base/db/tenancy.ts';
import { claimDueRows } from '../../base/jobs/claim-due-rows.ts';

/** One worker at a time may track the due parcels of an account. */
export type TrackingLease = { readonly account: AccountRow; readonly leaseId: string };

/** Longer than a run takes. If the worker is killed, the parcels that it did not save stay due. */
const leaseMs = 3 * 60_000;
/** The longest pause of an account, even if none of its parcels is due. */
const maxPauseMs = 5 * 60_000;

/** Leases the account that has waited longest. Accounts take turns, however many due parcels they have. */
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
  /** Continue when the next parcel is due. */
  | { readonly kind: 'done' }
  /** Pause: the plan has no automatic tracking, or all slots of the account are taken. */
  | { readonly kind: 'later'; readonly afterMs: number }
  /** The courier did not respond, or refused the credentials: the pause doubles with each failure. */
  | { readonly kind: 'failed'; readonly refused: boolean };

export async function releaseTrackingLease(
  context: Context,
  { account, leaseId }: TrackingLease,
  result: TrackingRunResult,
): Promise<void> {
  const now = context.clock();
  await acrossShops(context.db, async (trx) => {
    // A push that arrives now waits for this lock. An earlier one is seen by the next statement.
    const held = await trx
      .selectFrom('courier_account')
      .select('track_failures')
      .where('shop_id', '=', account.shop_id)
      .where('id', '=', account.id)
      .where('track_lease_id', '=', leaseId)
      .forUpdate()
      .executeTakeFirst();
    if (!held) return;
    const failures = result.kind === 'failed' ? held.track_failures + 1 : 0;
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
        track_next_at: nextRunAt(result, failures, due?.at ?? null, now),
      })
      .where('shop_id', '=', account.shop_id)
      .where('id', '=', account.id)
      .execute();
  });
}

const minute = 60_000;

function nextRunAt(result: TrackingRunResult, failures: number, due: Date | null, now: Date): Date {
  const after = (ms: number): Date => new Date(now.getTime() + ms);
  if (result.kind === 'later') return after(result.afterMs);
  if (result.kind === 'failed')
    return after(Math.min((result.refused ? 30 : 1) * minute * 2 ** Math.min(failures - 1, 8), 6 * 60 * minute));
  const latest = now.getTime() + maxPauseMs;
  return new Date(Math.max(now.getTime(), Math.min(due?.getTime() ?? latest, latest)));
}

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
