import { expect, test } from 'vitest';
import { planCards, plans } from './plans.ts';
import { usageText } from './subscriptions.ts';

const card = (id: string) => planCards.find((one) => one.id === id);
const missing = (id: string): string[] =>
  (card(id)?.features ?? []).filter(({ available }) => !available).map(({ text }) => text);

test('FREE allows 5,000 bookings a month, 10 accounts and 10 users', () => {
  expect(plans.FREE.limits).toEqual({ bookings: 5000, accounts: 10, users: 10 });
  expect(plans.MONTHLY.limits).toEqual({});
  expect(plans.YEARLY.limits).toEqual({});
});

test('the cards show price, badge and duration', () => {
  expect(card('FREE')).toMatchObject({ title: 'Basic', price: 0, currencySign: '$', isFree: true });
  expect(card('MONTHLY')).toMatchObject({ price: 10, duration: 'month', isPopular: true, mostlyUsed: false });
  expect(card('YEARLY')).toMatchObject({ price: 99.99, duration: 'year', isPopular: false, mostlyUsed: true });
});

test('FREE lacks automatic status, export, two-factor and order tags; the paid plans lack nothing', () => {
  expect(missing('FREE')).toEqual([
    'Automatic status update',
    'CSV and Excel export',
    'Two-factor sign-in and passkeys',
    'Order tags in the store',
  ]);
  expect([...missing('MONTHLY'), ...missing('YEARLY')]).toEqual([]);
});

test.each([
  [0, '0.00 %'],
  [617, '12.34 %'],
  [5000, '100.00 %'],
  [5001, 'Max limit reached'],
])('%d of 5,000 bookings are shown as %s', (orders, text) => {
  expect(usageText(orders, 5000)).toBe(text);
});
