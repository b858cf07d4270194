import { scopeDescription, type Access } from '@courierdesk/contract/scopes';

/** Which right is missing, in words: `Needs the right "See orders and use filters".` */
export function missingRight(access: Access): string {
  if (typeof access === 'string') return access === 'owner' ? 'Only the owner of the shop can open this.' : '';
  const rights = access.map((scope) => `"${scopeDescription[scope]}" (${scope})`);
  return `Needs the right ${rights.join(' or ')}.`;
}
