import type { Context } from '../../base/context.ts';
import { companyName } from '@courierdesk/contract/companies';
import { loadAccount, type AccountRow } from '../../shop/courier-accounts/load-account.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { accountConcurrency } from './account-concurrency.ts';
import { bookRow } from './book-row.ts';
import { dueRows } from './due-rows.ts';
import { prepareRows, type PreparedRow } from './prepare-rows.ts';
import { postponeAccount } from './row-outcomes.ts';

/** After this time other accounts are served. */
const maxServedMs = 60_000;

/** Books the due rows of one account, as many at a time as its courier takes. */
export async function bookAccountRows(
  context: Context,
  shopId: string,
  accountId: string,
  signal: AbortSignal,
): Promise<void> {
  const account = await withShop(context.db, shopId, (trx) => loadAccount(trx, shopId, accountId));
  if (!account) throw new Error(`rows wait for account ${accountId}, which does not exist`);
  await postponeIfPaused(context, account);
  await bookRows(context, account, signal);
}

/** A paused account starts no new rows. Rows that a killed process was booking are still resumed. */
async function postponeIfPaused(context: Context, account: AccountRow): Promise<void> {
  const { paused_until: until } = account;
  if (!until || until <= context.clock()) return;
  const message = `${companyName[account.company]} is not responding. We’ll retry automatically.`;
  await postponeAccount(context, account, until, message);
}

/** Checks the next rows while it books those already checked. Throws the first error after the other rows have ended. */
async function bookRows(context: Context, account: AccountRow, signal: AbortSignal): Promise<void> {
  const concurrency = accountConcurrency(context, account);
  const until = performance.now() + maxServedMs;
  const running = new Set<Promise<void>>();
  /** Ids of the rows that are being checked or booked. */
  const taken = new Set<string>();
  const prepared: PreparedRow[] = [];
  const errors: unknown[] = [];
  let preparing: Promise<void> | undefined;
  let hasMore = true;
  let stopped = false;
  const isOver = (): boolean => stopped || signal.aborted || performance.now() > until;

  const fail = (error: unknown): void => {
    errors.push(error);
    stopped = true;
  };
  const prepareMore = async (): Promise<void> => {
    const limit = concurrency.maxToCheck();
    const rows = await dueRows(context, account, { except: taken, limit });
    for (const row of rows) taken.add(row.id);
    hasMore = rows.length === limit;
    const next = await prepareRows(context, account, rows);
    prepared.push(...next);
    const left = new Set(next.map(({ row }) => row.id));
    for (const row of rows) if (!left.has(row.id)) taken.delete(row.id);
  };
  const book = async (row: PreparedRow): Promise<void> => {
    if ((await bookRow(context, row, concurrency)) === 'stop') stopped = true;
    taken.delete(row.row.id);
  };

  for (;;) {
    while (!isOver() && running.size < concurrency.maxRunning()) {
      const row = prepared.shift();
      if (!row) break;
      const booking: Promise<void> = book(row)
        .catch(fail)
        .finally(() => running.delete(booking));
      running.add(booking);
    }
    if (!preparing && hasMore && !isOver() && prepared.length < concurrency.maxToCheck())
      preparing = prepareMore()
        .catch(fail)
        .finally(() => {
          preparing = undefined;
        });
    if (running.size === 0 && !preparing) break;
    await Promise.race([...running, ...(preparing ? [preparing] : [])]);
  }
  if (errors.length > 0) throw errors[0];
}
