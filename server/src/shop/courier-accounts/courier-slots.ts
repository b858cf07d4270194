import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { maxRememberedAccounts, RecentMap } from '../../base/process-memory.ts';
import type { AccountRow } from './load-account.ts';
import { AccountUnavailable } from './account-unavailable.ts';

/** The right to make one call to a courier. */
export type Slot = {
  /** Gives the slot back. Safe to call twice. */
  release(): Promise<void>;
};

type SlotContext = Pick<Context, 'db' | 'log' | 'memory'>;
type Account = Pick<AccountRow, 'shop_id' | 'id' | 'parallel_calls'>;

/** Leases use the clock of the database, which all processes share. */
const runningLeaseSeconds = 30;
const prolongEveryMs = 10_000;
/** Short, so that the waiting calls of a killed process do not keep others waiting. */
const waitingLeaseSeconds = 10;
/** How soon a process looks whether another one has given a slot back; less and less often while none has. */
const firstLookMs = 50;
const longestLookMs = 500;

/**
 * Waits until the account may make one more call. After `waitMs` it throws `AccountUnavailable` (an `unavailable`
 * CourierError). The calls of all processes wait in one queue, the table `courier_call`: the oldest one starts as soon as
 * fewer than `parallel_calls` are running. The calls of a killed process end with their lease.
 */
export function takeSlot(
  context: SlotContext,
  account: Account,
  { waitMs, signal }: { waitMs: number; signal?: AbortSignal | undefined },
): Promise<Slot> {
  const queue = queueOf(context, account);
  const call = newId();
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      queue.waiting.delete(call);
    };
    const giveUp = (): void => {
      leave();
      void endCall(context, queue, call);
      reject(
        new AccountUnavailable(
          'busy',
          'This courier account is busy with other calls. Please try again in a moment.',
          5,
        ),
      );
    };
    const timer = setTimeout(giveUp, waitMs);
    signal?.addEventListener('abort', giveUp, { once: true });
    if (signal?.aborted) return giveUp();
    queue.waiting.set(call, () => {
      leave();
      resolve(runningCall(context, queue, call));
    });
    void startWaiting(context, queue);
  });
}

/** The calls of one account that wait in this process. */
type Queue = {
  account: Account;
  /** What to do when a call may start, in the order of arrival. */
  readonly waiting: Map<string, () => void>;
  /** Calls that have ended and still hold their slots. */
  readonly ended: Set<string>;
  isStarting: boolean;
  /** Ends the pause before the next look. */
  lookNow: AbortController;
};

const queues = () => new RecentMap<Queue>(maxRememberedAccounts);

function queueOf({ memory }: SlotContext, account: Account): Queue {
  const queue = memory.of(queues).recall(account.id, () => ({
    account,
    waiting: new Map(),
    ended: new Set(),
    isStarting: false,
    lookNow: new AbortController(),
  }));
  queue.account = account;
  return queue;
}

async function startWaiting(context: SlotContext, queue: Queue): Promise<void> {
  if (queue.isStarting) return;
  queue.isStarting = true;
  let pauseMs = firstLookMs;
  while (queue.waiting.size > 0) {
    queue.lookNow = new AbortController();
    const started = await startOldest(context, queue).catch((error: unknown) => {
      context.log.warn({ err: error }, 'no courier slot could be taken');
      return [];
    });
    for (const call of started) {
      const start = queue.waiting.get(call);
      if (start) start();
      else void endCall(context, queue, call);
    }
    pauseMs = started.length > 0 ? firstLookMs : Math.min(pauseMs * 2, longestLookMs);
    if (queue.waiting.size > 0)
      await pause(pauseMs, undefined, { signal: queue.lookNow.signal }).catch(() => undefined);
  }
  queue.isStarting = false;
  if (queue.ended.size > 0) await giveSlotsBack(context, queue);
}

