import { expect, test } from 'vitest';
import { scopesFrom, textOfScopes, withoutScopes, withScopes } from './picked-scopes.ts';
import { readyMadeRoles, roleWith } from './ready-made-roles.ts';

test('what a scope needs is ticked with it, and clearing that clears the scope', () => {
  expect(withScopes([], ['EXPORT_ORDERS'])).toEqual(['READ_ORDERS', 'EXPORT_ORDERS']);
  expect(withoutScopes(['READ_ORDERS', 'EXPORT_ORDERS', 'READ_SETTINGS'], ['READ_ORDERS'])).toEqual(['READ_SETTINGS']);
  expect(withoutScopes(['READ_ORDERS', 'EXPORT_ORDERS'], ['EXPORT_ORDERS'])).toEqual(['READ_ORDERS']);
});

test('the scopes of a form come back as they were put in', () => {
  expect(scopesFrom(textOfScopes(['READ_ANALYTICS', 'BOOK_ORDERS']))).toEqual(['BOOK_ORDERS', 'READ_ANALYTICS']);
  expect(scopesFrom('')).toEqual([]);
});

test('every ready-made role holds what its scopes need', () => {
  for (const { label, scopes } of readyMadeRoles)
    expect({ label, scopes: withScopes([], scopes) }).toEqual({ label, scopes });
});

test('scopes are a ready-made role only if they are exactly those of the role', () => {
  expect(roleWith(['WRITE_ORDERS', 'READ_ORDERS'])?.label).toBe('Customer service');
  expect(roleWith(['WRITE_ORDERS'])).toBeUndefined();
  expect(roleWith(['READ_ORDERS', 'WRITE_ORDERS', 'READ_SETTINGS'])).toBeUndefined();
});
