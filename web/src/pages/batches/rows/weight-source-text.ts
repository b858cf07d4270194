import type { WeightSource } from '@courierdesk/contract/weights';

/** The source of a weight that no person entered. The short form fits below a cell. */
export const weightSourceText: Record<WeightSource, { readonly short: string; readonly long: string }> = {
  store: { short: 'Store', long: 'From the store' },
  account: { short: 'Account', long: 'From the courier account' },
  shop: { short: 'Default', long: 'Your default weight in Settings' },
  mixed: { short: 'Mixed', long: 'From the store and a default weight' },
  none: { short: '', long: '' },
};