/**
 * Gives the slots of ended calls back, queues the waiting calls of this process and starts those that are next. Returns the
 * started ones.
 */
async function startOldest(context: SlotContext, { account, waiting, ended }: Queue): Promise<string[]> {
  const { shop_id: shopId, id: accountId } = account;
  const limit = Math.max(1, Math.trunc(account.parallel_calls));
  const mine = [...waiting.keys()];
  const over = [...ended];
  const ofAccount = sql`shop_id = ${shopId} and account_id = ${accountId}`;
  const started = await withShop(context.db, shopId, async (trx) => {
    // One process at a time decides for an account.
    await sql`select pg_advisory_xact_lock(hashtextextended(${accountId}, 0))`.execute(trx);
    await sql`
      delete from courier_call
      where ${ofAccount} and (lease_until < now() or id = any(${over}::text[]))`.execute(trx);
    const leaseUntil = fromNow(waitingLeaseSeconds);
    await trx
      .insertInto('courier_call')
      .values(mine.map((id) => ({ shop_id: shopId, account_id: accountId, id, lease_until: leaseUntil })))
      .onConflict((conflict) =>
        conflict
          .columns(['shop_id', 'account_id', 'id'])
          .doUpdateSet((eb) => ({ lease_until: eb.ref('excluded.lease_until') }))
          .where(
            sql<boolean>`excluded.lease_until - courier_call.lease_until > make_interval(secs => ${waitingLeaseSeconds / 2})`,
          ),
      )
      .execute();
    const { rows } = await sql<{ id: string }>`
      update courier_call set running = true, lease_until = ${fromNow(runningLeaseSeconds)}
      where ${ofAccount} and id = any(${mine}::text[]) and not running and place in (
        select place from courier_call where ${ofAccount} and not running order by place
        limit greatest(0, ${limit}::int - (select count(*) from courier_call where ${ofAccount} and running)))
      returning id`.execute(trx);
    return rows;
  });
  for (const call of over) ended.delete(call);
  const ids = new Set(started.map(({ id }) => id));
  return mine.filter((id) => ids.has(id));
}

const fromNow = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

function runningCall(context: SlotContext, queue: Queue, call: string): Slot {
  const prolonging = setInterval(() => {
    prolong(context, queue, call).catch((error: unknown) =>
      context.log.warn({ err: error }, 'the lease of a courier call was not prolonged'),
    );
  }, prolongEveryMs);
  prolonging.unref();
  let released: Promise<void> | undefined;
  return {
    release() {
      clearInterval(prolonging);
      released ??= endCall(context, queue, call);
      return released;
    },
  };
}

const prolong = (context: SlotContext, { account }: Queue, call: string): Promise<unknown> =>
  withShop(context.db, account.shop_id, (trx) =>
    trx
      .updateTable('courier_call')
      .set({ lease_until: fromNow(runningLeaseSeconds) })
      .where('shop_id', '=', account.shop_id)
      .where('account_id', '=', account.id)
      .where('id', '=', call)
      .execute(),
  );

/** A call that waits takes the slot in the transaction that gives it back. */
async function endCall(context: SlotContext, queue: Queue, call: string): Promise<void> {
  queue.ended.add(call);
  if (queue.isStarting) queue.lookNow.abort();
  else await giveSlotsBack(context, queue);
}

async function giveSlotsBack(context: SlotContext, queue: Queue): Promise<void> {
  const { account, ended } = queue;
  const calls = [...ended];
  ended.clear();
  await withShop(context.db, account.shop_id, (trx) =>
    trx
      .deleteFrom('courier_call')
      .where('shop_id', '=', account.shop_id)
      .where('account_id', '=', account.id)
      .where('id', 'in', calls)
      .execute(),
  ).catch((error: unknown) => context.log.warn({ err: error }, 'a courier call holds its slot until its lease ends'));
  // A call that came meanwhile may have looked before.
  queue.lookNow.abort();
}
