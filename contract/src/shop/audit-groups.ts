import * as z from 'zod';

/** What the activity log can be filtered by. */
export const AuditGroup = z.enum([
  'bookings',
  'documents',
  'data',
  'users',
  'sign-in',
  'settings',
  'accounts',
  'store',
]);
export type AuditGroup = z.infer<typeof AuditGroup>;

export const auditGroupName: Record<AuditGroup, string> = {
  bookings: 'Bookings',
  documents: 'Labels and load sheets',
  data: 'Imports, exports and downloads',
  users: 'Users',
  'sign-in': 'Sign-in and two-factor',
  settings: 'Settings and saved views',
  accounts: 'Courier accounts',
  store: 'Store and plan',
};
