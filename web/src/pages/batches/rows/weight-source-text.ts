import type { BatchRow } from '@courierdesk/contract/batch';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { bookedWeight, formatWeight, whyBookedHeavier, type WeightSource } from '@courierdesk/contract/weights';

/** The source of a weight that no person entered. The short form fits below a cell. */
export const weightSourceText: Record<WeightSource, { readonly short: string; readonly long: string }> = {
  store: { short: 'Store', long: 'From the store' },
  account: { short: 'Account', long: 'From the courier account' },
  shop: { short: 'Default', long: 'Your default weight in Settings' },
  mixed: { short: 'Mixed', long: 'From the store and a default weight' },
  none: { short: '', long: '' },
};

/** The courier's minimum, where it is booked instead of the row's weight. */
export function minimumText(
  { fields: { tracking_account: id, weight } }: BatchRow,
  accounts: readonly AccountChoice[],
): { readonly short: string; readonly long: string } | undefined {
  const account = accounts.find((one) => one.id === id);
  if (!account || typeof weight !== 'number') return undefined;
  const long = whyBookedHeavier(weight, account.company);
  return long ? { short: `booked as ${formatWeight(bookedWeight(weight, account.company))}`, long } : undefined;
}
