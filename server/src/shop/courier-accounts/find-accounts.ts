import { Company } from '@courierdesk/contract/companies';
import type { Db } from '../../base/db/client.ts';
import { failuresBeforePause } from './account-health.ts';
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

/** An account that is not used for so long may work again. */
const failureCountsMs = 60 * 60_000;

/** Couriers that failed several times in a row, the last time within the hour. */
export async function failingCouriers(trx: Db, shopId: string, now: Date): Promise<Company[]> {
  const rows = await trx
    .selectFrom('courier_account')
    .select('company')
    .distinct()
    .where('shop_id', '=', shopId)
    .where('in_active', '=', false)
    .where('failures', '>=', failuresBeforePause)
    .where('last_error_at', '>', new Date(now.getTime() - failureCountsMs))
    .orderBy('company')
    .execute();
  return rows.map(({ company }) => Company.parse(company));
}
