import type { Context } from '../../base/context.ts';
import { companyName } from '@courierdesk/contract/companies';
import { loadAccount, type AccountRow } from '../../shop/courier-accounts/load-account.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { extendLeaseDuring } from '../../base/jobs/extend-lease-during.ts';
import { accountConcurrency } from './account-concurrency.ts';
import { bookRow } from './book-row.ts';
import { prepareRows, type PreparedRow } from './prepare-rows.ts';
import {
  extendEveryMs,
  extendRowLease,
  newRowLease,
  releaseRows,
  type AccountKey,
  type RowLease,
} from './row-leases.ts';
import { postponeAccount } from './row-outcomes.ts';

/** After this time other accounts are served. */
const maxServedMs = 60_000;

/** Books the due rows of one account, as many at a time as its courier takes. Returns how many it worked on. */
export async function bookAccountRows(context: Context, key: AccountKey, signal: AbortSignal): Promise<number> {
  const account = await withShop(context.db, key.shop_id, (trx) => loadAccount(trx, key.shop_id, key.account_id));
  if (!account) throw new Error(`rows wait for account ${key.account_id}, which does not exist`);
  await postponeIfPaused(context, account);
  const lease = newRowLease(context, account);
  return extendLeaseDuring(
    context,
    { of: 'batch rows', everyMs: extendEveryMs, extend: () => extendRowLease(context, lease) },
    () => bookLeasedRows(context, lease, signal),
  );
}

/** A paused account starts no new rows. Rows that a dead worker had already claimed are still resumed. */
async function postponeIfPaused(context: Context, account: AccountRow): Promise<void> {
  const { paused_until: until } = account;
  if (!until || until <= context.clock()) return;
  const message = `${companyName[account.company]} is not responding. We’ll retry automatically.`;
  await postponeAccount(context, account, until, message);
}

/** Checks the next rows while it books those already checked. */
async function bookLeasedRows(context: Context, lease: RowLease, signal: AbortSignal): Promise<number> {
  const concurrency = accountConcurrency(context, lease.account);
  const until = performance.now() + maxServedMs;
  const running = new Set<Promise<void>>();
  const prepared: PreparedRow[] = [];
  let preparing: Promise<void> | undefined;
  let booked = 0;
  let hasMore = true;
  let stopped = false;
  const isOver = (): boolean => stopped || signal.aborted || performance.now() > until;

  // The rows of a failed task become due again when their lease ends.
  const fail = (error: unknown): void => {
    context.log.error({ err: error, account: lease.account.id }, 'could not book the rows of an account');
    stopped = true;
  };
  const prepareMore = async (): Promise<void> => {
    const next = await prepareRows(context, lease, concurrency.maxToCheck());
    prepared.push(...next.prepared);
    hasMore = next.hasMore;
  };
  const book = async (row: PreparedRow): Promise<void> => {
    if ((await bookRow(context, lease, row, concurrency)) === 'stop') stopped = true;
  };

  for (;;) {
    while (!isOver() && running.size < concurrency.maxRunning()) {
      const row = prepared.shift();
      if (!row) break;
      booked += 1;
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
  await releaseRows(
    context,
    lease,
    prepared.map(({ row }) => row),
  );
  return booked;
}
