import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import type { Job } from '../../base/db/job-requests.ts';
import { withShop } from '../../base/db/tenancy.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import { rowFrom, type Row } from '../batches/row.ts';

/** The account's due rows: queued ones, and those that a killed process was booking. Without those of `except`. */
export async function dueRows(
  context: Context,
  account: AccountRow,
  { except, limit }: { readonly except: ReadonlySet<string>; readonly limit: number },
): Promise<Row[]> {
  const rows = await withShop(context.db, account.shop_id, (trx) =>
    trx
      .selectFrom('batch_row')
      .selectAll()
      .where('shop_id', '=', account.shop_id)
      .where('account_id', '=', account.id)
      .where('due_at', '<=', context.clock())
      .where(sql<boolean>`id <> all(${[...except]}::text[])`)
      .orderBy('due_at')
      .orderBy('position')
      .limit(limit)
      .execute(),
  );
  return rows.map(rowFrom);
}

/** When the next row of an account is due. */
export async function nextDueAt({ db }: Context, shopId: string, accountId: string): Promise<Date | undefined> {
  const row = await withShop(db, shopId, (trx) =>
    trx
      .selectFrom('batch_row')
      .select(({ fn }) => fn.min('due_at').as('at'))
      .where('shop_id', '=', shopId)
      .where('account_id', '=', accountId)
      .executeTakeFirst(),
  );
  return row?.at ?? undefined;
}

export async function accountsWithRows(trx: Db): Promise<(Required<Job> & { readonly at: Date })[]> {
  const { rows } = await sql<Required<Job> & { at: Date }>`
    select shop_id as "shopId", account_id as key, min(due_at) as at from batch_row
    where due_at is not null group by shop_id, account_id`.execute(trx);
  return rows;
}
