import type { AccountChoice, CourierAccount } from '@courierdesk/contract/courier-accounts';
import { courierFields, missingToBook } from '@courierdesk/contract/courier-forms';
import { revisionOf } from '../../base/revision.ts';
import type { AccountRow } from './load-account.ts';

/** An account without its secrets, only with the names of those that are set. */
export function presentAccount(account: AccountRow): CourierAccount {
  const shown = courierFields[account.company].filter((field) => !field.secret);
  const fields = Object.fromEntries(shown.map((field) => [field.name, account.fields[field.name] ?? '']));
  return {
    ...fields,
    ...presentChoice(account),
    fields,
    secrets_set: account.secrets_set,
    health: {
      last_success_at: account.last_success_at?.toISOString() ?? null,
      last_error_at: account.last_error_at?.toISOString() ?? null,
      last_error: account.last_error,
      credentials_refused_at: account.credentials_refused_at?.toISOString() ?? null,
      credentials_error: account.credentials_error,
    },
    createdAt: account.created_at.toISOString(),
    revision: revisionOfAccount(account),
  };
}

/** `version` changes with the credentials and settings at the courier. */
export const revisionOfAccount = ({ name, weight, is_default, in_active, version }: AccountRow): string =>
  revisionOf([name, weight, is_default, in_active, version]);

export function presentChoice(account: AccountRow): AccountChoice {
  return {
    _id: account.id,
    id: account.id,
    name: account.name,
    company: account.company,
    is_default: account.is_default,
    in_active: account.in_active,
    off_by_plan: account.off_by_plan,
    weight: account.weight,
    missing_to_book: missingToBook(account.company, account.fields).map((field) => field.label),
  };
}
