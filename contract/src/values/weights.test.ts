import { expect, it } from 'vitest';
import { bookedWeight, formatWeight, startingWeight, whyBookedHeavier, whyUnusualWeight } from './weights.ts';

it('the weight that a booking starts with is the store’s, else the account’s, else the shop’s default', () => {
  expect(startingWeight([700], 500, 100)).toEqual({ grams: 700, source: 'store' });
  expect(startingWeight([0], 500, 100)).toEqual({ grams: 500, source: 'account' });
  expect(startingWeight([0], 0, 100)).toEqual({ grams: 100, source: 'shop' });
  expect(startingWeight([0], 0, 0)).toEqual({ grams: 0, source: 'none' });
});

it('the weight that a booking starts with of merged orders is their sum, with the account’s weight for each that the store has not weighed', () => {
  expect(startingWeight([700, 300], 500, 100)).toEqual({ grams: 1000, source: 'store' });
  expect(startingWeight([700, 0], 500, 100)).toEqual({ grams: 1200, source: 'mixed' });
  expect(startingWeight([0, 0], 0, 100)).toEqual({ grams: 200, source: 'shop' });
});

it('a weight below the minimum of M&P or TCS is booked as the minimum, and a sentence says so', () => {
  expect(bookedWeight(300, 'MNP')).toBe(500);
  expect(whyBookedHeavier(300, 'MNP')).toBe('300 g is booked as 500 g, the minimum at M&P.');
  expect(bookedWeight(1, 'TCS')).toBe(500);
  expect(bookedWeight(501, 'TCS')).toBe(501);
  expect(whyBookedHeavier(500, 'TCS')).toBeUndefined();
  expect(whyBookedHeavier(300, 'LEOPARD')).toBeUndefined();
});

it('no sentence says that a weight of nothing or less is booked as the minimum', () => {
  expect(whyBookedHeavier(0, 'MNP')).toBeUndefined();
  expect(whyBookedHeavier(-1, 'LEOPARD')).toBeUndefined();
});

it('a weight is unusual when it is far from what the store knows', () => {
  expect(whyUnusualWeight(100, { store: 1200, items: 1 })).toBe('100 g is far below the store’s weight (1,200 g).');
  expect(whyUnusualWeight(15_000, { store: 1500, items: 1 })).toContain('far above');
  expect(whyUnusualWeight(1000, { store: 1200, items: 1 })).toBeUndefined();
  expect(whyUnusualWeight(300, { store: 60, items: 1 })).toBeUndefined();
});

it('a weight is unusual when it is implausible for the number of items, where the store knows nothing', () => {
  expect(whyUnusualWeight(100, { store: 0, items: 12 })).toBe('100 g is very little for 12 items.');
  expect(whyUnusualWeight(15_000, { store: 0, items: 1 })).toBe('15,000 g is very much for one item.');
  expect(whyUnusualWeight(100, { store: 0, items: 2 })).toBeUndefined();
});

it.each([
  [850, '850 g'],
  [1000, '1 kg'],
  [3760, '3.76 kg'],
])('%i grams are written as %s', (grams, text) => expect(formatWeight(grams)).toBe(text));
