import { companyName } from '@courierdesk/contract/companies';
import type { ErrorCode } from '@courierdesk/contract/errors';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { AccountRow } from '../courier-accounts/load-account.ts';
import type { Db } from '../db/client.ts';
import { withShop } from '../db/tenancy.ts';
import type { AppError } from '../errors.ts';
import type { Row } from './row.ts';
import type { Hand } from './row-leases.ts';
import { wantReading } from './show-batch.ts';

/** What stands in a row's way was found out about its order: the row should show it. */
const aboutTheOrder: readonly ErrorCode[] = [
  'order-already-booked',
  'order-already-fulfilled',
  'order-cancelled-in-store',
  'order-not-voided',
  'not-found',
];

/** Nothing was booked, in our words or the courier's. Only while the row is in this hand. */
export async function failRow(context: Context, hand: Hand, row: Row, code: ErrorCode, message: string): Promise<void> {
  const now = context.clock();
  await withShop(context.db, row.shop_id, async (trx) => {
    await ownRow(trx, hand, row)
      .set({ state: 'failed', code, message, due_at: null, lease_id: null, ended_at: now })
      .execute();
    if (aboutTheOrder.includes(code)) await wantReading(trx, { shop_id: row.shop_id, id: row.batch_id }, now);
  });
  if (aboutTheOrder.includes(code)) context.wake('batch-reading');
}

export const failRowBy = (context: Context, hand: Hand, row: Row, error: AppError): Promise<void> =>
  failRow(context, hand, row, error.code, error.items[0].msg);

/** The same for every row of the shop that still waits: the plan allows no more. */
export async function failAllOfShop(context: Context, shopId: string, error: AppError): Promise<void> {
  const now = context.clock();
  await withShop(context.db, shopId, (trx) =>
    waiting(trx, shopId)
      .set({
        state: 'failed',
        code: error.code,
        message: error.items[0].msg,
        due_at: null,
        lease_id: null,
        ended_at: now,
      })
      .execute(),
  );
}

/** The account's credentials are refused: who waits for it need not be asked for one by one. */
export async function failAllOfAccount(context: Context, account: AccountRow, words: string): Promise<void> {
  const now = context.clock();
  await withShop(context.db, account.shop_id, (trx) =>
    waiting(trx, account.shop_id)
      .where('account_id', '=', account.id)
      .set({
        state: 'failed',
        code: 'courier-unauthorised',
        message: `${unauthorisedWords(account, words)} Nothing was sent for this order.`,
        due_at: null,
        lease_id: null,
        ended_at: now,
      })
      .execute(),
  );
}

export const unauthorisedWords = (account: AccountRow, words: string): string =>
  `${companyName[account.company]} refuses the credentials of ${account.name}: ${words}. Correct them on the Accounts page, then retry.`;

/** The courier is left alone for a while; its rows say so. */
export async function putOffAccount(
  context: Context,
  account: Pick<AccountRow, 'shop_id' | 'id'>,
  until: Date,
  message: string,
): Promise<void> {
  await withShop(context.db, account.shop_id, (trx) =>
    waiting(trx, account.shop_id)
      .where('account_id', '=', account.id)
      .set({ message, due_at: until, lease_id: null })
      .execute(),
  );
}

/** The attempt came to nothing before the courier had it: another one is made, with a reference of its own. */
export async function tryAgain(context: Context, hand: Hand, row: Row, at: Date, message: string): Promise<void> {
  await withShop(context.db, row.shop_id, (trx) =>
    ownRow(trx, hand, row)
      .set((eb) => ({
        state: 'queued',
        attempt: eb('attempt', '+', 1),
        shipment_id: null,
        message,
        due_at: at,
        lease_id: null,
      }))
      .execute(),
  );
}

/** Somebody else is asking the courier for it this moment; looked at again later. */
export async function lookLater(context: Context, hand: Hand, row: Row, at: Date): Promise<void> {
  await withShop(context.db, row.shop_id, (trx) =>
    ownRow(trx, hand, row).set({ due_at: at, lease_id: null }).execute(),
  );
}

const ownRow = (trx: Db, hand: Hand, row: Row) =>
  trx
    .updateTable('batch_row')
    .where('shop_id', '=', row.shop_id)
    .where('id', '=', row.id)
    .where('lease_id', '=', hand.leaseId)
    .where('state', 'in', ['queued', 'booking']);

const waiting = (trx: Db, shopId: string) =>
  trx
    .updateTable('batch_row')
    .where('shop_id', '=', shopId)
    .where('state', '=', 'queued')
    .where(sql<boolean>`due_at is not null`);
