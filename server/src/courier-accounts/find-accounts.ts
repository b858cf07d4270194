import type { Db } from '../db/client.ts';
import { accountFrom, type AccountRow } from './load-account.ts';

export async function accountsByName(trx: Db, shopId: string): Promise<AccountRow[]> {
  const rows = await trx
    .selectFrom('courier_account')
    .selectAll()
    .where('shop_id', '=', shopId)
    .orderBy((eb) => eb.fn('lower', ['name']))
    .execute();
  return rows.map(accountFrom);
}

/** Accounts that can be booked with, the default one first. */
export async function activeAccounts(trx: Db, shopId: string): Promise<AccountRow[]> {
  const rows = await trx
    .selectFrom('courier_account')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('in_active', '=', false)
    .orderBy('is_default', 'desc')
    .orderBy((eb) => eb.fn('lower', ['name']))
    .execute();
  return rows.map(accountFrom);
}
