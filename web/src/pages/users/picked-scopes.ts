import { Scope, scopeNeeds } from '@courierdesk/contract/scopes';

/** Forms hold texts: the scopes of a user, joined. */
export const scopesFrom = (text: string): Scope[] => Scope.options.filter((scope) => text.split(',').includes(scope));
export const textOfScopes = (scopes: readonly Scope[]): string =>
  Scope.options.filter((scope) => scopes.includes(scope)).join(',');

/** With these scopes ticked, and what they need. */
export function withScopes(picked: readonly Scope[], added: readonly Scope[]): Scope[] {
  const needed = added.flatMap((scope) => scopeNeeds[scope] ?? []);
  return Scope.options.filter((scope) => [...picked, ...added, ...needed].includes(scope));
}

/** With these scopes cleared, and those that need them. */
export function withoutScopes(picked: readonly Scope[], removed: readonly Scope[]): Scope[] {
  return picked.filter((scope) => {
    const need = scopeNeeds[scope];
    return !removed.includes(scope) && !(need && removed.includes(need));
  });
}
