import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import { newId } from '../../base/db/ids.ts';
import { acrossShops, withShop } from '../../base/db/tenancy.ts';
import { claimDueRows } from '../../base/jobs/claim-due-rows.ts';
import { rowFrom, type Row } from './row.ts';

/**
 * A worker's lease on rows of one account. Leasing a row sets its `lease_id` and moves `due_at` ahead; the worker
 * extends it while it works. If the worker dies, the rows become due again and another worker resumes them.
 */
export type RowLease = { readonly account: AccountRow; readonly leaseId: string };

const leaseMs = 30_000;
export const extendEveryMs = 8_000;

export type AccountKey = { readonly shop_id: string; readonly account_id: string };

/** Accounts with due rows, the longest waiting first. */
export function dueAccounts(context: Context, limit: number): Promise<AccountKey[]> {
  const now = context.clock();
  return acrossShops(context.db, async (trx) => {
    const { rows } = await sql<AccountKey>`
      select shop_id, account_id from batch_row
      where due_at is not null and due_at <= ${now}
      group by shop_id, account_id order by min(due_at) limit ${limit}`.execute(trx);
    return rows;
  });
}

/** Leases the account's due rows: queued ones, and those of a dead worker. */
export async function leaseDueRows(context: Context, { account, leaseId }: RowLease, limit: number): Promise<Row[]> {
  const now = context.clock();
  const rows = await withShop(context.db, account.shop_id, (trx) =>
    claimDueRows(trx, 'batch_row', {
      due: sql`shop_id = ${account.shop_id} and account_id = ${account.id} and due_at <= ${now}`,
      orderBy: sql`due_at, position`,
      limit,
      set: sql`lease_id = ${leaseId}, due_at = ${new Date(now.getTime() + leaseMs)}`,
    }),
  );
  return rows.map(rowFrom).toSorted((a, b) => a.position - b.position);
}

export async function extendRowLease(context: Context, lease: RowLease): Promise<void> {
  const until = new Date(context.clock().getTime() + leaseMs);
  await withShop(context.db, lease.account.shop_id, (trx) =>
    trx
      .updateTable('batch_row')
      .set({ due_at: until })
      .where('shop_id', '=', lease.account.shop_id)
      .where('account_id', '=', lease.account.id)
      .where('due_at', 'is not', null)
      .where('lease_id', '=', lease.leaseId)
      .execute(),
  );
}

/** Releases rows that were leased but not started, so that any worker can lease them. */
export async function releaseRows(context: Context, lease: RowLease, rows: readonly Pick<Row, 'id'>[]): Promise<void> {
  if (rows.length === 0) return;
  const now = context.clock();
  await withShop(context.db, lease.account.shop_id, (trx) =>
    trx
      .updateTable('batch_row')
      .set({ lease_id: null, due_at: now })
      .where('shop_id', '=', lease.account.shop_id)
      .where('id', '=', (where) => where.fn.any(where.val(rows.map((row) => row.id))))
      .where('lease_id', '=', lease.leaseId)
      .where('state', '=', 'queued')
      .execute(),
  );
}

export const newRowLease = (context: Context, account: AccountRow): RowLease => ({
  account,
  leaseId: newId(context.clock()),
});
