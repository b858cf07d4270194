import { expect, it } from 'vitest';
import { BookingFields } from '../booking/booking.ts';
import { readNumber, type NumberUnit } from './typed-numbers.ts';

const typed = (text: string, unit: NumberUnit = 'rupees') => readNumber(text, unit);

it.each([
  ['2450', 2450],
  ['1211.50', 1211.5],
  ['1211.', 1211],
  ['.5', 0.5],
  ['-1212', -1212],
  ['\u22121212', -1212],
  ['Rs 2,450', 2450],
  ['rs. 2450', 2450],
  ['PKR 2,450.75', 2450.75],
  ['2,450/-', 2450],
  ['1,25,000', 125_000],
  ['125 000', 125_000],
  ['۲۴۵۰', 2450],
  ['۲۴۵۰٫۵', 2450.5],
  [' \u200f2450\u00a0', 2450],
  ['0', 0],
])('%j is the amount %d', (text, value) => expect(typed(text)).toEqual({ value }));

it.each([
  ['750', 750],
  ['750 g', 750],
  ['1.5 kg', 1500],
  ['1.1kg', 1100],
  ['2 kgs', 2000],
  ['1.5', 1.5],
])('%j is %d grams', (text, value) => expect(typed(text, 'grams')).toEqual({ value }));

it.each([
  ['1.500', '1500 or 1.50'],
  ['Rs 2.450/-', '2450 or 2.45'],
  ['-12.000', '-12000 or -12.00'],
  ['۱٫۵۰۰', '1500 or 1.50'],
])('the amount %j is refused, because a dot before three digits may group thousands', (text, readings) =>
  expect(typed(text).problem).toBe(`“${text}” is unclear. Write ${readings}`),
);

it.each([
  ['1.500', 'grams', '1500 g or 1.500 kg'],
  ['2.000', 'pieces', '2000'],
  ['50.000', 'percent', '50000'],
  ['2.500', 'whole rupees', '2500'],
] as const)('%j as %s could mean two numbers too', (text, unit, readings) =>
  expect(typed(text, unit).problem).toBe(`“${text}” is unclear. Write ${readings}`),
);

it('a number that a person typed or pasted in kilograms may have three decimals', () =>
  expect(typed('1.250 kg', 'grams')).toEqual({ value: 1250 }));

it.each(['1,234.500', '0.500', '12345.678', '2450.1234'])('the amount %j has too many decimals', (text) =>
  expect(typed(text).problem).toBe(`“${text}” has more than two decimals. Write it like 2450.50`),
);

it('a number that a person typed or pasted may carry its unit', () => {
  expect(typed('2 pcs', 'pieces')).toEqual({ value: 2 });
  expect(typed('40 %', 'percent')).toEqual({ value: 40 });
});

it.each(['ask Ali', '12a', '1.2.3', '1,2', '12,34', '1e3', '0x10', '--5', '5-', '1211.50.', '12 34', 'Infinity', 'Rs'])(
  '%j is refused as a whole: no character is dropped to make it a number',
  (text) => expect(typed(text).problem).toBe(`“${text}” is not an amount. Write it like 2450 or 2,450.50`),
);

it('a number that a person typed or pasted is nothing, and not zero, when the field is empty', () => {
  expect(typed('')).toEqual({ value: '' });
  expect(typed('  ')).toEqual({ value: '' });
});

function read(field: 'cod_amount' | 'weight' | 'pieces', value: unknown) {
  const result = BookingFields.shape[field].safeParse(value);
  return result.success ? result.data : result.error.issues.map((issue) => issue.message);
}

it.each([
  ['1211.50', 1212],
  ['1211.49', 1211],
  [1211.5, 1212],
  ['0', 0],
])('a COD of %j is collected as %d', (typedCod, cod) => expect(read('cod_amount', typedCod)).toBe(cod));

it.each(['-1212', '-0.4', -1])('a COD of %j is refused', (typedCod) =>
  expect(read('cod_amount', typedCod)).toEqual(['COD amount must be at least 0']),
);

it('the numbers of a booking say what is wrong with them, each in one sentence', () => {
  expect(read('cod_amount', '')).toEqual(['COD amount is required']);
  expect(read('cod_amount', undefined)).toEqual(['COD amount is required']);
  expect(read('cod_amount', 'two')).toEqual(['“two” is not an amount. Write it like 2450 or 2,450.50']);
  expect(read('cod_amount', '1.500')).toEqual(['“1.500” is unclear. Write 1500 or 1.50']);
  expect(read('weight', '1.5')).toEqual(['Weight must be whole grams. Write kilograms like 1.5 kg']);
  expect(read('weight', '60 kg')).toEqual(['Weight: maximum 50,000 grams']);
  expect(read('weight', '1.5 kg')).toBe(1500);
  expect(read('pieces', '1.5')).toEqual(['Pieces must be a whole number']);
  expect(read('pieces', '0')).toEqual(['Pieces must be at least 1']);
});
