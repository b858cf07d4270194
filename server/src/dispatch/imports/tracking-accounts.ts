import { companies, companyName, type Company } from '@courierdesk/contract/companies';
import type { ChosenAccounts } from '@courierdesk/contract/imports';
import { activeAccounts } from '../../shop/courier-accounts/find-accounts.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import type { Db } from '../../base/db/client.ts';
import { AppError } from '../../base/errors.ts';

/**
 * The account that tracks parcels of this courier, or the reason why there is none. A shop has one default
 * account, of one courier.
 */
export function accountFor(
  accounts: readonly AccountRow[],
  company: Company,
  chosen: ChosenAccounts,
): AccountRow | string {
  const own = accounts.filter((account) => account.company === company);
  const name = companyName[company];
  const wanted = chosen[company];
  if (wanted !== undefined)
    return own.find((account) => account.id === wanted) ?? `The ${name} account chosen for this file is not active`;
  const account = own.find(({ is_default }) => is_default) ?? (own.length === 1 ? own[0] : undefined);
  if (account) return account;
  return own.length === 0
    ? `There is no active ${name} account. Create one on the Accounts page`
    : `There are ${own.length} active ${name} accounts. Choose one for these parcels (accounts.${company})`;
}

/** The active accounts of each of these companies that has several: only a person knows which of them booked the parcels. */
export function accountsToChoose(
  accounts: readonly AccountRow[],
  wanted: ReadonlySet<string>,
): { company: Company; accounts: AccountRow[] }[] {
  return companies
    .filter((company) => wanted.has(company))
    .map((company) => ({ company, accounts: accounts.filter((account) => account.company === company) }))
    .filter(({ accounts: own }) => own.length > 1);
}

/** Each chosen account is an active one of this shop and of the company it was chosen for. */
export async function refuseUnusableAccounts(trx: Db, shopId: string, chosen: ChosenAccounts): Promise<void> {
  const accounts = await activeAccounts(trx, shopId);
  for (const company of companies) {
    const id = chosen[company];
    if (id === undefined || accounts.some((account) => account.id === id && account.company === company)) continue;
    throw new AppError(
      'invalid-input',
      `The account chosen for ${companyName[company]} is not an active ${companyName[company]} account`,
      {
        field: `accounts.${company}`,
      },
    );
  }
}
