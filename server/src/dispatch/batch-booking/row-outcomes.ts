import { companyName } from '@courierdesk/contract/companies';
import type { ErrorCode } from '@courierdesk/contract/errors';
import { sql, type UpdateObject } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import type { Db } from '../../base/db/client.ts';
import type { DB } from '../../base/db/schema.ts';
import { withShop } from '../../base/db/tenancy.ts';
import type { AppError } from '../../base/errors.ts';
import { lockBatchesOf } from '../batches/lock-batches.ts';
import type { Row } from '../batches/row.ts';
import { requestStoreComparison } from '../batches/show-batch.ts';

/** After one of these errors the row is compared with the store again, so that it shows the cause. */
const orderProblems: readonly ErrorCode[] = [
  'order-already-booked',
  'order-already-fulfilled',
  'nothing-to-ship',
  'order-cancelled-in-store',
  'order-not-voided',
  'order-not-confirmed',
  'not-found',
];

/** Marks a row as not booked, with our reason or the courier's. Does nothing if somebody stopped it. */
export async function failRow(context: Context, row: Row, code: ErrorCode, message: string): Promise<void> {
  const now = context.clock();
  await withShop(context.db, row.shop_id, async (trx) => {
    await changeRow(trx, row, { state: 'failed', code, message, due_at: null, ended_at: now });
    if (orderProblems.includes(code))
      await requestStoreComparison(trx, context, { shop_id: row.shop_id, id: row.batch_id });
  });
}

export const failRowWith = (context: Context, row: Row, error: AppError): Promise<void> =>
  failRow(context, row, error.code, error.items[0].msg);

/** The plan limit is reached: marks every queued row of the shop as not booked. */
export async function failWaitingRowsOfShop(context: Context, shopId: string, error: AppError): Promise<void> {
  const now = context.clock();
  const { code, items } = error;
  const change = { state: 'failed', code, message: items[0].msg, due_at: null, ended_at: now };
  await withShop(context.db, shopId, (trx) => changeWaiting(trx, { shop_id: shopId }, change));
}

/** The courier refuses the account's credentials: marks every queued row of the account as not booked. */
export async function failWaitingRowsOfAccount(context: Context, account: AccountRow, words: string): Promise<void> {
  const now = context.clock();
  const change = {
    state: 'failed',
    code: 'courier-unauthorised',
    message: `${unauthorisedMessage(account, words)} Nothing was sent for this order.`,
    due_at: null,
    ended_at: now,
  };
  await withShop(context.db, account.shop_id, (trx) => changeWaiting(trx, account, change));
}

export const unauthorisedMessage = (account: AccountRow, words: string): string =>
  `${companyName[account.company]} refused the credentials of ${account.name}: ${words}. Correct them on the Accounts page, then retry.`;

/** Postpones the account's queued rows and shows `message` on them. */
export async function postponeAccount(
  context: Context,
  account: Pick<AccountRow, 'shop_id' | 'id'>,
  until: Date,
  message: string,
): Promise<void> {
  await withShop(context.db, account.shop_id, (trx) => changeWaiting(trx, account, { message, due_at: until }));
}

/**
 * The attempt ended before the courier got it. Queues the row for a new attempt, which has its own reference. If a person
 * stopped the batch since, the row becomes a draft instead.
 */
export async function requeueRow(context: Context, row: Row, at: Date, message: string): Promise<void> {
  const isStopped = sql<boolean>`asked_by_user_id is null`;
  await withShop(context.db, row.shop_id, (trx) =>
    changeRow(trx, row, {
      state: sql<string>`case when ${isStopped} then 'draft' else 'queued' end`,
      ready: isStopped,
      attempt: sql<number>`attempt + 1`,
      shipment_id: null,
      message: sql<string>`case when ${isStopped} then '' else ${message}::text end`,
      due_at: sql<Date | null>`case when ${isStopped} then null else ${at}::timestamptz end`,
    }),
  );
}

/** Another process is asking the courier for this row now. Checks it again at `at`. */
export async function postponeRow(context: Context, row: Row, at: Date): Promise<void> {
  await withShop(context.db, row.shop_id, (trx) => changeRow(trx, row, { due_at: at }));
}

type Change = UpdateObject<DB, 'batch_row'>;

/** Changes the row, unless a person stopped it or it was queued again. */
async function changeRow(trx: Db, row: Row, change: Change): Promise<void> {
  await lockBatchesOf(trx, row.shop_id, sql`${row.batch_id}`);
  await trx
    .updateTable('batch_row')
    .set(change)
    .where('shop_id', '=', row.shop_id)
    .where('id', '=', row.id)
    .where('attempt', '=', row.attempt)
    .where('state', 'in', ['queued', 'booking'])
    .execute();
}

/** Changes the queued rows of a shop, or of one account. */
async function changeWaiting(
  trx: Db,
  { shop_id: shopId, id: accountId }: Pick<AccountRow, 'shop_id'> & Partial<Pick<AccountRow, 'id'>>,
  change: Change,
): Promise<void> {
  const isWaiting = sql<boolean>`state = 'queued' and due_at is not null ${accountId ? sql`and account_id = ${accountId}` : sql``}`;
  await lockBatchesOf(trx, shopId, sql`select batch_id from batch_row where shop_id = ${shopId} and ${isWaiting}`);
  await trx.updateTable('batch_row').set(change).where('shop_id', '=', shopId).where(isWaiting).execute();
}
