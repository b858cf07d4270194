import { companyName } from '@courierdesk/contract/companies';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';

/** Accounts to choose from in a select. Those that cannot book yet are disabled. */
export const accountOptions = (accounts: readonly AccountChoice[]) =>
  accounts.map(({ id, name, company, missing_to_book: missing }) => ({
    value: id,
    label: `${name} · ${companyName[company]}`,
    disabled: missing.length > 0,
  }));
