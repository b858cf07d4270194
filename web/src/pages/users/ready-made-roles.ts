import { Scope } from '@courierdesk/contract/scopes';

type ReadyMadeRole = { label: string; about: string; scopes: readonly Scope[] };

/** Sets of scopes to start from. */
export const readyMadeRoles: readonly ReadyMadeRole[] = [
  {
    label: 'Dispatcher',
    about: 'Books, prints, tracks and cancels parcels',
    scopes: ['READ_ORDERS', 'BOOK_ORDERS', 'WRITE_ORDERS', 'READ_ACCOUNTS'],
  },
  { label: 'Customer service', about: 'Tracks and cancels parcels', scopes: ['READ_ORDERS', 'WRITE_ORDERS'] },
  {
    label: 'Accountant',
    about: 'Imports payments, exports, sees the dashboard',
    scopes: ['READ_ORDERS', 'UPDATE_ORDERS', 'EXPORT_ORDERS', 'READ_ANALYTICS'],
  },
  { label: 'Manager', about: 'All but users, staff figures and the plan', scopes: Scope.options },
];

/** The role with exactly these scopes. */
export const roleWith = (scopes: readonly Scope[]): ReadyMadeRole | undefined =>
  readyMadeRoles.find(
    (role) => role.scopes.length === scopes.length && role.scopes.every((one) => scopes.includes(one)),
  );
