import { expect, test } from 'vitest';
import { formatMoney } from './money.ts';

test.each([
  ['2450.00', 'PKR', 'Rs 2,450'],
  ['1211.50', 'PKR', 'Rs 1,211.50'],
  ['3450.00', 'USD', 'USD 3,450.00'],
  ['19.50', 'AED', 'AED 19.50'],
])('an amount of %s %s is written %s: only rupees are called rupees', (amount, currency, written) => {
  expect(formatMoney(amount, currency)).toBe(written);
});
