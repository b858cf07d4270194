import { cutText } from '@courierdesk/contract/cut-text';
import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { CourierError } from '../../adapters/couriers/courier-error.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { maxRememberedAccounts, RecentMap } from '../../base/process-memory.ts';
import type { AccountRow } from './load-account.ts';
import { recordRefusedCredentials } from './refused-credentials.ts';

const successEveryMs = 30_000;
const firstPauseSeconds = 5;
const longestPauseSeconds = 300;
/** One or two lost replies do not pause an account. The courier's own "too many requests" does. */
export const failuresBeforePause = 3;

type Remembered = { savedAt: number; failing: boolean };

const healthOfAccounts = () => new RecentMap<Remembered>(maxRememberedAccounts);

const remembered = ({ memory }: Pick<Context, 'memory'>, account: AccountRow): Remembered =>
  memory.of(healthOfAccounts).recall(account.id, () => ({ savedAt: 0, failing: false }));

type CourierAnswer = {
  /** The courier did what a request with the credentials asked. */
  readonly accepted: boolean;
  readonly askedAt: Date;
};

/**
 * The courier replied. Saved at most every 30 s, unless the account was failing. A pause lasts as long as the courier asked
 * for it, also when a parallel call succeeds. Only an accepted call ends "credentials refused".
 */
export async function recordCourierReply(context: Context, account: AccountRow, answer: CourierAnswer): Promise<void> {
  const { accepted, askedAt } = answer;
  const known = remembered(context, account);
  const now = context.clock();
  const isRefused = account.credentials_refused_at !== null;
  const wasFailing = known.failing || account.failures > 0 || account.last_error !== '' || isRefused;
  if (!wasFailing && Math.abs(now.getTime() - known.savedAt) < successEveryMs) return;
  known.savedAt = now.getTime();
  if (accepted) known.failing = false;
  const isPaused = sql<boolean>`coalesce(paused_until > ${now}, false)`;
  const isOver = sql<boolean>`coalesce(${accepted}::boolean and credentials_refused_at <= ${askedAt}, false)`;
  await withShop(context.db, account.shop_id, (trx) =>
    ownRow(trx, account)
      .set({
        last_success_at: now,
        failures: 0,
        paused_until: sql`case when ${isPaused} then paused_until end`,
        last_error: sql`case when ${isPaused} then last_error else '' end`,
        credentials_refused_at: sql`case when not ${isOver} then credentials_refused_at end`,
        credentials_error: sql`case when ${isOver} then '' else credentials_error end`,
      })
      .execute(),
  );
}

/**
 * The courier failed. Unclear answers are recorded; while it is unavailable again and again, the account is paused for 5 s at
 * first and at most 5 min. Calls that fail together count once. Refused credentials are a fact of their own.
 */
export async function recordCourierFailure(context: Context, account: AccountRow, error: CourierError): Promise<void> {
  remembered(context, account).failing = true;
  if (error.kind === 'unauthorised')
    return recordRefusedCredentials(context, account, cutText(error.courierWords || error.message, 300));
  const now = context.clock();
  await withShop(context.db, account.shop_id, async (trx) => {
    const row = await ownRow(trx, account)
      .set({ last_error_at: now, last_error: wordsOf(error) })
      .returning(['failures', 'paused_until'])
      .executeTakeFirst();
    const isPaused = row?.paused_until && row.paused_until > now;
    if (error.kind !== 'unavailable' || !row || isPaused) return;
    const failures = row.failures + 1;
    const seconds = pauseSeconds(failures, error);
    const paused_until = seconds > 0 ? new Date(now.getTime() + seconds * 1000) : null;
    await ownRow(trx, account).set({ failures, paused_until }).execute();
  });
}

function pauseSeconds(failures: number, { trace, retryAfter }: CourierError): number {
  const isThrottled = trace?.status === 429;
  const atOnce = isThrottled ? Math.min(Math.max(retryAfter ?? 0, firstPauseSeconds), longestPauseSeconds) : 0;
  if (failures < failuresBeforePause) return atOnce;
  return Math.max(atOnce, Math.min(firstPauseSeconds * 2 ** (failures - failuresBeforePause), longestPauseSeconds));
}

const wordsOf = (error: CourierError): string =>
  cutText([error.message, error.courierWords].filter(Boolean).join(' '), 300);

/** A call with earlier credentials says nothing about the present ones. */
const ownRow = (trx: Db, account: AccountRow) =>
  trx
    .updateTable('courier_account')
    .where('shop_id', '=', account.shop_id)
    .where('id', '=', account.id)
    .where('version', '=', account.version);
