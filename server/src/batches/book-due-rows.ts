import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { putOffAccount } from './row-ends.ts';
import { dueAccounts, type AccountKey } from './row-leases.ts';
import { serveAccount } from './serve-account.ts';

/** Accounts that one worker serves at the same time. */
const accountsAtOnce = 8;
/** How soon an account that becomes due meanwhile gets a free place. */
const lookAgainMs = 1_000;
/** How many due accounts the line is chosen from. */
const lineLength = 200;

/** When this process last served an account: who waited longest is next. */
const lastServed = new WeakMap<Context['db'], Map<string, number>>();

/** Rows of batches whose time has come, account by account, each at its own courier's pace. */
export async function bookDueRows(context: Context, signal: AbortSignal): Promise<number> {
  const running = new Map<string, Promise<void>>();
  let served = 0;
  for (;;) {
    if (!signal.aborted) {
      for (const key of await nextAccounts(context, running, accountsAtOnce - running.size)) {
        const name = nameOf(key);
        const turn = serveAccount(context, key, signal)
          .then((count) => {
            served += count;
          })
          .catch((error: unknown) => failed(context, key, error))
          .finally(() => running.delete(name));
        running.set(name, turn);
      }
    }
    if (running.size === 0) return served;
    await Promise.race([...running.values(), pause(lookAgainMs, undefined, { ref: false })]);
  }
}

const failureMs = 60_000;

/** Rows that cannot be worked on must not be asked for again and again. */
async function failed(context: Context, key: AccountKey, error: unknown): Promise<void> {
  context.log.error({ err: error, account: key.account_id }, 'batch not served');
  const until = new Date(context.clock().getTime() + failureMs);
  const account = { shop_id: key.shop_id, id: key.account_id };
  await putOffAccount(context, account, until, 'Something went wrong here. It is tried again by itself.').catch(
    (again: unknown) => context.log.error({ err: again }, 'batch not put off'),
  );
}

const nameOf = (key: AccountKey): string => `${key.shop_id}:${key.account_id}`;

async function nextAccounts(
  context: Context,
  running: ReadonlyMap<string, unknown>,
  places: number,
): Promise<AccountKey[]> {
  if (places <= 0) return [];
  const served = lastServed.get(context.db) ?? new Map<string, number>();
  lastServed.set(context.db, served);
  const due = (await dueAccounts(context, lineLength)).filter((key) => !running.has(nameOf(key)));
  const next = due.toSorted((a, b) => (served.get(nameOf(a)) ?? 0) - (served.get(nameOf(b)) ?? 0)).slice(0, places);
  for (const key of next) served.set(nameOf(key), performance.now());
  return next;
}
