import { expect, test } from 'vitest';
import { groupByCustomer, looksLikeSameCustomer } from './same-customer.ts';

const order = (name: string, city = 'Lahore', phone = '03001234567') => ({ name, city, phone });
const same = (one: ReturnType<typeof order>, other: ReturnType<typeof order>): boolean =>
  looksLikeSameCustomer(one, other);

test('one customer writes the name and the city in several ways', () => {
  expect(same(order('Hina Qureshi'), order('hina  QURESHI'))).toBe(true);
  expect(same(order('Hina Qureshi'), order('Hina'))).toBe(true);
  expect(same(order('M. Ali Khan'), order('Muhammad Ali Khan'))).toBe(true);
  expect(same(order('Hina Qureshi'), order('Hina Quraishi'))).toBe(true);
  expect(same(order('فاطمہ خان'), order('فاطمہ'))).toBe(true);
  expect(same(order('Hina', 'LHR'), order('Hina', 'Lahore, Punjab'))).toBe(true);
  expect(same(order('Hina', ''), order('', 'Lahore'))).toBe(true);
});

test('another name, another city or another phone is another customer', () => {
  expect(same(order('Hina Qureshi'), order('Ali Khan'))).toBe(false);
  expect(same(order('Ali Khan'), order('Sana Khan'))).toBe(false);
  expect(same(order('Muhammad Ali'), order('Muhammad Usman'))).toBe(false);
  expect(same(order('Hina', 'Lahore'), order('Hina', 'Karachi'))).toBe(false);
  expect(same(order('Hina'), order('Hina', 'Lahore', '03001234568'))).toBe(false);
  expect(same(order('Hina', 'Lahore', ''), order('Hina', 'Lahore', ''))).toBe(false);
});

test('orders of one phone number fall into groups of one customer each', () => {
  const orders = [order('Hina Qureshi'), order('Ali Khan'), order('Hina'), order('Hina', 'Karachi')];
  const names = groupByCustomer(orders, (one) => one).map((group) => group.map(({ name, city }) => `${name}, ${city}`));
  expect(names).toEqual([['Hina Qureshi, Lahore', 'Hina, Lahore'], ['Ali Khan, Lahore'], ['Hina, Karachi']]);
});
