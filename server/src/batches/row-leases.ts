import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { AccountRow } from '../courier-accounts/load-account.ts';
import { newId } from '../db/ids.ts';
import { acrossShops, withShop } from '../db/tenancy.ts';
import { claimDueRows } from '../jobs/claim-due-rows.ts';
import { rowFrom, type Row } from './row.ts';

/**
 * Rows in one worker's hand. Who takes a row moves its time on and names itself; it keeps doing so while it works. When
 * it dies the time comes round, and another worker goes on where it was.
 */
export type Hand = { readonly account: AccountRow; readonly leaseId: string };

const leaseMs = 30_000;
export const prolongEveryMs = 8_000;

export type AccountKey = { readonly shop_id: string; readonly account_id: string };

/** Accounts with rows whose time has come, the longest waiting first. */
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

/** Takes rows of the account that are due: those that wait, and those that a dead worker had in hand. */
export async function takeRows(context: Context, { account, leaseId }: Hand, limit: number): Promise<Row[]> {
  const now = context.clock();
  const rows = await withShop(
    context.db,
    account.shop_id,
    (trx) =>
      claimDueRows(trx, 'batch_row', {
        due: sql`shop_id = ${account.shop_id} and account_id = ${account.id} and due_at <= ${now}`,
        orderBy: sql`due_at, position`,
        limit,
        set: sql`lease_id = ${leaseId}, due_at = ${new Date(now.getTime() + leaseMs)}`,
      }),
    { durable: false },
  );
  return rows.map(rowFrom).toSorted((a, b) => a.position - b.position);
}

/** Goes on holding what is in hand. */
export async function prolong(context: Context, hand: Hand): Promise<void> {
  const until = new Date(context.clock().getTime() + leaseMs);
  await withShop(
    context.db,
    hand.account.shop_id,
    (trx) =>
      trx
        .updateTable('batch_row')
        .set({ due_at: until })
        .where('shop_id', '=', hand.account.shop_id)
        .where('account_id', '=', hand.account.id)
        .where('due_at', 'is not', null)
        .where('lease_id', '=', hand.leaseId)
        .execute(),
    { pipelined: true, durable: false },
  );
}

/** Puts rows back that were not begun; others may take them. */
export async function giveBack(context: Context, hand: Hand, rows: readonly Pick<Row, 'id'>[]): Promise<void> {
  if (rows.length === 0) return;
  const now = context.clock();
  await withShop(
    context.db,
    hand.account.shop_id,
    (trx) =>
      trx
        .updateTable('batch_row')
        .set({ lease_id: null, due_at: now })
        .where('shop_id', '=', hand.account.shop_id)
        .where('id', '=', (where) => where.fn.any(where.val(rows.map((row) => row.id))))
        .where('lease_id', '=', hand.leaseId)
        .where('state', '=', 'queued')
        .execute(),
    { pipelined: true, durable: false },
  );
}

export const newHand = (context: Context, account: AccountRow): Hand => ({
  account,
  leaseId: newId(context.clock()),
});
