import { missingToBook } from '@courierdesk/contract/courier-forms';
import type { AccountRow } from '../courier-accounts/load-account.ts';

/** Why an account cannot book. Undefined when it can. */
export function whyUnusable(
  account: Pick<AccountRow, 'name' | 'company' | 'fields' | 'in_active'>,
): string | undefined {
  if (account.in_active) return `${account.name} is inactive`;
  const missing = missingToBook(account.company, account.fields).map((field) => field.label);
  return missing.length > 0 ? `${account.name} cannot book yet: ${missing.join(', ')} is missing` : undefined;
}
