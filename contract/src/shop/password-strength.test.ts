import { expect, test } from 'vitest';
import { minStrength, strengthOf, weaknessOf } from './password-strength.ts';

const weak = [
  'Password@123',
  'P@ssw0rd123',
  'Pakistan@123',
  'Lahore12345',
  'courierdesk',
  'courierdesk1',
  'Courierdesk2026',
  'CourierDesk@2026',
  'shopify2026',
  'demo-owner-pass',
];

test.each(weak)('%s is refused, because it is one common word with a few digits or signs', (password) => {
  expect(weaknessOf(password, 'amna@lawn.store')).toMatch(/common or easy to guess/);
  expect(strengthOf(password, 'amna@lawn.store')).toBeLessThan(minStrength);
});

test.each(['right-password-again', 'kettle marble october', 'Tq7!vexing-lamp', 'lahore 8263917405 ravi', 'xK3#m9Lp2w'])(
  '%s is accepted',
  (password) => {
    expect(weaknessOf(password, 'amna@lawn.store')).toBeUndefined();
  },
);
