import type { Company } from '@courierdesk/contract/companies';
import type { Paging } from '@courierdesk/contract/paging';
import { brokenConstraint, type Db } from '../../base/db/client.ts';
import { AppError } from '../../base/errors.ts';
import { accountFrom, type AccountRow } from './load-account.ts';

const accounts = (trx: Db, shopId: string) =>
  trx.selectFrom('courier_account').selectAll().where('shop_id', '=', shopId);

/** A page of the shop's accounts, by name, and how many there are. */
export async function accountsPage(
  trx: Db,
  shopId: string,
  paging: Paging,
): Promise<{ rows: AccountRow[]; total: number }> {
  const rows = await accounts(trx, shopId)
    .orderBy((eb) => eb.fn('lower', ['name']))
    .limit(paging.limit)
    .offset((paging.page - 1) * paging.limit)
    .execute();
  return { rows: rows.map(accountFrom), total: await countAccounts(trx, shopId) };
}

/** Accounts at one company, those that can be booked with first. */
export async function accountsOfCompany(trx: Db, shopId: string, company: Company): Promise<AccountRow[]> {
  const rows = await accounts(trx, shopId).where('company', '=', company).orderBy('in_active').orderBy('id').execute();
  return rows.map(accountFrom);
}

export async function countAccounts(trx: Db, shopId: string, only: { active?: boolean } = {}): Promise<number> {
  const row = await trx
    .selectFrom('courier_account')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('shop_id', '=', shopId)
    .$if(only.active === true, (query) => query.where('in_active', '=', false))
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Serialises changes to a shop's accounts, so that limits, names and the single default are exact. */
export async function lockAccounts(trx: Db, shopId: string): Promise<void> {
  await trx.selectFrom('shop').select('id').where('id', '=', shopId).forUpdate().execute();
}

export async function clearDefault(trx: Db, shopId: string): Promise<void> {
  await trx
    .updateTable('courier_account')
    .set({ is_default: false })
    .where('shop_id', '=', shopId)
    .where('is_default', '=', true)
    .execute();
}

export async function refuseTakenName(trx: Db, shopId: string, name: string, exceptId?: string): Promise<void> {
  const taken = await trx
    .selectFrom('courier_account')
    .select('id')
    .where('shop_id', '=', shopId)
    .where((eb) => eb(eb.fn('lower', ['name']), '=', eb.fn('lower', [eb.val(name)])))
    .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId ?? ''))
    .executeTakeFirst();
  if (taken) throw nameTaken();
}

/** For the write itself, because the database decides whether a name is free. */
export function refuseBrokenName(error: unknown): never {
  throw brokenConstraint(error) === 'courier_account_name' ? nameTaken() : error;
}

const nameTaken = (): AppError =>
  new AppError('conflict', 'Another account of this shop has this name.', { field: 'account_name' });
