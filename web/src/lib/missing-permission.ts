import type { Access, Scope } from '@courierdesk/contract/scopes';

const permissionName: Record<Scope, string> = {
  READ_ORDERS: 'permission to view orders',
  BOOK_ORDERS: 'permission to book orders',
  WRITE_ORDERS: 'permission to cancel and track orders',
  UPDATE_ORDERS: 'permission to import orders',
  EXPORT_ORDERS: 'permission to export orders',
  READ_ACCOUNTS: 'permission to view courier accounts',
  WRITE_ACCOUNTS: 'permission to edit courier accounts',
  READ_SETTINGS: 'permission to view settings',
  WRITE_SETTINGS: 'permission to change settings',
  READ_ANALYTICS: 'dashboard access',
};

/** What a person lacks and who can change that: `You need dashboard access. Ask the owner.` */
export function missingPermission(access: Access): string {
  if (typeof access === 'string') return access === 'owner' ? 'Only the owner of the shop can open this.' : '';
  return `You need ${access.map((scope) => permissionName[scope]).join(' or ')}. Ask the owner.`;
}
