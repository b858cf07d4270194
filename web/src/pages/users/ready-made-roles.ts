import type { Scope } from '@courierdesk/contract/scopes';

/** Sets of scopes to start from. */
export const readyMadeRoles: readonly { label: string; scopes: readonly Scope[] }[] = [
  { label: 'Dispatcher', scopes: ['READ_ORDERS', 'BOOK_ORDERS', 'WRITE_ORDERS', 'READ_ACCOUNTS'] },
  { label: 'Customer service', scopes: ['READ_ORDERS', 'WRITE_ORDERS'] },
  { label: 'Accountant', scopes: ['READ_ORDERS', 'UPDATE_ORDERS', 'EXPORT_ORDERS', 'READ_ANALYTICS'] },
  {
    label: 'Manager',
    scopes: [
      'READ_ORDERS',
      'BOOK_ORDERS',
      'WRITE_ORDERS',
      'UPDATE_ORDERS',
      'EXPORT_ORDERS',
      'READ_ACCOUNTS',
      'WRITE_ACCOUNTS',
      'READ_SETTINGS',
      'WRITE_SETTINGS',
      'READ_ANALYTICS',
    ],
  },
];
