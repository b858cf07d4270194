import type { Profile } from '@courierdesk/contract/sessions';
import { expect, test } from 'vitest';
import { actionItems, cityItems, pageItems } from './page-items.ts';
import { matchingItems } from './search-groups.ts';

const owner: Profile = {
  ...{ _id: '1', id: '1', first_name: 'Ayesha', last_name: 'Siddiqui', email: 'owner@demo.store', phone: '', tag: '' },
  ...{ role: 'ADMIN', is_active: true, access_scopes: [], two_factor_enabled: false, two_factor_missing: false },
  shop: { name: 'Demo Store', domain: 'demo.store', iana_time_zone: 'Asia/Karachi', currency: 'PKR' },
};
const navigate = () => Promise.resolve();
const nothing = (): void => undefined;
const themes: string[] = [];
const actions = actionItems(owner, { plan: undefined, accounts: [] }, navigate, nothing, nothing, (scheme) =>
  themes.push(scheme),
);
const found = (text: string): string[] =>
  matchingItems([...pageItems([], owner, navigate), ...actions, ...cityItems(['DERA GHAZI KHAN'], navigate)], text).map(
    ({ label }) => label,
  );

test.each([
  ['invite', 'Create user'],
  ['logo', 'Shipper & labels'],
  ['logo', 'Tracking page'],
  ['erase', 'Customer data'],
  ['late', 'Late parcels'],
  ['overdue', 'Late parcels'],
  ['night', 'Dark theme'],
  ['ghazi', 'Parcels to Dera Ghazi Khan'],
])('what people call "%s" finds %s', (text, label) => {
  expect(found(text)).toContain(label);
});

test('a theme is chosen at once', () => {
  for (const { label, run } of actions) if (label.endsWith('theme')) run();
  expect(themes).toEqual(['dark', 'light', 'auto']);
});
