import * as z from 'zod';

/** What a staff member may do. Owners may do everything. */
export const Scope = z.enum([
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
]);
export type Scope = z.infer<typeof Scope>;

export const Role = z.enum(['ADMIN', 'USER']);
export type Role = z.infer<typeof Role>;

export const scopeDescription: Record<Scope, string> = {
  READ_ORDERS: 'See orders and use filters',
  BOOK_ORDERS: 'Book and merge orders, print labels and load sheets',
  WRITE_ORDERS: 'Cancel bookings and track orders',
  UPDATE_ORDERS: 'Cancel orders, import payments and fulfil in bulk',
  EXPORT_ORDERS: 'Export orders',
  READ_ACCOUNTS: 'See courier accounts',
  WRITE_ACCOUNTS: 'Create and edit courier accounts',
  READ_SETTINGS: 'See settings',
  WRITE_SETTINGS: 'Change settings',
  READ_ANALYTICS: 'See the dashboard',
};

/** Scopes are shown in these groups. No scope is about users: only the owner manages them. */
export const scopeGroups = ['ORDERS', 'ACCOUNTS', 'USERS', 'SETTINGS', 'ANALYTICS'] as const;
export type ScopeGroup = (typeof scopeGroups)[number];

export const scopesOfGroup = (group: ScopeGroup): Scope[] => Scope.options.filter((scope) => scope.endsWith(group));

/** A right that counts only together with another. */
export const scopeNeeds: Partial<Record<Scope, Scope>> = {
  UPDATE_ORDERS: 'READ_ORDERS',
  EXPORT_ORDERS: 'READ_ORDERS',
};

/**
 * Who may call an endpoint or open a page: anyone, anyone signed in, owners alone, or holders of one of the scopes
 * (owners hold all of them).
 */
export type Access = 'public' | 'signed-in' | 'owner' | readonly Scope[];

export function canAccess(access: Access, user: { role: Role; access_scopes: readonly Scope[] } | undefined): boolean {
  if (access === 'public') return true;
  if (!user) return false;
  if (access === 'signed-in' || user.role === 'ADMIN') return true;
  if (access === 'owner') return false;
  return access.some((scope) => {
    const needed = scopeNeeds[scope];
    return user.access_scopes.includes(scope) && (!needed || user.access_scopes.includes(needed));
  });
}
