import { cutText } from '@courierdesk/contract/cut-text';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { CourierError } from '../couriers/courier-error.ts';
import type { Db } from '../db/client.ts';
import { withShop } from '../db/tenancy.ts';
import type { AccountRow } from './load-account.ts';

const successEveryMs = 30_000;
const firstPauseSeconds = 5;
const longestPauseSeconds = 300;
/** One or two lost replies do not pause an account. The courier's own "too many requests" does. */
export const failuresBeforePause = 3;

type Remembered = { savedAt: number; failing: boolean };

const memories = new WeakMap<Db, Map<string, Remembered>>();

function remembered(context: Pick<Context, 'db'>, account: AccountRow): Remembered {
  const memory = memories.get(context.db) ?? new Map<string, Remembered>();
  memories.set(context.db, memory);
  const known = memory.get(account.id) ?? { savedAt: 0, failing: false };
  memory.set(account.id, known);
  return known;
}

/** The courier replied. Saved at most every 30 s, unless the account was failing. */
export async function recordSuccess(context: Context, account: AccountRow): Promise<void> {
  const memory = remembered(context, account);
  const now = context.clock();
  const wasFailing = memory.failing || account.failures > 0 || account.last_error !== '';
  if (!wasFailing && Math.abs(now.getTime() - memory.savedAt) < successEveryMs) return;
  memory.savedAt = now.getTime();
  memory.failing = false;
  await withShop(
    context.db,
    account.shop_id,
    (trx) =>
      ownRow(trx, account).set({ last_success_at: now, failures: 0, paused_until: null, last_error: '' }).execute(),
    { pipelined: true, durable: false },
  );
}

/**
 * The courier failed. Refused credentials and unclear answers are recorded; while it is unavailable again and again, the
 * account is paused for 5 s at first and at most 5 min. Calls that fail together count once.
 */
export async function recordFailure(context: Context, account: AccountRow, error: CourierError): Promise<void> {
  remembered(context, account).failing = true;
  const now = context.clock();
  const failure = {
    last_error_at: now,
    last_error: cutText([error.message, error.courierWords].filter(Boolean).join(' '), 300),
  };
  await withShop(
    context.db,
    account.shop_id,
    async (trx) => {
      await ownRow(trx, account).set(failure).execute();
      if (error.kind !== 'unavailable') return;
      const isThrottled = error.trace?.status === 429;
      const atOnce = isThrottled
        ? Math.min(Math.max(error.retryAfter ?? 0, firstPauseSeconds), longestPauseSeconds)
        : 0;
      const failures = sql<number>`failures + 1`;
      const growing = sql<number>`case when failures + 1 < ${failuresBeforePause}::int then 0
      else least(${longestPauseSeconds}::int, ${firstPauseSeconds}::int * power(2, least(failures + 1 - ${failuresBeforePause}::int, 10))) end`;
      const seconds = sql<number>`greatest(${atOnce}::int, ${growing})`;
      await ownRow(trx, account)
        .set({
          failures,
          paused_until: sql<Date>`case when ${seconds} > 0 then ${now}::timestamptz + ${seconds} * interval '1 second' end`,
        })
        .where((eb) => eb.or([eb('paused_until', 'is', null), eb('paused_until', '<=', now)]))
        .execute();
    },
    { durable: false },
  );
}

const ownRow = (trx: Db, account: AccountRow) =>
  trx.updateTable('courier_account').where('shop_id', '=', account.shop_id).where('id', '=', account.id);
