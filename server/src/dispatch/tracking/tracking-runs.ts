import type { Context } from '../../base/context.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import type { Db } from '../../base/db/client.ts';
import type { Job } from '../../base/db/job-requests.ts';
import { withShop } from '../../base/db/tenancy.ts';

/** The longest pause of an account, even if none of its parcels is due. */
const maxPauseMs = 5 * 60_000;

export async function accountsToTrack(trx: Db): Promise<(Job & { readonly at: Date })[]> {
  const accounts = await trx.selectFrom('courier_account').select(['shop_id', 'id', 'track_next_at']).execute();
  return accounts.map(({ shop_id: shopId, id, track_next_at: at }) => ({ shopId, key: id, at }));
}

export type TrackingRunResult =
  /** Continue when the next parcel is due. */
  | { readonly kind: 'done' }
  /** Pause: the plan has no automatic tracking, or all slots of the account are taken. */
  | { readonly kind: 'later'; readonly afterMs: number }
  /**
   * The courier did not respond, or refused the credentials: the pause doubles with each failure. `afterAnswers`: the courier had
   * answered in this run, so that the pause is short again.
   */
  | { readonly kind: 'failed'; readonly refused: boolean; readonly afterAnswers?: boolean };

/** Returns when the account is due again. */
export async function recordTrackingRun(
  context: Context,
  account: AccountRow,
  result: TrackingRunResult,
): Promise<Date | undefined> {
  const now = context.clock();
  return withShop(context.db, account.shop_id, async (trx) => {
    // A push that arrives now waits for this lock. An earlier one is seen by the next statement.
    const locked = await trx
      .selectFrom('courier_account')
      .select(['track_failures', 'track_next_at', 'version'])
      .where('shop_id', '=', account.shop_id)
      .where('id', '=', account.id)
      .forUpdate()
      .executeTakeFirst();
    if (!locked) return undefined;
    // A run with earlier credentials says nothing about the present ones.
    if (locked.version !== account.version) return locked.track_next_at;
    const failures = result.kind !== 'failed' ? 0 : result.afterAnswers ? 1 : locked.track_failures + 1;
    const due = await trx
      .selectFrom('shipment')
      .select((eb) => eb.fn.min('next_track_at').as('at'))
      .where('shop_id', '=', account.shop_id)
      .where('account_id', '=', account.id)
      .where('next_track_at', 'is not', null)
      .executeTakeFirst();
    const next = nextRunAt(result, failures, due?.at ?? null, now);
    await trx
      .updateTable('courier_account')
      .set({ track_failures: failures, track_next_at: next })
      .where('shop_id', '=', account.shop_id)
      .where('id', '=', account.id)
      .execute();
    return next;
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

/** Saves whether the courier still knows parcels that were booked before the credentials of the account were changed. */
export async function recordEarlierShipments(
  context: Context,
  account: AccountRow,
  parcels: 'known' | 'unknown',
): Promise<void> {
  if ((account.parcels_unknown_since !== null) === (parcels === 'unknown')) return;
  await withShop(context.db, account.shop_id, (trx) =>
    trx
      .updateTable('courier_account')
      .set({ parcels_unknown_since: parcels === 'unknown' ? context.clock() : null })
      .where('shop_id', '=', account.shop_id)
      .where('id', '=', account.id)
      .where('version', '=', account.version)
      .execute(),
  );
}
