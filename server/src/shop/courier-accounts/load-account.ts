import { Company } from '@courierdesk/contract/companies';
import type { Selectable } from 'kysely';
import * as z from 'zod';
import type { Context } from '../../base/context.ts';
import type { CourierAccess } from '../../adapters/couriers/courier.ts';
import type { Db } from '../../base/db/client.ts';
import type { CourierAccount } from '../../base/db/schema.ts';

/** A courier account as it is stored: `fields` in the clear, `secrets` encrypted. */
export type AccountRow = Omit<Selectable<CourierAccount>, 'company' | 'fields'> & {
  readonly company: Company;
  readonly fields: Readonly<Record<string, string>>;
};

/** Nothing for parcels of companies that we do not book with: they have no account. */
export async function loadAccount(trx: Db, shopId: string, accountId: string | null): Promise<AccountRow | undefined> {
  if (accountId === null) return undefined;
  const row = await trx
    .selectFrom('courier_account')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row && accountFrom(row);
}

export const accountFrom = (row: Selectable<CourierAccount>): AccountRow => ({
  ...row,
  company: Company.parse(row.company),
  fields: Values.parse(row.fields),
});

/** What an adapter needs to act for the account: settings and decrypted credentials. */
export function accessOf(context: Pick<Context, 'vault'>, account: AccountRow): CourierAccess {
  const known = accesses.get(account);
  if (known?.vault === context.vault) return known.access;
  const access = {
    cacheKey: `${account.shop_id}:${account.id}:${account.version}`,
    fields: { ...account.fields, ...secretsOf(context, account) },
  };
  accesses.set(account, { vault: context.vault, access });
  return access;
}

/** Decrypted once per row, for work that makes many calls with it. */
const accesses = new WeakMap<AccountRow, { vault: Context['vault']; access: CourierAccess }>();

export function secretsOf(context: Pick<Context, 'vault'>, account: AccountRow): Record<string, string> {
  return Values.parse(JSON.parse(context.vault.open(account.secrets, accountSecretOwner(account.id))));
}

export const accountSecretOwner = (accountId: string): string => `courier_account:${accountId}`;
export const pushSecretOwner = (accountId: string): string => `courier_push:${accountId}`;

const Values = z.record(z.string(), z.string());
