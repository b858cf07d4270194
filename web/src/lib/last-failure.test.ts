import { expect, test } from 'vitest';
import { pageOf } from './last-failure.ts';

test('the page of a failure has no numbers and ids, which could be those of a customer', () => {
  expect(pageOf('/dashboard/users/6650f0a1b2c3d4e5f6a7b8c9')).toBe('/dashboard/users/…');
  expect(pageOf('/dashboard/staff/6650f0a1b2c3d4e5f6a7b8c9/stats')).toBe('/dashboard/staff/…/stats');
  expect(pageOf('/track/LE7530012345')).toBe('/track/…');
  expect(pageOf('/dashboard/shopify/orders')).toBe('/dashboard/shopify/orders');
});
