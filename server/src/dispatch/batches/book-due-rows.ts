import type { Context } from '../../base/context.ts';
import { maxRememberedAccounts, setRecent } from '../../shop/courier-accounts/recent-entries.ts';
import { runPool } from '../../base/jobs/run-pool.ts';
import { postponeAccount } from './row-outcomes.ts';
import { dueAccounts, type AccountKey } from './row-leases.ts';
import { bookAccountRows } from './book-account-rows.ts';

/** Accounts that one worker serves at the same time. */
const accountsAtOnce = 8;
/** How many due accounts the next one is chosen from. */
const maxDueAccounts = 200;

/** When this process last served each account. The account that waited longest is next. */
const lastServed = new WeakMap<Context['db'], Map<string, number>>();

/** Books the batch rows that are due, account by account, each as fast as its courier takes them. */
export async function bookDueRows(context: Context, signal: AbortSignal): Promise<number> {
  let served = 0;
  await runPool<AccountKey>({
    size: accountsAtOnce,
    next: (running) => nextAccount(context, running),
    async work(key) {
      try {
        served += await bookAccountRows(context, key, signal);
      } catch (error) {
        await postponeAfterError(context, key, error);
      }
    },
    signal,
  });
  return served;
}

async function nextAccount(context: Context, running: ReadonlySet<AccountKey>): Promise<AccountKey | undefined> {
  const served = lastServed.get(context.db) ?? new Map<string, number>();
  lastServed.set(context.db, served);
  const busy = new Set([...running].map(nameOf));
  const due = (await dueAccounts(context, maxDueAccounts)).filter((key) => !busy.has(nameOf(key)));
  const [next] = due.toSorted((a, b) => (served.get(nameOf(a)) ?? 0) - (served.get(nameOf(b)) ?? 0));
  if (next) setRecent(served, nameOf(next), performance.now(), maxRememberedAccounts);
  return next;
}

const nameOf = (key: AccountKey): string => `${key.shop_id}:${key.account_id}`;

const errorPauseMs = 60_000;

/** Without a pause, rows that fail with an error would be tried again at once, in an endless loop. */
async function postponeAfterError(context: Context, key: AccountKey, error: unknown): Promise<void> {
  context.log.error({ err: error, account: key.account_id }, 'could not book the rows of an account');
  const until = new Date(context.clock().getTime() + errorPauseMs);
  const account = { shop_id: key.shop_id, id: key.account_id };
  await postponeAccount(context, account, until, 'Something went wrong. We’ll retry automatically.').catch(
    (postponeError: unknown) => context.log.error({ err: postponeError }, 'could not postpone the rows of an account'),
  );
}
