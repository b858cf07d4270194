/** Kinds of background work that each shop has for itself. `app/worker.ts` has the work of each. */
export const jobKinds = [
  'webhooks',
  'mails',
  'customer-mails',
  'reset-mails',
  'subscriptions',
  'store-reads',
  'store-probes',
  'booking-look-ups',
  'cancels',
  'exports',
  'imports',
  'import-previews',
  'prints',
  'label-downloads',
  'load-sheets',
  'comparisons',
  'difference-repairs',
  'shipment-tasks',
  'courier-cities',
] as const;
export type JobKind = (typeof jobKinds)[number];
